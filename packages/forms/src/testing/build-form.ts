import { compile } from '../compile/compile.ts'
import type { RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import type { FieldType } from '../document/types.ts'
import { type FormLanguage, prepareExpressions } from '../expressions/form-expressions.ts'
import { formFeel } from '../feel.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { Filling, type FillingOptions } from '../filling/filling.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { FormContext } from '../values/form-context.ts'
import { tinyLanguage } from './tiny-expressions.ts'

/** A node as a test writes it: `{type, key}`, its properties, and children for containers and lists. */
export interface NodeDraft {
  readonly id?: string
  readonly type: string
  readonly key?: string
  readonly children?: readonly NodeDraft[]
  readonly [prop: string]: unknown
}

/** Returns a form document of the given nodes, for tests. Missing ids and labels are added. */
export function buildDocument(
  nodes: readonly NodeDraft[],
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  let count = 0
  const build = ({ id, type, key, children, ...props }: NodeDraft): Record<string, unknown> => ({
    id: id ?? `n${++count}`,
    type,
    ...(key === undefined ? {} : { key }),
    props: JSON.parse(JSON.stringify(key === undefined ? props : { label: key, ...props })),
    ...(children === undefined ? {} : { children: children.map(build) }),
  })
  return { schema: 2, id: 'form', root: nodes.map(build), ...more }
}

/**
 * Compiles a form of the given nodes, for tests.
 *
 * @throws Error when they do not compile.
 */
export function buildForm(
  nodes: readonly NodeDraft[],
  more: Readonly<Record<string, unknown>> = {},
  language: FormLanguage = tinyLanguage,
): RuntimeDocument {
  const compiled = compile(buildDocument(nodes, more), { language })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.form
}

/** Returns the context of a form for tests: Berlin, at noon on 24 November 2026. Days begin in Berlin too. */
export function buildContext(form: RuntimeDocument, more: Partial<FormContext> = {}): FormContext {
  return {
    now: new Date('2026-11-24T11:00:00.000Z'),
    timeZone: 'Europe/Berlin',
    dayZone: 'Europe/Berlin',
    userId: 'ines',
    variables: {},
    ...more,
    expressions: more.expressions ?? prepareExpressions(form, tinyLanguage),
  }
}

/** Opens a form of the given nodes with FEEL expressions and values, for tests. */
export function fill(nodes: readonly NodeDraft[], options: FillOptions = {}): Filling {
  const { values = {}, defaults, opened, variables = {} } = options
  const form = buildForm(nodes, {}, formFeel)
  const context = buildContext(form, { variables, expressions: prepareExpressions(form, formFeel) })
  return new Filling({
    form,
    values,
    context,
    ...(defaults === undefined ? {} : { defaults }),
    ...(opened === undefined ? {} : { opened }),
  })
}

interface FillOptions extends Partial<Pick<FillingOptions, 'values' | 'defaults' | 'opened'>> {
  readonly variables?: FormContext['variables']
}

/** Reads an entry with a field of a type, for tests. Returns its value, or the codes of its faults. */
export function enter(type: FieldType, entry: unknown, props: Readonly<Record<string, unknown>> = {}): unknown {
  const field = buildField(type, props)
  const context = { timeZone: 'Europe/Berlin', dayZone: 'Europe/Berlin' }
  const definition = getFieldDefinition(type)
  const read = definition.read(entry, field.props, context)
  if (!read.ok) return describeFault(read.fault)
  const faults = read.value === null ? [] : definition.check(read.value, field.props, context)
  return faults.length === 0 ? read.value : faults.map(describeFault).join(' ')
}

/** Compiles a single field, for tests. */
export function buildField(type: FieldType, props: Readonly<Record<string, unknown>> = {}): RuntimeField {
  const [field] = buildForm([{ type, key: 'field', ...props }]).data
  if (field?.kind !== 'field') throw new Error('Expected a field, but the form has none.')
  return field
}

/** Lists the codes of the problems of a document, for tests; an empty list when it compiles. */
export function listProblemCodes(document: unknown): string[] {
  const compiled = compile(document, { language: tinyLanguage })
  return compiled.ok ? [] : compiled.problems.map(({ code }) => code)
}

function describeFault({ code, path }: Fault): string {
  return path === undefined ? `!${code}` : `!${code}@${path.join('.')}`
}
