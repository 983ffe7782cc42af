import { fromPlain, type PlainVariable, toPlain } from '@millrace/engine'
import {
  compileFeel,
  compileUel,
  createReadingScope,
  ExpressionError,
  type Scope,
  unitsOfParsing,
} from '@millrace/expressions'
import type { ExpressionText, FieldBinding, FormContext, NamedVariable } from '@millrace/forms'
import { toFieldEntry } from '@millrace/forms'
import type { VisibleVariables } from './variables.ts'

/** A form context with an allowance, which the server always needs because other requests wait. */
export type MeteredContext = FormContext & Required<Pick<FormContext, 'allowance'>>

/**
 * Evaluates the initial value of a field that the model binds, in the format of the field; undefined leaves it to the
 * variable.
 */
export function evaluateBinding(binding: FieldBinding, variables: VisibleVariables, context: MeteredContext): unknown {
  // What a model writes without an offset is the same for every reader.
  const { dayZone: zone = 'UTC' } = context
  const bound = binding.expression === null ? undefined : evaluateText(binding.expression, context)
  if (bound !== undefined && bound !== null) return toFieldEntry(binding, bound, zone)
  const variable = variables.get(binding.variable)
  if (binding.expression === null && variable !== undefined && variable.value !== null) return undefined
  const fallback = binding.defaultValue === null ? undefined : evaluateText(binding.defaultValue, context)
  return fallback === undefined || fallback === null ? undefined : toFieldEntry(binding, fallback, zone)
}

/**
 * Returns where the value of a bound field is written: `#{order}` and `#{order.address.city}` name a variable and a
 * path in it. Null for other expressions: the value is stored under the name of the field.
 */
export function writeByExpression(
  { expression }: FieldBinding,
  value: NamedVariable,
  variables: VisibleVariables,
): PlainVariable | null {
  const path = expression === null ? null : readPath(expression)
  const [name, ...members] = path ?? []
  if (name === undefined) return null
  if (members.length === 0) return { name, value: { type: value.type, value: value.value, info: null } }
  const before = variables.get(name)
  const root: unknown = before === undefined ? {} : structuredClone(toPlain(before))
  if (!isObject(root)) return null
  let object: Record<string, unknown> = root
  for (const member of members.slice(0, -1)) {
    const next = Object.hasOwn(object, member) ? object[member] : undefined
    const inner: Record<string, unknown> = isObject(next) ? next : {}
    object[member] = inner
    object = inner
  }
  object[members.at(-1) ?? ''] = value.value
  return {
    name,
    value: { ...fromPlain(root), ...(before?.type === 'Object' ? { type: 'Object', info: before.info } : {}) },
  }
}

/**
 * Finds the value that an expression names, a variable or a member of one; undefined when it does not exist yet. Null
 * for other expressions.
 */
export function findPlaced(expression: ExpressionText, variables: VisibleVariables): { value: unknown } | null {
  const [name, ...members] = readPath(expression) ?? []
  if (name === undefined) return null
  const variable = variables.get(name)
  let value: unknown = variable === undefined ? undefined : toPlain(variable)
  for (const member of members) value = isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
  return { value: value ?? undefined }
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

function readPath({ text }: ExpressionText): string[] | null {
  const found = /^\s*[#$]\{\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*\}\s*$/.exec(text)
  const path = found?.[1]?.split('.') ?? null
  return path?.some((member) => forbidden.has(member)) ? null : path
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  )
}

/** Undefined when it cannot be evaluated here: a form stays usable without it. */
function evaluateText({ language, text }: ExpressionText, context: MeteredContext): unknown {
  if (language === 'literal') return text
  context.allowance.meter.charge(unitsOfParsing(text.length))
  const compiled = language === 'feel' ? compileFeel(text) : language === 'uel' ? compileUel(text) : null
  if (compiled === null || !compiled.ok) return undefined
  try {
    return compiled.expression.evaluate(createScope(context))
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

function createScope({ variables, now, dayZone, userId, allowance }: MeteredContext): Scope {
  return createReadingScope({
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    names: () => Object.keys(variables),
    now,
    ...(dayZone === undefined ? {} : { zone: dayZone }),
    userId,
    allowance,
  })
}
