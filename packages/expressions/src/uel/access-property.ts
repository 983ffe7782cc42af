import { callMethod } from './call-method.ts'
import { describe, isNumeric, toIndex } from './coerce.ts'
import { type Environment, Fault } from './environment.ts'
import { isHostObject, readHostProperty } from './host-object.ts'
import { DateTime } from './joda/date-time.ts'
import { calendarMethods, dateMethods, dateTimeMethods } from './methods/date-methods.ts'
import { isListed } from './methods/method-table.ts'
import { stringMethods } from './methods/string-methods.ts'
import { isPlainObject, readOwn } from './plain.ts'
import { presentText } from './present-text.ts'
import { VariablesView } from './resolve-name.ts'
import { JsonNode } from './spin/json-node.ts'

/**
 * Reads `base.key` or `base[key]` (EL 2.2, clause 1.6): an item of a list, an entry of a map, a property of an engine
 * object, or a getter of a text or date. A property of null is null, and so are an index outside a list and a missing
 * key; negative indexes count from the end, as with Flowable's JSON.
 *
 * @throws Fault when the value has no such property.
 */
export function readProperty(base: unknown, key: unknown, environment: Environment): unknown {
  if (base === null || key === null) return null
  if (Array.isArray(base)) return readItem(base, key)
  if (base instanceof JsonNode) return readProperty(base.value ?? null, key, environment)
  if (base instanceof VariablesView) return base.read(presentText(key))
  if (isHostObject(base)) return readHostProperty(base, presentText(key)) ?? null
  if (isPlainObject(base)) return readOwn(base, presentText(key))
  if (base instanceof Uint8Array) return base.at(toIndex(key)) ?? null
  return readGetter(base, presentText(key), environment)
}

function readItem(list: readonly unknown[], key: unknown): unknown {
  const isIndex = isNumeric(key) || (typeof key === 'string' && /^[+-]?\d+$/.test(key))
  if (!isIndex) throw new Fault(`Expected the index of a list, but ${describe(key)} is none (unknown property).`)
  return list.at(toIndex(key)) ?? null
}

/** Bean getters: `dueDate.time` is `dueDate.getTime()`, `text.blank` is `text.isBlank()`. */
function readGetter(base: unknown, key: string, environment: Environment): unknown {
  const tables =
    base instanceof Date ? [dateMethods, calendarMethods] : base instanceof DateTime ? [dateTimeMethods] : []
  if (typeof base === 'string') tables.push(stringMethods as never)
  const name = key.charAt(0).toUpperCase() + key.slice(1)
  const getter = [`get${name}`, `is${name}`].find((method) => tables.some((table) => isListed(table, method)))
  if (getter === undefined) {
    throw new Fault(`Expected a property '${key}', but ${describe(base)} has none of that name (unknown property).`)
  }
  return callMethod(base, getter, [], environment)
}
