import { isLayoutType } from '../document/node-types.ts'
import { createRecord } from '../document/plain-object.ts'
import { readDocument } from '../document/read-document.ts'
import type { DocumentProblem, FormDocument, FormNode } from '../document/types.ts'
import type { CompileExpression } from '../expressions/form-expressions.ts'
import { isFieldType } from '../fields/registry.ts'
import { checkField } from './check-field.ts'
import { compileRules } from './compile-rules.ts'
import { hashText } from './hash-text.ts'
import type { RuntimeDocument, RuntimeField, ViewNode } from './runtime-document.ts'

export type CompileResult =
  | { readonly ok: true; readonly form: RuntimeDocument }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

export interface CompileOptions {
  readonly compileExpression: CompileExpression
}

/**
 * Compiles a form document of unknown origin to the runtime document that browser and server work with. The same
 * document always gives the same result. Gives every fault found, in document order.
 */
export function compile(input: unknown, { compileExpression }: CompileOptions): CompileResult {
  const read = readDocument(input)
  if (!read.ok) return read
  const { document } = read
  const fields = listFields(document.root)
  const rules = compileRules(document, fields, compileExpression)
  const problems = [...fields.flatMap(checkField), ...rules.problems]
  if (problems.length > 0) return { ok: false, problems }
  const content = { ...describeForm(document), fields, view: document.root.map(createView), ...rules.result }
  return { ok: true, form: { ...content, hash: hashText(JSON.stringify(content)) } }
}

function describeForm({
  schema,
  id,
  settings,
  i18n,
}: FormDocument): Pick<RuntimeDocument, 'schema' | 'id' | 'settings' | 'i18n'> {
  return { schema, id, settings, i18n }
}

/** Conditions are in the rules, so a field keeps only what it is. */
const ruleProps = new Set(['visible', 'enabled', 'required', 'readOnly', 'check'])

function listFields(nodes: readonly FormNode[]): RuntimeField[] {
  return nodes.flatMap(({ id, type, key, props, children }) =>
    isFieldType(type) && key !== undefined
      ? [{ node: id, key, type, props: withoutRules(props) }]
      : listFields(children ?? []),
  )
}

function createView({ id, type, key, props, layout, children }: FormNode): ViewNode {
  if (isLayoutType(type)) {
    return {
      kind: 'layout',
      id,
      type,
      props: withoutRules(props),
      span: layout.span,
      children: (children ?? []).map(createView),
    }
  }
  return { kind: 'field', id, key: key ?? '', span: layout.span }
}

function withoutRules(props: FormNode['props']): Record<string, unknown> {
  const kept = createRecord<unknown>()
  for (const [name, value] of Object.entries(props)) if (!ruleProps.has(name)) kept[name] = value
  return kept
}
