import type { Allowance } from '../meter.ts'
import { chargeValue, isSmall } from './charge-value.ts'
import { describe, isNumeric } from './coerce.ts'
import { type Environment, Fault } from './environment.ts'
import { callHostMethod, isHostObject, propertyOfGetter } from './host-object.ts'
import { DateTime } from './joda/date-time.ts'
import { calendarMethods, dateMethods, dateTimeMethods } from './methods/date-methods.ts'
import { decisionResultMethods, listMethods, listMutators } from './methods/list-methods.ts'
import { decisionRuleMethods, mapMethods, mapMutators } from './methods/map-methods.ts'
import { callListed, isListed, type MethodTable, unknownMethod } from './methods/method-table.ts'
import { booleanMethods, numberMethods } from './methods/number-methods.ts'
import { stringMethods } from './methods/string-methods.ts'
import { isPlainObject, type PlainObject, readOwn, toPlain } from './plain.ts'
import { presentText } from './present-text.ts'
import { regexMethods } from './regex/regex-methods.ts'
import { VariablesView } from './resolve-name.ts'
import { jsonMethods, jsonMutators } from './spin/json-methods.ts'
import { JsonNode } from './spin/json-node.ts'

/**
 * Calls `base.name(args)`: a white-listed method for the kind of value, or a method of an engine object. Methods that
 * change a value (`isMutator`) change the given value itself.
 *
 * @throws Fault when the base is null, or has no such method, or the method fails.
 */
export function callMethod(base: unknown, name: string, args: readonly unknown[], environment: Environment): unknown {
  if (base === null)
    throw new Fault(`Expected something to call ${name}() on, but its base is null (target unreachable).`)
  if (isHostObject(base)) return callHostMethod(base, name, args.map(toPlain))
  chargeCall(base, name, args, environment)
  if (name === 'toString' && args.length === 0) return presentText(base)
  const given = { args, allowance: environment.scope.allowance }
  if (typeof base === 'string') return callIn('a text', [stringMethods, regexMethods], base, name, given)
  if (isNumeric(base)) return callIn('a number', [numberMethods], base, name, given)
  if (typeof base === 'boolean') return callIn('true and false', [booleanMethods], base, name, given)
  if (base instanceof Date) return callDate(base, name, args, environment)
  if (base instanceof DateTime) return callDateTime(base, name, args, environment)
  if (base instanceof JsonNode) return callIn('a JSON node', [jsonMethods, jsonMutators], base, name, given)
  if (base instanceof VariablesView) return callIn('the variables', [mapMethods], base.toMap(), name, given)
  if (Array.isArray(base)) return callList(base, name, given)
  if (isPlainObject(base)) return callMap(base, name, given)
  throw new Fault(`Expected a value with methods, but ${describe(base)} has none.`)
}

/** Returns whether a method changes the value that it is called on, when that is a list, a map or a JSON node. */
export function isMutator(name: string, argumentCount: number): boolean {
  if (name === 'prop') return argumentCount === 2
  return [listMutators, mapMutators, jsonMutators].some((table) => isListed(table, name))
}

/** What is read as a whole is charged by its size; what only looks at one place of it is not. */
function chargeCall(base: unknown, name: string, args: readonly unknown[], { scope }: Environment): void {
  for (const arg of args) if (!isSmall(arg)) chargeValue(arg, scope.allowance)
  if (isSmall(base)) return
  const isQuick = quickMethods.has(name) && !(base instanceof DateTime)
  if (!isQuick) chargeValue(base, scope.allowance)
}

/** Methods of lists, maps, texts and JSON nodes that look at one place. */
const quickMethods: ReadonlySet<string> = new Set(
  `size isEmpty get getFirst getLast getFirstResult getResultList toArray getOrDefault containsKey getEntry getEntryMap
  length charAt codePointAt substring subSequence intern prop hasProp value stringValue numberValue boolValue isObject
  isArray isString isNumber isBoolean isNull isValue element unwrap mapTo`.split(/\s+/),
)

interface Given {
  readonly args: readonly unknown[]
  readonly allowance: Allowance
}

function callIn<Self>(kind: string, tables: MethodTable<Self>[], self: Self, name: string, given: Given): unknown {
  const table = tables.find((candidate) => isListed(candidate, name))
  if (table === undefined) throw unknownMethod(kind, name, tables)
  return callListed(table, self, name, given) ?? null
}

function callDate(base: Date, name: string, args: readonly unknown[], { scope, timeZone }: Environment): unknown {
  const given = { args, allowance: scope.allowance }
  if (!isListed(calendarMethods, name)) return callIn('a date', [dateMethods], base, name, given)
  scope.allowance.meter.charge(CALENDAR_UNITS)
  return callListed(calendarMethods, DateTime.at(base, timeZone), name, given)
}

/** Calendars with a zone are slow. */
const CALENDAR_UNITS = 100

function callDateTime(base: DateTime, name: string, args: readonly unknown[], { scope }: Environment): unknown {
  const { allowance, now } = scope
  allowance.meter.charge(CALENDAR_UNITS)
  if (args.length === 0 && /^is(Before|After|Equal)Now$/.test(name)) {
    return callListed(dateTimeMethods, base, name.slice(0, -3), { args: [now], allowance })
  }
  if (name === 'toString' && args.length === 1) return formatDate(base, presentText(args[0]), allowance)
  return callIn('a DateTime', [dateTimeMethods], base, name, { args, allowance })
}

/** Formats a date by a pattern, and charges each character of the pattern. */
function formatDate(base: DateTime, pattern: string, allowance: Allowance): string {
  allowance.meter.charge(pattern.length * 20)
  return base.toString(pattern)
}

function callList(base: unknown[], name: string, given: Given): unknown {
  const tables = [listMethods, listMutators, decisionResultMethods]
  if (tables.some((table) => isListed(table, name))) return callIn('a list', tables, base, name, given)
  if (isListed(jsonMethods, name)) return callListed(jsonMethods, new JsonNode(base, false), name, given) ?? null
  if (isListed(jsonMutators, name)) return callListed(jsonMutators, new JsonNode(base, true), name, given) ?? null
  throw unknownMethod('a list', name, tables)
}

/** A map also answers Spin's methods, and the getters of the bean it may have been: `order.getPrice()`. */
function callMap(base: PlainObject, name: string, given: Given): unknown {
  const tables = [mapMethods, mapMutators, decisionRuleMethods]
  if (tables.some((table) => isListed(table, name))) return callIn('a map', tables, base, name, given)
  const property = given.args.length === 0 ? propertyOfGetter(name) : undefined
  if (property !== undefined && Object.hasOwn(base, property)) return readOwn(base, property)
  if (isListed(jsonMethods, name)) return callListed(jsonMethods, new JsonNode(base, false), name, given) ?? null
  if (isListed(jsonMutators, name)) return callListed(jsonMutators, new JsonNode(base, true), name, given) ?? null
  throw unknownMethod('a map', name, tables)
}
