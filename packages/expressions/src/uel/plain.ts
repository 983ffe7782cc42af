import { Fault } from './environment.ts'
import { DateTime } from './joda/date-time.ts'
import { VariablesView } from './resolve-name.ts'
import { JsonNode } from './spin/json-node.ts'

/** An object that a variable can contain, with plain values: an object in JSON, a `Map` in Java. */
export type PlainObject = Record<string, unknown>

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Converts values that exist only during an evaluation (`dateTime()`, a Spin node) into plain values. */
export function toPlain(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'object') return value
  if (value instanceof DateTime) return value.toDate()
  if (value instanceof JsonNode) return value.value
  if (value instanceof VariablesView) return value.toMap()
  if (Array.isArray(value) && value.some(isWrapped))
    return value.map((item) => (isWrapped(item) ? toPlain(item) : item))
  return value
}

/** Reads an own property, never one of JavaScript's prototypes. Null when it does not exist, as in Java's Map. */
export function readOwn(object: PlainObject, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null
}

/** Writes an own property with any name: `__proto__` is an ordinary key. */
export function writeOwn(object: PlainObject, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Returns a deep copy of lists and objects that may be changed. */
export function copyDeep(value: unknown, depth = 0): unknown {
  if (depth > maximumDepth) throw new Fault(`Expected data of at most ${maximumDepth} levels, but it goes deeper.`)
  if (Array.isArray(value)) return value.map((item) => copyDeep(item, depth + 1))
  if (!isPlainObject(value)) return value
  const copy: PlainObject = {}
  for (const [key, item] of Object.entries(value)) writeOwn(copy, key, copyDeep(item, depth + 1))
  return copy
}

/** Maximum depth of data in expressions. */
export const maximumDepth = 1000

function isWrapped(value: unknown): boolean {
  return value instanceof DateTime || value instanceof JsonNode
}
