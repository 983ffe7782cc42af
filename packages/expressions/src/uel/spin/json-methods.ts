import { describe, isNumeric, toIndex } from '../coerce.ts'
import { isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import { type MethodTable, metered } from '../methods/method-table.ts'
import { copyDeep, isPlainObject, type PlainObject, readOwn, toPlain, writeOwn } from '../plain.ts'
import { presentText } from '../present-text.ts'
import { JsonNode } from './json-node.ts'
import { readJsonPath } from './json-path.ts'

/** Methods of org.camunda.spin.json.SpinJsonNode and SpinJsonPathQuery that only read. */
export const jsonMethods: MethodTable<JsonNode> = {
  prop: [1, 2, (self, name, ...value) => (value.length === 0 ? child(self, name) : setProp(self, name, value[0]))],
  hasProp: [1, 1, (self, name) => isPlainObject(self.value) && Object.hasOwn(self.value, presentText(name))],
  fieldNames: [0, 0, (self) => Object.keys(object(self))],
  elements: [0, 0, (self) => list(self).map((item) => wrap(self, item))],
  value: [0, 0, (self) => scalar(self)],
  stringValue: [0, 0, (self) => typed(self, 'string', 'a text')],
  numberValue: [0, 0, (self) => typed(self, 'number', 'a number')],
  boolValue: [0, 0, (self) => typed(self, 'boolean', 'true or false')],
  isObject: [0, 0, (self) => isPlainObject(self.value)],
  isArray: [0, 0, (self) => Array.isArray(self.value)],
  isString: [0, 0, (self) => typeof self.value === 'string'],
  isNumber: [0, 0, (self) => isNumeric(self.value)],
  isBoolean: [0, 0, (self) => typeof self.value === 'boolean'],
  isNull: [0, 0, (self) => self.value === null],
  isValue: [0, 0, (self) => typeof self.value !== 'object' || self.value === null],
  contains: [1, 1, (self, item) => position(self, item) >= 0],
  indexOf: [1, 1, (self, item) => found(self, item)],
  lastIndexOf: [1, 1, (self, item) => lastPosition(self, item)],
  jsonPath: metered(1, 1, ({ meter }, self, path) => wrap(self, readJsonPath(self.value, presentText(path), meter))),
  element: [0, 0, (self) => self],
  elementList: [0, 0, (self) => list(self).map((item) => wrap(self, item))],
  unwrap: [0, 0, (self) => self.value],
  mapTo: [1, 1, (self) => self.value],
  equals: [1, 1, (self, other) => isSame(self.value, toPlain(other))],
}

/** Methods of SpinJsonNode that change the node and return it. `prop` with a value changes it too. */
export const jsonMutators: MethodTable<JsonNode> = {
  append: [1, 1, (self, item) => insert(self, list(self).length, item)],
  insertAt: [2, 2, (self, index, item) => insert(self, itemIndex(self, index), item)],
  insertBefore: [2, 2, (self, search, item) => insert(self, found(self, search), item)],
  insertAfter: [2, 2, (self, search, item) => insert(self, found(self, search) + 1, item)],
  remove: [1, 1, (self, item) => removeAt(self, found(self, item))],
  removeLast: [1, 1, (self, item) => removeAt(self, lastPosition(self, item))],
  removeAt: [1, 1, (self, index) => removeAt(self, itemIndex(self, index))],
  deleteProp: [1, 1, (self, names) => deleteProps(self, Array.isArray(names) ? names : [names])],
}

function child(self: JsonNode, name: unknown): JsonNode {
  const key = presentText(name)
  const own = object(self)
  if (!Object.hasOwn(own, key))
    throw new Fault(`Expected a property '${key}' in the JSON, but it has none of that name.`)
  return wrap(self, readOwn(own, key))
}

function setProp(self: JsonNode, name: unknown, value: unknown): JsonNode {
  writeOwn(object(self), presentText(name), copyDeep(toPlain(value)))
  return self
}

function wrap(self: JsonNode, value: unknown): JsonNode {
  return new JsonNode(value ?? null, self.isOwned)
}

function object(self: JsonNode): PlainObject {
  if (isPlainObject(self.value)) return self.value
  throw new Fault(`Expected a JSON object, but found ${describe(self.value)}.`)
}

function list(self: JsonNode): unknown[] {
  if (Array.isArray(self.value)) return self.value
  throw new Fault(`Expected a JSON array, but found ${describe(self.value)}.`)
}

function scalar(self: JsonNode): unknown {
  if (typeof self.value !== 'object' || self.value === null) return self.value
  throw new Fault(`Expected a simple JSON value, but found ${describe(self.value)}.`)
}

function typed(self: JsonNode, type: 'string' | 'number' | 'boolean', wanted: string): unknown {
  const matches = type === 'number' ? isNumeric(self.value) : typeof self.value === type
  if (matches) return self.value
  throw new Fault(`Expected ${wanted} in the JSON, but found ${describe(self.value)}.`)
}

function position(self: JsonNode, item: unknown): number {
  const plain = toPlain(item)
  return list(self).findIndex((own) => isSame(own, plain))
}

function lastPosition(self: JsonNode, item: unknown): number {
  const plain = toPlain(item)
  return list(self).findLastIndex((own) => isSame(own, plain))
}

function found(self: JsonNode, item: unknown): number {
  const index = position(self, item)
  if (index < 0) throw new Fault(`Expected ${describe(toPlain(item))} in the JSON array, but it is not there.`)
  return index
}

/** An index from -1 down counts from the end. */
function itemIndex(self: JsonNode, index: unknown): number {
  const given = toIndex(index)
  const length = list(self).length
  const from = given < 0 ? length + given : given
  if (from >= 0 && from <= length) return from
  throw new Fault(`Expected an index of a JSON array of ${length}, but got ${given}.`)
}

function insert(self: JsonNode, index: number, item: unknown): JsonNode {
  list(self).splice(index, 0, copyDeep(toPlain(item)))
  return self
}

function removeAt(self: JsonNode, index: number): JsonNode {
  const own = list(self)
  if (index < 0 || index >= own.length)
    throw new Fault('Expected an item of the JSON array to remove, but there is none.')
  own.splice(index, 1)
  return self
}

function deleteProps(self: JsonNode, names: readonly unknown[]): JsonNode {
  const own = object(self)
  for (const name of names) {
    const key = presentText(name)
    if (!Object.hasOwn(own, key))
      throw new Fault(`Expected a property '${key}' in the JSON, but it has none of that name.`)
    delete own[key]
  }
  return self
}
