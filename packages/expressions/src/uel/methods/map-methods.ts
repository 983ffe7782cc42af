import { describe } from '../coerce.ts'
import { isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import { isPlainObject, type PlainObject, readOwn, toPlain, writeOwn } from '../plain.ts'
import { presentText } from '../present-text.ts'
import type { MethodTable } from './method-table.ts'

/** Methods of java.util.Map that only read. Keys are texts, as in JSON. */
export const mapMethods: MethodTable<PlainObject> = {
  size: [0, 0, (self) => Object.keys(self).length],
  isEmpty: [0, 0, (self) => Object.keys(self).length === 0],
  get: [1, 1, (self, key) => readOwn(self, presentText(key))],
  getOrDefault: [2, 2, (self, key, other) => (hasKey(self, key) ? readOwn(self, presentText(key)) : other)],
  containsKey: [1, 1, (self, key) => hasKey(self, key)],
  containsValue: [1, 1, (self, value) => hasValue(self, toPlain(value))],
  keySet: [0, 0, (self) => Object.keys(self)],
  values: [0, 0, (self) => Object.values(self)],
  entrySet: [0, 0, (self) => Object.entries(self).map(([key, value]) => ({ key, value }))],
  equals: [1, 1, (self, other) => isSame(self, other)],
}

/** Methods that change the map they are called on. */
export const mapMutators: MethodTable<PlainObject> = {
  put: [2, 2, (self, key, value) => put(self, presentText(key), toPlain(value))],
  putIfAbsent: [2, 2, (self, key, value) => putIfAbsent(self, presentText(key), toPlain(value))],
  putAll: [1, 1, (self, other) => putAll(self, other)],
  remove: [1, 1, (self, key) => remove(self, presentText(key))],
  clear: [0, 0, (self) => clear(self)],
}

/** The methods that Camunda's DmnDecisionRuleResult adds to a map. */
export const decisionRuleMethods: MethodTable<PlainObject> = {
  getEntry: [1, 1, (self, name) => readOwn(self, presentText(name))],
  getEntryMap: [0, 0, (self) => self],
  getFirstEntry: [0, 0, (self) => Object.values(self)[0] ?? null],
  getSingleEntry: [0, 0, (self) => singleEntry(self)],
}

function hasKey(self: PlainObject, key: unknown): boolean {
  return Object.hasOwn(self, presentText(key))
}

function hasValue(self: PlainObject, value: unknown): boolean {
  return Object.values(self).some((own) => isSame(own ?? null, value))
}

function put(self: PlainObject, key: string, value: unknown): unknown {
  const before = readOwn(self, key)
  writeOwn(self, key, value)
  return before
}

function putIfAbsent(self: PlainObject, key: string, value: unknown): unknown {
  const before = readOwn(self, key)
  if (before === null) writeOwn(self, key, value)
  return before
}

function putAll(self: PlainObject, other: unknown): null {
  if (!isPlainObject(other)) throw new Fault(`Expected a map, but ${describe(other)} is none.`)
  for (const [key, value] of Object.entries(other)) writeOwn(self, key, value)
  return null
}

function remove(self: PlainObject, key: string): unknown {
  const before = readOwn(self, key)
  delete self[key]
  return before
}

function clear(self: PlainObject): null {
  for (const key of Object.keys(self)) delete self[key]
  return null
}

function singleEntry(self: PlainObject): unknown {
  const entries = Object.values(self)
  if (entries.length > 1) throw new Fault(`Expected one output of the decision, but it has ${entries.length}.`)
  return entries[0] ?? null
}
