import type { OpenedForm } from '@millrace/contract'
import type { DataNode, RuntimeDocument } from '@millrace/forms'

/** The description of a form for a language model that fills it in. */
export interface DescribedForm {
  readonly title: string | null
  readonly fields: readonly DescribedField[]
  /** Values that the form opens with, by key. */
  readonly values: OpenedForm['values']
}

interface DescribedField {
  readonly key: string
  readonly label: string | null
  /** Type of the field, `group`, or `list`, whose rows have `fields`. */
  readonly type: string
  readonly help?: string
  /** Always, or by a condition over other fields. */
  readonly required?: true | string
  readonly readOnly?: true | string
  readonly isComputed?: true
  readonly options?: unknown
  readonly min?: unknown
  readonly max?: unknown
  readonly maxLength?: unknown
  readonly fields?: readonly DescribedField[]
}

/** Describes a form as the user sees it: its fields and its initial values. */
export function describeForm({ document, values }: Pick<OpenedForm, 'document' | 'values'>): DescribedForm {
  const rules = new Map(document.rules.map((rule) => [rule.node, rule]))
  const title = (document.settings as { readonly title?: string }).title ?? null
  return { title, fields: document.data.map((node) => describe(node, rules)), values }
}

type Rules = ReadonlyMap<string, RuntimeDocument['rules'][number]>

function describe(node: DataNode, rules: Rules): DescribedField {
  const { key, props } = node
  const rule = rules.get(node.node)
  const texts = props as Readonly<Record<string, unknown>>
  return {
    key,
    label: textOf(texts['label']),
    type: node.kind === 'field' ? node.type : node.kind,
    ...given('help', texts['help']),
    ...given('required', rule?.required),
    ...given('readOnly', rule?.readOnly),
    ...(rule?.computed !== undefined && { isComputed: true as const }),
    ...given('options', texts['options']),
    ...given('min', texts['min']),
    ...given('max', texts['max']),
    ...given('maxLength', texts['maxLength']),
    ...(node.kind !== 'field' && { fields: node.members.map((member) => describe(member, rules)) }),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns an object with the value under the name, or an empty one where there is no value. */
function given(name: string, value: unknown): object {
  if (value === undefined || value === null || value === '' || value === false) return {}
  return { [name]: value }
}
