import { isFieldKey } from '../document/field-key.ts'
import { documentLimits } from '../document/limits.ts'
import type { FieldType, FormDocument, FormNode } from '../document/types.ts'
import type { NamedVariable } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { findWholeDay } from '../values/instant.ts'
import { createDocument, createNode } from './create-document.ts'

/** The key of the field in which values are added. Not a name that a variable has. */
export const addedVariablesKey = 'millrace:added'

/** More variables than these are no form any more. */
const shownLimit = 200
const namedLimit = 20
const reservedLimit = 2_000

/**
 * Creates the form of a task or start event whose form key the product does not support, such as
 * `embedded:app:forms/x.html`, which is HTML for another product's task list. (A task without a form key has a form
 * without nodes: its user can only complete it.) The process continues: users can change text, numbers, yes or no and
 * dates; other types are only named, and new values can be added by name, type and value. So values that the
 * unsupported form would have set can be entered by hand. A changed value keeps its type (`toVariables`). A `Date` at
 * the beginning of a day is a day.
 *
 * @param asked variables that the model reads before the next form, which are added as fields unless they exist.
 * @param dayZone IANA name of the time zone in which days begin.
 */
export function fromVariables(
  id: string,
  variables: readonly NamedVariable[],
  asked: readonly AskedVariable[] = [],
  dayZone = 'UTC',
): FormDocument {
  const distinct = [...new Map(variables.map((variable) => [variable.name, variable])).values()]
  const sorted = distinct.sort((a, b) => (a.name < b.name ? -1 : 1))
  const shown = sorted.filter((variable) => isShown(variable, dayZone)).slice(0, shownLimit)
  const rest = sorted.filter((variable) => !shown.includes(variable))
  const nodes: FormNode[] = []
  const known = new Set(distinct.map(({ name }) => name))
  const missing = asked.filter(({ name }) => isFieldKey(name) && !known.has(name))
  if (missing.length > 0) {
    const children = missing.slice(0, shownLimit).map(createAskedField)
    nodes.push(createNode({ id: 'asked', type: 'section', props: { label: 'What the next steps ask' }, children }))
  }
  if (shown.length > 0) {
    nodes.push(
      createNode({
        id: 'data',
        type: 'section',
        props: { label: 'Process data' },
        children: shown.map((one, index) => createField(one, index, dayZone)),
      }),
    )
  }
  if (rest.length > 0) nodes.push(createNode({ id: 'rest', type: 'static-text', props: { text: describeRest(rest) } }))
  const reserved = [...distinct, ...missing].map(({ name }) => name).filter((name) => name.length <= documentLimits.key)
  const props = { label: 'Add values', reserved: reserved.slice(0, reservedLimit) }
  nodes.push(createNode({ id: 'added', type: 'variables', key: addedVariablesKey, props }))
  return createDocument(id, nodes)
}

/** A variable that does not exist yet, and that the model reads before the next form. */
export interface AskedVariable {
  readonly name: string
  readonly type: 'String' | 'Double' | 'Long' | 'Boolean' | 'Date'
  /** The texts that it may be; null for any. */
  readonly choices: readonly string[] | null
}

interface VariablePlan {
  readonly type: FieldType
  readonly props: Readonly<Record<string, unknown>>
}

/** The simple types of variables. A null may become text. */
const plans: Readonly<Record<string, VariablePlan>> = {
  String: { type: 'text', props: { allowMarkup: true } },
  Null: { type: 'text', props: { allowMarkup: true } },
  Integer: { type: 'number', props: { integer: true } },
  Short: { type: 'number', props: { integer: true } },
  Long: { type: 'number', props: { integer: true } },
  Double: { type: 'number', props: {} },
  Boolean: { type: 'checkbox', props: {} },
  Date: { type: 'date-time', props: {} },
}

/** Values that their field would refuse stay out, or the form could never be sent. */
function isShown(variable: NamedVariable, dayZone: string): boolean {
  const plan = planOf(variable, dayZone)
  if (plan === undefined || !isFieldKey(variable.name) || variable.name === addedVariablesKey) return false
  const definition = getFieldDefinition(plan.type)
  const context = { timeZone: 'UTC', dayZone }
  const read = definition.read(definition.fromVariable(variable, context), plan.props, context)
  return read.ok && (read.value === null || definition.check(read.value, plan.props, context).length === 0)
}

function describeRest(rest: readonly NamedVariable[]): string {
  const named = rest.slice(0, namedLimit).map(({ name, type }) => `${name.slice(0, 100)} (${type.slice(0, 100)})`)
  const more = rest.length > named.length ? ` and ${rest.length - named.length} more` : ''
  return `Not shown here: ${named.join(', ')}${more}.`
}

function planOf({ type, value }: NamedVariable, dayZone: string): VariablePlan | undefined {
  if (type === 'Date' && findWholeDay(String(value), dayZone) !== null) return { type: 'date', props: {} }
  return Object.hasOwn(plans, type) ? plans[type] : undefined
}

function createField(variable: NamedVariable, index: number, dayZone: string): FormNode {
  const { name, value } = variable
  const plan = planOf(variable, dayZone)
  const isLong = typeof value === 'string' && (value.length > 100 || value.includes('\n'))
  return createNode({
    id: `v${index + 1}`,
    type: plan?.type === 'text' && isLong ? 'textarea' : (plan?.type ?? 'text'),
    key: name,
    props: { label: name, ...plan?.props },
  })
}

function createAskedField({ name, type, choices }: AskedVariable, index: number): FormNode {
  const plan = plans[type]
  const options = choices?.map((value) => ({ value, label: value }))
  return createNode({
    id: `a${index + 1}`,
    type: options === undefined ? (plan?.type ?? 'text') : 'select',
    key: name,
    props: { label: name, ...(options === undefined ? plan?.props : { options }) },
  })
}
