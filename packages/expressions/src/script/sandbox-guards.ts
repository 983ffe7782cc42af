/**
 * The second program of a fresh sandbox. The interpreter stops runaway scripts between instructions, but not inside a native
 * function: so native functions whose work the memory limit does not bound are bounded here. Functions that compile
 * text to code are removed, because the recursion of the parser is not covered by the stack limit. So are
 * garbage-collection watchers, and Proxy, which could change an array's length between check and use.
 */
export const sandboxGuards = `(function () {
  'use strict'
  const { apply, ownKeys } = Reflect
  const text = String
  const { defineProperty, getPrototypeOf } = Object
  const { isArray } = Array
  const maximumLength = 5e6
  const maximumSearch = 2e8

  for (const sample of [function () {}, function* () {}, async function () {}, async function* () {}]) {
    delete getPrototypeOf(sample).constructor
  }
  for (const name of ['eval', 'Function', 'Proxy', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer']) {
    delete globalThis[name]
  }

  function replace(owner, name, make) {
    const original = owner[name]
    defineProperty(owner, name, { value: make(original), writable: true, configurable: true, enumerable: false })
  }

  function listOf(value) {
    if (value === null || value === undefined) throw new TypeError('Expected a list, but got ' + value)
    const length = isArray(value) ? value.length : Number(value.length) || 0
    if (length > maximumLength) throw new RangeError('Expected a list of at most ' + maximumLength + ' items, but it has ' + length)
    if (isArray(value)) return value
    const list = []
    for (let index = 0; index < length; index += 1) list[index] = value[index]
    return list
  }

  const lists = Array.prototype
  const changing = { __proto__: null, copyWithin: 1, fill: 1, pop: 1, push: 1, reverse: 1, shift: 1, sort: 1, splice: 1, unshift: 1 }
  for (const name of ownKeys(lists)) {
    if (typeof lists[name] !== 'function' || typeof name === 'symbol') continue
    if (name === 'constructor' || name === 'toString' || name === 'toLocaleString' || name === 'flat' || name === 'flatMap') continue
    replace(lists, name, (original) => changing[name]
      ? function (...args) {
          if (!isArray(this)) throw new TypeError('Expected a list to call ' + name + ' on')
          return apply(original, listOf(this), args)
        }
      : function (...args) {
          if (name === 'concat') for (const item of args) if (isArray(item)) listOf(item)
          return apply(original, listOf(this), args)
        })
  }
  defineProperty(lists, Symbol.iterator, { value: lists.values, writable: true, configurable: true, enumerable: false })

  function flatten(list, depth, into) {
    listOf(list)
    for (let index = 0; index < list.length; index += 1) {
      if (!(index in list)) continue
      if (depth > 0 && isArray(list[index])) flatten(list[index], depth - 1, into)
      else into[into.length] = list[index]
    }
    return into
  }
  replace(lists, 'flat', () => function (depth = 1) { return flatten(listOf(this), Number(depth) || 0, []) })
  replace(lists, 'flatMap', () => function (f, self) {
    const list = listOf(this)
    const mapped = []
    for (let index = 0; index < list.length; index += 1) if (index in list) mapped[mapped.length] = apply(f, self, [list[index], index, list])
    return flatten(mapped, 1, [])
  })

  const iterators = getPrototypeOf([].values())
  replace(iterators, 'next', (original) => function () { return apply(original, this, []) })
  replace(JSON, 'stringify', (original) => function (value, replacer, space) {
    return original(value, isArray(replacer) ? listOf(replacer) : replacer, space)
  })

  const texts = String.prototype
  const protocols = { __proto__: null, split: Symbol.split, replace: Symbol.replace, replaceAll: Symbol.replace }
  for (const name of ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll']) {
    replace(texts, name, (original) => function (pattern, ...others) {
      if (this === null || this === undefined) throw new TypeError('Expected a text to call ' + name + ' on, but got ' + this)
      const isObject = typeof pattern === 'object' && pattern !== null
      const protocol = isObject && protocols[name] ? pattern[protocols[name]] : undefined
      if (name === 'replaceAll' && protocol && !text(pattern.flags).includes('g')) throw new TypeError('Expected a global pattern for replaceAll')
      if (typeof protocol === 'function') return apply(protocol, pattern, [this, ...others])
      const own = text(this)
      const part = pattern === undefined && name === 'split' ? undefined : text(pattern)
      if (part !== undefined && part.length * own.length > maximumSearch) {
        throw new RangeError('Expected a shorter text to search, or a shorter one to search for')
      }
      return apply(original, own, [part, ...others])
    })
  }
})()`
