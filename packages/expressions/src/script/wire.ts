import { fromBase64, toBase64 } from '../base64.ts'
import type { HostObject } from '../expression.ts'
import { isHostObject } from '../uel/host-object.ts'

/**
 * The text format of values between host and sandbox. The first character says how to read the rest: `s` a string, `j`
 * JSON, `t` JSON in which an object with the key `$` represents what JSON lacks: `d` an instant, `n` a bigint, `f` NaN
 * and infinities, `u` bytes in base 64, `h` an engine object by number, `x` undefined, `o` an object that has a key `$`
 * itself, as a list of pairs.
 */
export interface Wire {
  /** @throws RangeError when the value is nested too deep, TypeError when it holds a function or symbol. */
  encode(value: unknown): string
  decode(text: string): unknown
}

/**
 * Creates the encoder and decoder of values between host and sandbox. Objects of the engine are numbered in `objects`.
 */
export function createWire(objects: HostObject[]): Wire {
  return {
    encode(value) {
      if (typeof value === 'string' && isCarriedRaw(value)) return `s${value}`
      const parts: string[] = []
      const isTagged = write(value ?? null, parts, { objects, depth: 0 })
      return (isTagged ? 't' : 'j') + parts.join('')
    },
    decode(text) {
      const body = text.slice(1)
      if (text.startsWith('s')) return body
      const value: unknown = JSON.parse(body)
      return text.startsWith('t') ? revive(value, objects) : value
    },
  }
}

const maximumDepth = 400

/** The wall is crossed as a C string in UTF-8, which has no NUL and no half of a surrogate pair. */
function isCarriedRaw(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

interface Writing {
  readonly objects: HostObject[]
  readonly depth: number
}

/** Writes a value; returns whether it needed tags. */
function write(value: unknown, parts: string[], { objects, depth }: Writing): boolean {
  if (depth > maximumDepth) throw new RangeError(`Expected data of at most ${maximumDepth} levels, but it goes deeper.`)
  const inner = { objects, depth: depth + 1 }
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) {
    parts.push(JSON.stringify(value))
    return false
  }
  if (Array.isArray(value)) return writeList(value, parts, inner)
  const tag = findTag(value, objects)
  if (tag !== undefined) {
    parts.push(`{"$":"${tag[0]}","v":${JSON.stringify(tag[1])}}`)
    return true
  }
  if (typeof value !== 'object') throw new TypeError(`Expected data, but found a ${typeof value}.`)
  return Object.hasOwn(value, '$') ? writePairs(value, parts, inner) : writeObject(value, parts, inner)
}

function writeList(list: readonly unknown[], parts: string[], writing: Writing): boolean {
  let isTagged = false
  parts.push('[')
  list.forEach((item, index) => {
    if (index > 0) parts.push(',')
    isTagged = write(item ?? null, parts, writing) || isTagged
  })
  parts.push(']')
  return isTagged
}

function writeObject(object: object, parts: string[], writing: Writing): boolean {
  let isTagged = false
  let isFirst = true
  parts.push('{')
  for (const [key, item] of Object.entries(object)) {
    if (item === undefined) continue
    parts.push(`${isFirst ? '' : ','}${JSON.stringify(key)}:`)
    isFirst = false
    isTagged = write(item, parts, writing) || isTagged
  }
  parts.push('}')
  return isTagged
}

function writePairs(object: object, parts: string[], writing: Writing): boolean {
  parts.push('{"$":"o","v":')
  write(Object.entries(object), parts, writing)
  parts.push('}')
  return true
}

function findTag(value: unknown, objects: HostObject[]): readonly [string, string | number | null] | undefined {
  if (value === undefined) return ['x', null]
  if (typeof value === 'bigint') return ['n', String(value)]
  if (typeof value === 'number') return ['f', String(value)]
  if (value instanceof Date) return ['d', value.getTime()]
  if (value instanceof Uint8Array) return ['u', toBase64(value)]
  return isHostObject(value) ? ['h', numberOf(value, objects)] : undefined
}

function numberOf(object: HostObject, objects: HostObject[]): number {
  const known = objects.indexOf(object)
  return known >= 0 ? known : objects.push(object) - 1
}

function revive(value: unknown, objects: readonly HostObject[]): unknown {
  if (Array.isArray(value)) return value.map((item) => revive(item, objects))
  if (typeof value !== 'object' || value === null) return value
  if (Object.hasOwn(value, '$')) return readTag(value as Tag, objects)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item, objects)]))
}

interface Tag {
  $: unknown
  v?: unknown
}

function readTag({ $: tag, v: content }: Tag, objects: readonly HostObject[]): unknown {
  switch (tag) {
    case 'd':
      return new Date(Number(content ?? Number.NaN))
    case 'n':
      return BigInt(String(content))
    case 'f':
      return Number(content)
    case 'u':
      return fromBase64(String(content))
    case 'h':
      return objects[Number(content)] ?? null
    case 'o':
      return Object.fromEntries((content as [string, unknown][]).map(([key, item]) => [key, revive(item, objects)]))
    default:
      return undefined
  }
}
