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
 * `base.name(args)`: a method of the white list for the kind of value, or of an object of the engine. Methods that change
 * a value (`isMutator`) change the very value they are given.
 * @throws Fault when the base is null, or has no such method, or the method fails.
 */
export function callMethod(base: unknown, name: string, args: readonly unknown[], environment: Environment): unknown {
  if (base === null)
    throw new Fault(`Expected something to call ${name}() on, but its base is null (target unreachable).`)
  if (isHostObject(base)) return callHostMethod(base, name, args.map(toPlain))
  if (name === 'toString' && args.length === 0) return presentText(base)
  if (typeof base === 'string') return callIn('a text', [stringMethods, regexMethods], base, name, args)
  if (isNumeric(base)) return callIn('a number', [numberMethods], base, name, args)
  if (typeof base === 'boolean') return callIn('true and false', [booleanMethods], base, name, args)
  if (base instanceof Date) return callDate(base, name, args, environment)
  if (base instanceof DateTime) return callDateTime(base, name, args, environment)
  if (base instanceof JsonNode) return callIn('a JSON node', [jsonMethods, jsonMutators], base, name, args)
  if (base instanceof VariablesView) return callIn('the variables', [mapMethods], base.toMap(), name, args)
  if (Array.isArray(base)) return callList(base, name, args)
  if (isPlainObject(base)) return callMap(base, name, args)
  throw new Fault(`Expected a value with methods, but ${describe(base)} has none.`)
}

/** Names of methods that change the value they are called on, when it is a list, a map or a JSON node. */
export function isMutator(name: string, argumentCount: number): boolean {
  if (name === 'prop') return argumentCount === 2
  return [listMutators, mapMutators, jsonMutators].some((table) => isListed(table, name))
}

function callIn<Self>(
  kind: string,
  tables: MethodTable<Self>[],
  self: Self,
  name: string,
  args: readonly unknown[],
): unknown {
  const table = tables.find((candidate) => isListed(candidate, name))
  if (table === undefined) throw unknownMethod(kind, name, tables)
  return callListed(table, self, name, args) ?? null
}

function callDate(base: Date, name: string, args: readonly unknown[], environment: Environment): unknown {
  if (!isListed(calendarMethods, name)) return callIn('a date', [dateMethods], base, name, args)
  return callListed(calendarMethods, DateTime.at(base, environment.timeZone), name, args)
}

function callDateTime(base: DateTime, name: string, args: readonly unknown[], { scope }: Environment): unknown {
  if (args.length === 0 && /^is(Before|After|Equal)Now$/.test(name)) {
    return callListed(dateTimeMethods, base, name.slice(0, -3), [scope.now])
  }
  if (name === 'toString' && args.length === 1) return base.toString(presentText(args[0]))
  return callIn('a DateTime', [dateTimeMethods], base, name, args)
}

function callList(base: unknown[], name: string, args: readonly unknown[]): unknown {
  const tables = [listMethods, listMutators, decisionResultMethods]
  if (tables.some((table) => isListed(table, name))) return callIn('a list', tables, base, name, args)
  if (isListed(jsonMethods, name)) return callListed(jsonMethods, new JsonNode(base, false), name, args) ?? null
  if (isListed(jsonMutators, name)) return callListed(jsonMutators, new JsonNode(base, true), name, args) ?? null
  throw unknownMethod('a list', name, tables)
}

/** A map also answers Spin's methods, and the getters of the bean it may have been: `order.getPrice()`. */
function callMap(base: PlainObject, name: string, args: readonly unknown[]): unknown {
  const tables = [mapMethods, mapMutators, decisionRuleMethods]
  if (tables.some((table) => isListed(table, name))) return callIn('a map', tables, base, name, args)
  const property = args.length === 0 ? propertyOfGetter(name) : undefined
  if (property !== undefined && Object.hasOwn(base, property)) return readOwn(base, property)
  if (isListed(jsonMethods, name)) return callListed(jsonMethods, new JsonNode(base, false), name, args) ?? null
  if (isListed(jsonMutators, name)) return callListed(jsonMutators, new JsonNode(base, true), name, args) ?? null
  throw unknownMethod('a map', name, tables)
}
