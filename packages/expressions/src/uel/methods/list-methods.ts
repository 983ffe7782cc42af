import type { Allowance } from '../../meter.ts'
import { chargeValue } from '../charge-value.ts'
import { describe, toIndex } from '../coerce.ts'
import { isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import { isPlainObject, readOwn, toPlain } from '../plain.ts'
import { type MethodTable, metered } from './method-table.ts'

type List = unknown[]

/** Methods of java.util.List and Set that only read. */
export const listMethods: MethodTable<List> = {
  size: [0, 0, (self) => self.length],
  isEmpty: [0, 0, (self) => self.length === 0],
  get: [1, 1, (self, index) => at(self, index)],
  getFirst: [0, 0, (self) => at(self, 0)],
  getLast: [0, 0, (self) => at(self, self.length - 1)],
  contains: [1, 1, (self, item) => position(self, item) >= 0],
  containsAll: metered(1, 1, (allowance, self, items) =>
    compared(self, items, allowance).every((item) => position(self, item) >= 0),
  ),
  indexOf: [1, 1, (self, item) => position(self, item)],
  lastIndexOf: [1, 1, (self, item) => lastPosition(self, item)],
  subList: [2, 2, (self, from, to) => self.slice(bound(self, from), bound(self, to))],
  toArray: [0, 0, (self) => self],
  equals: [1, 1, (self, other) => isSame(self, other)],
}

/** Methods that change the list they are called on. */
export const listMutators: MethodTable<List> = {
  add: [1, 2, (self, ...args) => insert(self, args)],
  addAll: [1, 1, (self, items) => addAll(self, list(items))],
  addFirst: [1, 1, (self, item) => void self.unshift(toPlain(item))],
  addLast: [1, 1, (self, item) => void self.push(toPlain(item))],
  set: [2, 2, (self, index, item) => self.splice(bound(self, index, -1), 1, toPlain(item))[0]],
  remove: [1, 1, (self, item) => (typeof item === 'number' ? removeAt(self, item) : removeFirst(self, item))],
  removeFirst: [0, 0, (self) => removeAt(self, 0)],
  removeLast: [0, 0, (self) => removeAt(self, self.length - 1)],
  removeAll: metered(1, 1, (allowance, self, items) => keepAmong(self, compared(self, items, allowance), false)),
  retainAll: metered(1, 1, (allowance, self, items) => keepAmong(self, compared(self, items, allowance), true)),
  clear: [0, 0, (self) => void self.splice(0)],
}

/**
 * The methods of Camunda's DmnDecisionResult: the result variable of a decision is a list with an object for each
 * matching rule.
 */
export const decisionResultMethods: MethodTable<List> = {
  getSingleResult: [0, 0, (self) => single(self)],
  getFirstResult: [0, 0, (self) => self[0] ?? null],
  getResultList: [0, 0, (self) => self],
  getSingleEntry: [0, 0, (self) => entryOf(single(self))],
  collectEntries: [
    1,
    1,
    (self, name) => self.map((result) => (isPlainObject(result) ? readOwn(result, String(name)) : null)),
  ],
}

function at(self: List, index: unknown): unknown {
  const found = toIndex(index)
  if (found >= 0 && found < self.length) return self[found] ?? null
  throw new Fault(`Expected an index of a list of ${self.length}, but got ${found}.`)
}

function position(self: List, item: unknown): number {
  const plain = toPlain(item)
  return self.findIndex((own) => isSame(own ?? null, plain))
}

function lastPosition(self: List, item: unknown): number {
  const plain = toPlain(item)
  return self.findLastIndex((own) => isSame(own ?? null, plain))
}

/** Each item of a list may be compared with each of another. */
function compared(self: List, value: unknown, allowance: Allowance): List {
  const items = list(value)
  allowance.meter.charge(self.length * (1 + chargeValue(items, allowance)))
  return items
}

function list(value: unknown): List {
  if (Array.isArray(value)) return value
  throw new Fault(`Expected a list, but ${describe(value)} is none.`)
}

function bound(self: List, index: unknown, beyond = 0): number {
  const found = toIndex(index)
  if (found >= 0 && found <= self.length + beyond) return found
  throw new Fault(`Expected an index of a list of ${self.length}, but got ${found}.`)
}

function insert(self: List, args: unknown[]): unknown {
  if (args.length === 1) {
    self.push(toPlain(args[0]))
    return true
  }
  self.splice(bound(self, args[0]), 0, toPlain(args[1]))
  return null
}

function addAll(self: List, items: List): boolean {
  for (const item of [...items]) self.push(toPlain(item))
  return items.length > 0
}

function removeAt(self: List, index: number): unknown {
  return self.splice(bound(self, index, -1), 1)[0]
}

function removeFirst(self: List, item: unknown): boolean {
  const found = position(self, item)
  if (found >= 0) self.splice(found, 1)
  return found >= 0
}

function keepAmong(self: List, items: List, isKept: boolean): boolean {
  const kept = self.filter((own) => position(items, own) >= 0 === isKept)
  const hasChanged = kept.length < self.length
  self.length = 0
  addAll(self, kept)
  return hasChanged
}

function single(self: List): unknown {
  if (self.length > 1) throw new Fault(`Expected one result of the decision, but it has ${self.length}.`)
  return self[0] ?? null
}

function entryOf(result: unknown): unknown {
  if (!isPlainObject(result)) return result
  const entries = Object.values(result)
  if (entries.length > 1) throw new Fault(`Expected one output of the decision, but it has ${entries.length}.`)
  return entries[0] ?? null
}
