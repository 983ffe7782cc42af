import type { HostObject } from '../expression.ts'
import { Fault } from './environment.ts'

/** Returns whether a value is an object of the engine. Only those have functions, because variables hold plain data. */
export function isHostObject(value: unknown): value is HostObject {
  if (typeof value !== 'object' || value === null) return false
  if (recognised.has(value)) return true
  if (plain.has(value)) return false
  if (!Object.hasOwn(value, 'properties') || !Object.hasOwn(value, 'methods')) return false
  const { properties, methods } = value as { properties: unknown; methods: unknown }
  if (!isRecord(properties) || !isRecord(methods)) return false
  const members = [...Object.values(properties), ...Object.values(methods)]
  const isHost = members.length > 0 && members.every((member) => typeof member === 'function')
  ;(isHost ? recognised : plain).add(value)
  return isHost
}

const recognised = new WeakSet<object>()
/** Data that looks like one at first sight: it is looked through once. */
const plain = new WeakSet<object>()

/** Reads `object.name`: a property, or a getter without arguments, `getName()` or `isName()`. */
export function readHostProperty(object: HostObject, name: string): unknown {
  if (Object.hasOwn(object.properties, name)) return object.properties[name]!()
  for (const getter of [`get${capitalise(name)}`, `is${capitalise(name)}`]) {
    if (Object.hasOwn(object.methods, getter)) return object.methods[getter]!()
  }
  throw new Fault(`Expected a property '${name}', but the object has only ${listMembers(object)}.`)
}

/** Calls `object.name(…)`: a method, or the getter of a property. */
export function callHostMethod(object: HostObject, name: string, args: readonly unknown[]): unknown {
  if (Object.hasOwn(object.methods, name)) return object.methods[name]!(...args)
  const property = propertyOfGetter(name)
  if (property !== undefined && args.length === 0 && Object.hasOwn(object.properties, property)) {
    return object.properties[property]!()
  }
  throw new Fault(`Expected a method '${name}', but the object has only ${listMembers(object)}.`)
}

/**
 * Returns the property of a getter: `assignee` for `getAssignee`, `suspended` for `isSuspended`; undefined for other
 * names.
 */
export function propertyOfGetter(method: string): string | undefined {
  const found = /^(?:get|is)(\p{Lu}.*)$/su.exec(method)?.[1]
  if (found === undefined) return undefined
  return /^\p{Lu}{2}/u.test(found) ? found : found.charAt(0).toLowerCase() + found.slice(1)
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function listMembers(object: HostObject): string {
  return [...Object.keys(object.properties), ...Object.keys(object.methods).map((name) => `${name}()`)].join(', ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
