import { compile } from '../compile/compile.ts'
import type { RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import type { FieldType } from '../document/types.ts'
import { prepareExpressions } from '../expressions/form-expressions.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { FormContext } from '../values/form-context.ts'
import { compileTiny } from './tiny-expressions.ts'

/** A field as a test writes it: `{type, key}`, its properties, and children for sections. */
export interface NodeDraft {
  readonly id?: string
  readonly type: string
  readonly key?: string
  readonly children?: readonly NodeDraft[]
  readonly [prop: string]: unknown
}

/** A form document of these nodes, with ids and labels where the test does not care. */
export function buildDocument(
  nodes: readonly NodeDraft[],
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  let count = 0
  const build = ({ id, type, key, children, ...props }: NodeDraft): Record<string, unknown> => ({
    id: id ?? `n${++count}`,
    type,
    ...(key === undefined ? {} : { key }),
    props: key === undefined ? props : { label: key, ...props },
    ...(children === undefined ? {} : { children: children.map(build) }),
  })
  return { schema: 1, id: 'form', root: nodes.map(build), ...more }
}

/** The compiled form of these nodes. Fails when they do not compile. */
export function buildForm(nodes: readonly NodeDraft[], more: Readonly<Record<string, unknown>> = {}): RuntimeDocument {
  const compiled = compile(buildDocument(nodes, more), { compileExpression: compileTiny })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.form
}

/** A context in Berlin, noon of 24 November 2026. */
export function buildContext(form: RuntimeDocument, more: Partial<FormContext> = {}): FormContext {
  return {
    now: new Date('2026-11-24T11:00:00.000Z'),
    timeZone: 'Europe/Berlin',
    userId: 'ines',
    variables: {},
    expressions: prepareExpressions(form, compileTiny),
    ...more,
  }
}

/** What a field makes of an entry: its value, or the codes of its faults. */
export function enter(type: FieldType, entry: unknown, props: Readonly<Record<string, unknown>> = {}): unknown {
  const field = buildField(type, props)
  const context = { timeZone: 'Europe/Berlin' }
  const definition = getFieldDefinition(type)
  const read = definition.read(entry, field.props, context)
  if (!read.ok) return describeFault(read.fault)
  const faults = read.value === null ? [] : definition.check(read.value, field.props, context)
  return faults.length === 0 ? read.value : faults.map(describeFault).join(' ')
}

/** One compiled field. */
export function buildField(type: FieldType, props: Readonly<Record<string, unknown>> = {}): RuntimeField {
  const [field] = buildForm([{ type, key: 'field', ...props }]).fields
  if (field === undefined) throw new Error('Expected a field, but the form has none.')
  return field
}

/** The codes of the problems that a document has, empty when it compiles. */
export function listProblemCodes(document: unknown): string[] {
  const compiled = compile(document, { compileExpression: compileTiny })
  return compiled.ok ? [] : compiled.problems.map(({ code }) => code)
}

function describeFault({ code, path }: Fault): string {
  return path === undefined ? `!${code}` : `!${code}@${path.join('.')}`
}
