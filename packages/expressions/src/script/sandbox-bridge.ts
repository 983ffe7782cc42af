/**
 * The first program of a fresh sandbox, before the guards. It returns a function that sets up one evaluation.
 * `host(operation, a, b)` is the only access to the host: it takes and returns text (see `createWire`). Functions that
 * a script may replace are stored here first.
 */
export const sandboxBridge = String.raw`(function () {
  'use strict'
  const { apply, construct } = Reflect
  const { defineProperty, keys, entries, hasOwn, getOwnPropertyDescriptor, setPrototypeOf } = Object
  const { isArray, from } = Array
  const { parse, stringify } = JSON
  const { fromCharCode } = String
  const [WeakMapOf, ProxyOf, DateOf, MapOf, SetOf, BytesOf, PromiseOf] = [WeakMap, Proxy, Date, Map, Set, Uint8Array, Promise]
  const [textOf, numberOf, bigOf, TypeFault, RangeFault] = [String, Number, BigInt, TypeError, RangeError]
  const { getTime } = DateOf.prototype
  const wellFormed = String.prototype.isWellFormed
  const [search, cut, join] = [String.prototype.indexOf, String.prototype.slice, Array.prototype.join]
  const isFinite = Number.isFinite
  const { get: numbersGet, set: numbersSet } = WeakMapOf.prototype

  return function (host, settings, { SpinNode, mapMethods }) {
    const { now, seed, names, values, objects, isJavaLike } = parse(settings)
    const numbers = new WeakMapOf()

    function ask(operation, a, b) {
      const answer = host(operation, a, b)
      if (answer[0] !== 'e') return decode(answer)
      const { name, message, fault } = parse(apply(cut, answer, [1]))
      const error = new Error(message)
      if (name !== 'Error') error.name = name
      defineProperty(error, 'fault', { value: fault })
      throw error
    }

    function decode(text) {
      const body = apply(cut, text, [1])
      if (text[0] === 's') return body
      const value = parse(body)
      return text[0] === 't' || isJavaLike ? revive(value) : value
    }

    function revive(value) {
      if (isArray(value)) {
        for (let index = 0; index < value.length; index += 1) {
          const item = value[index]
          if (typeof item === 'object' && item !== null) value[index] = revive(item)
        }
        return value
      }
      if (typeof value !== 'object' || value === null) return value
      if (hasOwn(value, '$')) return readTag(value.$, value.v)
      for (const key of keys(value)) {
        const item = value[key]
        if (typeof item === 'object' && item !== null) put(value, key, revive(item))
      }
      return isJavaLike ? setPrototypeOf(value, mapMethods) : value
    }

    function put(object, key, value) {
      defineProperty(object, key, { value, writable: true, configurable: true, enumerable: true })
    }

    function readTag(tag, content) {
      if (tag === 'd') return new DateOf(content)
      if (tag === 'n') return bigOf(content)
      if (tag === 'f') return numberOf(content)
      if (tag === 'u') return decodeBytes(content)
      if (tag === 'h') return openObject(content)
      if (tag !== 'o') return undefined
      const object = {}
      for (let index = 0; index < content.length; index += 1) put(object, content[index][0], revive(content[index][1]))
      return object
    }

    function encode(value) {
      if (typeof value === 'string' && apply(wellFormed, value, []) && apply(search, value, ['\0']) < 0) return 's' + value
      const parts = []
      const isTagged = write(value, parts, [])
      return (isTagged ? 't' : 'j') + apply(join, parts, [''])
    }

    function write(value, parts, above) {
      if (value === null || typeof value === 'string' || typeof value === 'boolean' || isFinite(value)) {
        parts[parts.length] = stringify(value)
        return false
      }
      if (typeof value === 'undefined') return writeTag(parts, 'x', null)
      if (typeof value === 'bigint') return writeTag(parts, 'n', textOf(value))
      if (typeof value === 'number') return writeTag(parts, 'f', textOf(value))
      if (typeof value !== 'object') throw new TypeFault('Expected data, but found a ' + typeof value)
      if (value instanceof SpinNode) return write(value.plain, parts, above)
      const number = apply(numbersGet, numbers, [value])
      if (number !== undefined && isData) throw new TypeFault('Expected data, but found an object of the engine')
      if (number !== undefined) return writeTag(parts, 'h', number)
      if (value instanceof DateOf) return writeTag(parts, 'd', apply(getTime, value, []))
      if (value instanceof BytesOf) return writeTag(parts, 'u', encodeBytes(value))
      if (value instanceof PromiseOf) throw new TypeFault('Expected data, but found a promise')
      if (value instanceof Number || value instanceof String || value instanceof Boolean) return write(value.valueOf(), parts, above)
      if (value instanceof Error) return write(textOf(value), parts, above)
      if (value instanceof SetOf) return writeInner(from(value), parts, above)
      if (value instanceof MapOf) return writeInner(fromEntries(value), parts, above)
      return writeInner(value, parts, above)
    }

    let isData = false

    /** Encodes what the script leaves behind: data only. An object of the engine as its value counts as null. */
    function encodeResult(value) {
      isData = true
      const isObject = typeof value === 'object' && value !== null
      return encode(isObject && apply(numbersGet, numbers, [value]) !== undefined ? null : value)
    }

    function fromEntries(map) {
      const object = {}
      map.forEach((value, key) => put(object, textOf(key), value))
      return object
    }

    function writeInner(value, parts, above) {
      for (let index = 0; index < above.length; index += 1) {
        if (above[index] === value) throw new TypeFault('Expected data, but it contains itself')
      }
      if (above.length > 300) throw new RangeFault('Expected data of at most 300 levels, but it goes deeper')
      above[above.length] = value
      const isTagged = isArray(value) ? writeList(value, parts, above) : writeObject(value, parts, above)
      above.length -= 1
      return isTagged
    }

    function writeList(list, parts, above) {
      let isTagged = false
      parts[parts.length] = '['
      for (let index = 0; index < list.length; index += 1) {
        if (index > 0) parts[parts.length] = ','
        const item = list[index]
        isTagged = write(item === undefined ? null : item, parts, above) || isTagged
      }
      parts[parts.length] = ']'
      return isTagged
    }

    function writeObject(object, parts, above) {
      let isTagged = false
      let isFirst = true
      const isPlain = !hasOwn(object, '$')
      parts[parts.length] = isPlain ? '{' : '{"$":"o","v":['
      for (const key of keys(object)) {
        const value = object[key]
        if (value === undefined) continue
        parts[parts.length] = (isFirst ? '' : ',') + (isPlain ? stringify(key) + ':' : '[' + stringify(key) + ',')
        isFirst = false
        isTagged = write(value, parts, above) || isTagged
        if (!isPlain) parts[parts.length] = ']'
      }
      parts[parts.length] = isPlain ? '}' : ']}'
      return isTagged || !isPlain
    }

    function writeTag(parts, tag, content) {
      parts[parts.length] = '{"$":"' + tag + '","v":' + stringify(content) + '}'
      return true
    }

    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

    function encodeBytes(bytes) {
      const parts = []
      for (let index = 0; index < bytes.length; index += 3) {
        const three = (bytes[index] << 16) | ((bytes[index + 1] || 0) << 8) | (bytes[index + 2] || 0)
        const left = bytes.length - index
        parts[parts.length] = alphabet[three >> 18] + alphabet[(three >> 12) & 63] +
          (left > 1 ? alphabet[(three >> 6) & 63] : '=') + (left > 2 ? alphabet[three & 63] : '=')
      }
      return apply(join, parts, [''])
    }

    function decodeBytes(text) {
      const digits = {}
      for (let index = 0; index < 64; index += 1) digits[alphabet[index]] = index
      const padding = text.length === 0 ? 0 : text[text.length - 2] === '=' ? 2 : text[text.length - 1] === '=' ? 1 : 0
      const bytes = new BytesOf((text.length / 4) * 3 - padding)
      for (let index = 0, at = 0; index < text.length; index += 4) {
        const three = (digits[text[index]] << 18) | (digits[text[index + 1]] << 12) | ((digits[text[index + 2]] || 0) << 6) | (digits[text[index + 3]] || 0)
        for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = (three >> shift) & 255
      }
      return bytes
    }

    function openObject(number) {
      const members = { __proto__: null }
      const kind = (name) => (members[name] ??= { kind: ask('kind', textOf(number), name), call: undefined })
      const capital = (name) => textOf(name[0]).toUpperCase() + apply(cut, name, [1])
      const proxy = new ProxyOf({}, {
        get(_, name) {
          if (typeof name !== 'string' || name === 'toJSON') return undefined
          const member = kind(name)
          if (member.kind === 'property') return ask('read', textOf(number), name)
          if (member.kind === 'method') return (member.call ??= (...args) => callMethod(number, name, args))
          return name === 'toString' ? () => '[object of the engine]' : undefined
        },
        set(_, name, value) {
          const setter = typeof name === 'string' && name !== '' ? 'set' + capital(name) : ''
          if (setter === '' || kind(setter).kind !== 'method') throw new TypeFault('Expected a property that can be set, but ' + textOf(name) + ' cannot')
          callMethod(number, setter, [value])
          return true
        },
        has: (_, name) => typeof name === 'string' && kind(name).kind !== 'none',
        ownKeys: () => [],
        defineProperty: () => false,
        deleteProperty: () => false,
        setPrototypeOf: () => false,
      })
      apply(numbersSet, numbers, [proxy, number])
      return proxy
    }

    const globals = { __proto__: null }

    function callMethod(number, name, args) {
      const result = ask('call:' + number, name, encode(args))
      if (name === 'setVariable' || name === 'setVariables' || name === 'removeVariable' || name === 'removeVariables' ||
          name === 'setVariableLocal' || name === 'setVariablesLocal') {
        for (const known of keys(globals)) globals[known].isLoaded = false
      }
      return result
    }

    function defineVariable(name, value) {
      const slot = (globals[name] = { isLoaded: value !== undefined, value: value === undefined ? undefined : decode(value) })
      defineProperty(globalThis, name, {
        configurable: true,
        enumerable: true,
        get() {
          if (!slot.isLoaded) {
            slot.value = ask('get', name, '')
            slot.isLoaded = true
          }
          return slot.value
        },
        set(assigned) { put(globalThis, name, assigned) },
      })
    }

    function listGlobals() {
      const list = {}
      for (const name of keys(globalThis)) {
        if (typeof getOwnPropertyDescriptor(globalThis, name).get === 'function' || known[name]) continue
        const value = globalThis[name]
        if (typeof value !== 'function' && apply(numbersGet, numbers, [Object(value)]) === undefined) put(list, name, value)
      }
      return encodeResult(list)
    }

    for (const name of names) defineVariable(name, values[name])
    for (const name of keys(objects)) put(globalThis, name, openObject(objects[name]))

    function Clock(...args) {
      if (new.target === undefined) return textOf(new DateOf(now))
      return construct(DateOf, args.length === 0 ? [now] : args, new.target)
    }
    Clock.prototype = DateOf.prototype
    for (const name of ['parse', 'UTC']) defineProperty(Clock, name, { value: DateOf[name], writable: true, configurable: true })
    defineProperty(Clock, 'now', { value: () => now, writable: true, configurable: true })
    defineProperty(Clock, 'name', { value: 'Date', configurable: true })
    defineProperty(DateOf.prototype, 'constructor', { value: Clock, writable: true, configurable: true })
    defineProperty(globalThis, 'Date', { value: Clock, writable: true, configurable: true })

    let state = seed
    defineProperty(Math, 'random', {
      value: () => {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
      },
      writable: true,
      configurable: true,
    })

    const silent = () => undefined
    const hidden = { print: silent, console: { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent } }
    for (const [name, value] of entries(hidden)) defineProperty(globalThis, name, { value, writable: true, configurable: true })
    const known = { __proto__: null }
    for (const name of keys(objects)) known[name] = true

    return { encodeResult, listGlobals }
  }
})()`
