/**
 * The third program of a fresh sandbox. It defines the methods of Java and of Camunda Spin that scripts for Nashorn or
 * Graal call. Returns the class of Spin nodes and the prototype of maps; a script that uses such methods
 * gets its variables with that prototype (see `usesJavaMethods`).
 */
export const sandboxJava = `(function () {
  'use strict'
  const { parse, stringify } = JSON
  const { defineProperty, keys, entries, hasOwn } = Object
  const { isArray } = Array

  function install(owner, methods) {
    for (const name of keys(methods)) {
      if (!(name in owner)) defineProperty(owner, name, { value: methods[name], writable: true, configurable: true })
    }
    return owner
  }

  function itemOf(list, index) {
    if (index in list) return list[index]
    throw new RangeError('Expected an index of a list of ' + list.length + ', but got ' + index)
  }

  function remove(list, index) {
    if (index >= 0) list.splice(index, 1)
    return index >= 0
  }

  install(Array.prototype, {
    size() { return this.length },
    isEmpty() { return this.length === 0 },
    get(index) { return itemOf(this, index) },
    getFirst() { return itemOf(this, 0) },
    getLast() { return itemOf(this, this.length - 1) },
    contains(item) { return this.includes(item) },
    add(item, inserted) {
      if (arguments.length === 2) this.splice(item, 0, inserted)
      else this.push(item)
      return true
    },
    addAll(items) {
      for (const item of items) this.push(item)
      return true
    },
    remove(item) { return typeof item === 'number' ? this.splice(item, 1)[0] : remove(this, this.indexOf(item)) },
    elements() { return this.map((item) => new SpinNode(item)) },
  })
  install(String.prototype, {
    equals(other) { return String(this) === other },
    equalsIgnoreCase(other) { return typeof other === 'string' && this.toLowerCase() === other.toLowerCase() },
    isEmpty() { return this.length === 0 },
    contains(part) { return this.includes(part) },
    compareTo(other) { return this < other ? -1 : this > other ? 1 : 0 },
  })
  install(Number.prototype, {
    intValue() { return Math.trunc(this) },
    longValue() { return Math.trunc(this) },
    doubleValue() { return Number(this) },
    equals(other) { return Number(this) === other },
  })
  install(Boolean.prototype, { booleanValue() { return this.valueOf() }, equals(other) { return this.valueOf() === other } })
  install(Date.prototype, {
    before(other) { return this.getTime() < other.getTime() },
    after(other) { return this.getTime() > other.getTime() },
  })

  const mapMethods = install({}, {
    get(key) { return hasOwn(this, key) ? this[key] : null },
    getOrDefault(key, other) { return hasOwn(this, key) ? this[key] : other },
    put(key, value) {
      const before = hasOwn(this, key) ? this[key] : null
      this[key] = value
      return before
    },
    remove(key) {
      const before = hasOwn(this, key) ? this[key] : null
      delete this[key]
      return before
    },
    containsKey(key) { return hasOwn(this, key) },
    size() { return keys(this).length },
    isEmpty() { return keys(this).length === 0 },
    keySet() { return keys(this) },
    values() { return keys(this).map((key) => this[key]) },
    entrySet() { return entries(this).map(([key, value]) => ({ key, value, getKey: () => key, getValue: () => value })) },
    prop(...args) { return new SpinNode(this).prop(...args) },
    hasProp(name) { return hasOwn(this, name) },
    fieldNames() { return keys(this) },
  })

  function typed(node, type, wanted) {
    if (typeof node.plain === type) return node.plain
    throw new TypeError('Expected ' + wanted + ' in the JSON, but found ' + stringify(node.plain))
  }

  function listOf(node) {
    if (isArray(node.plain)) return node.plain
    throw new TypeError('Expected a JSON array, but found ' + stringify(node.plain))
  }

  function plainOf(value) {
    return value instanceof SpinNode ? value.plain : value
  }

  class SpinNode {
    constructor(plain) { defineProperty(this, 'plain', { value: plain }) }
    prop(name, ...values) {
      if (values.length > 0) {
        this.plain[name] = plainOf(values[0])
        return this
      }
      if (typeof this.plain !== 'object' || this.plain === null || !hasOwn(this.plain, name)) {
        throw new ReferenceError("Expected a property '" + name + "' in the JSON, but it has none of that name")
      }
      return new SpinNode(this.plain[name])
    }
    hasProp(name) { return typeof this.plain === 'object' && this.plain !== null && hasOwn(this.plain, name) }
    deleteProp(names) {
      for (const name of isArray(names) ? names : [names]) delete this.plain[name]
      return this
    }
    fieldNames() { return keys(this.plain) }
    elements() { return listOf(this).map((item) => new SpinNode(item)) }
    append(item) {
      listOf(this).push(plainOf(item))
      return this
    }
    insertAt(index, item) {
      listOf(this).splice(index, 0, plainOf(item))
      return this
    }
    removeAt(index) {
      listOf(this).splice(index, 1)
      return this
    }
    remove(item) {
      remove(listOf(this), listOf(this).indexOf(plainOf(item)))
      return this
    }
    indexOf(item) { return listOf(this).indexOf(plainOf(item)) }
    contains(item) { return listOf(this).includes(plainOf(item)) }
    value() {
      if (typeof this.plain !== 'object' || this.plain === null) return this.plain
      throw new TypeError('Expected a simple JSON value, but found ' + stringify(this.plain))
    }
    stringValue() { return typed(this, 'string', 'a text') }
    numberValue() { return typed(this, 'number', 'a number') }
    boolValue() { return typed(this, 'boolean', 'true or false') }
    isObject() { return typeof this.plain === 'object' && this.plain !== null && !isArray(this.plain) }
    isArray() { return isArray(this.plain) }
    isString() { return typeof this.plain === 'string' }
    isNumber() { return typeof this.plain === 'number' }
    isBoolean() { return typeof this.plain === 'boolean' }
    isNull() { return this.plain === null }
    isValue() { return typeof this.plain !== 'object' || this.plain === null }
    element() { return this }
    elementList() { return this.elements() }
    unwrap() { return this.plain }
    mapTo() { return this.plain }
    toString() { return stringify(this.plain) }
    toJSON() { return this.plain }
  }

  function S(value) {
    if (value instanceof SpinNode) return value
    if (typeof value !== 'string') return new SpinNode(value === undefined ? null : value)
    if (value.trim().startsWith('<')) throw new TypeError('Expected JSON, but found XML: XML is not read by scripts')
    return new SpinNode(parse(value))
  }
  defineProperty(globalThis, 'S', { value: S, writable: true, configurable: true })

  return { SpinNode, mapMethods }
})()`

/** Returns whether a script calls methods that only Java maps and Spin JSON nodes have. */
export function usesJavaMethods(source: string): boolean {
  return /\.\s*(?:get|getOrDefault|put|remove|containsKey|size|isEmpty|keySet|values|entrySet|prop|hasProp|fieldNames)\s*\(/.test(
    source,
  )
}
