/**
 * Encodes a value in a JSON column and decodes it. `ValueOf` derives the type from the codec, so that nothing is read
 * that is not written.
 */
export interface Codec<T> {
  /** Returns the value as JSON, without undefined members. */
  encode(value: T): unknown
  /**
   * @param at the position of the value, for the error message.
   * @throws UnreadableData for a value of another shape.
   */
  decode(stored: unknown, at: string): T
}

export type ValueOf<C> = C extends Codec<infer T> ? T : never

/** The error for a row with data in an unknown format, written by another version of the product or by hand. */
export class UnreadableData extends Error {
  constructor(expected: string, stored: unknown, at: string) {
    super(
      `Expected ${expected} at ${at}, but the row has ${JSON.stringify(stored) ?? 'nothing'}. It was written by another version of the program.`,
    )
  }
}

export const text: Codec<string> = plain('text', (stored) => typeof stored === 'string')

export const wholeNumber: Codec<number> = plain('a whole number', Number.isInteger)

export const number: Codec<number> = plain('a number', Number.isFinite)

/** The codec of booleans. False is left out. */
export const flag: Codec<boolean> = {
  encode: (value) => value || undefined,
  decode: (stored, at) => {
    if (stored === undefined || typeof stored === 'boolean') return stored === true
    throw new UnreadableData('true or false', stored, at)
  },
}

/** The codec of any JSON, which its reader checks. */
export const json: Codec<unknown> = { encode: (value) => value, decode: (stored) => stored }

export function oneOf<const T extends string>(...words: readonly T[]): Codec<T> {
  return plain(`one of ${words.join(', ')}`, (stored) => words.some((word) => word === stored))
}

/** Creates a codec that omits null. */
export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    encode: (value) => (value === null ? undefined : codec.encode(value)),
    decode: (stored, at) => (stored === undefined || stored === null ? null : codec.decode(stored, at)),
  }
}

/** Creates the codec of a list. An empty list is left out. */
export function listOf<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    encode: (value) => (value.length === 0 ? undefined : value.map((item) => codec.encode(item))),
    decode: (stored, at) => {
      if (stored === undefined) return []
      if (!Array.isArray(stored)) throw new UnreadableData('a list', stored, at)
      return stored.map((item, index) => codec.decode(item, `${at}.${index}`))
    },
  }
}

export function mapOf<T>(codec: Codec<T>): Codec<Readonly<Record<string, T>>> {
  return {
    encode: (value) =>
      Object.fromEntries(Object.entries(value).map(([key, item]) => [key, codec.encode(item) ?? null])),
    decode: (stored, at) =>
      Object.fromEntries(
        Object.entries(objectAt(stored, at)).map(([key, item]) => [key, codec.decode(item, `${at}.${key}`)]),
      ),
  }
}

type Fields = Readonly<Record<string, Codec<unknown>>>
type Shape<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

/** Creates the codec of an object with these fields. Others are an error, unless it is open. */
export function shape<F extends Fields>(fields: F, { isOpen = false } = {}): Codec<Shape<F>> {
  const entries = Object.entries(fields)
  return {
    encode: (value) => Object.fromEntries(entries.map(([key, codec]) => [key, codec.encode(value[key])])),
    decode: (stored, at) => {
      const object = objectAt(stored, at)
      for (const key of isOpen ? [] : Object.keys(object))
        if (!Object.hasOwn(fields, key)) throw new UnreadableData(`only ${Object.keys(fields).join(', ')}`, stored, at)
      // Each field is decoded by its own codec, which is what the type says.
      return Object.fromEntries(
        entries.map(([key, codec]) => [key, codec.decode(object[key], `${at}.${key}`)]),
      ) as Shape<F>
    },
  }
}

/** Creates a codec that stores null as a value, for objects that may be missing as a whole. */
export function orNull<T>(codec: Codec<T>): Codec<T | null> {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (stored, at) => (stored === null ? null : codec.decode(stored, at)),
  }
}

/**
 * Returns a codec for objects with some of these fields. Missing fields stay missing, which means that they are
 * unchanged.
 */
export function patchOf<F extends Fields>(fields: F): Codec<Partial<Shape<F>>> {
  const given = (object: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).filter(([key]) => object[key] !== undefined)
  return {
    encode: (value) => Object.fromEntries(given(value).map(([key, codec]) => [key, codec.encode(value[key])])),
    decode: (stored, at) => {
      const object = objectAt(stored, at)
      const entries = given(object).map(([key, codec]) => [key, codec.decode(object[key], `${at}.${key}`)] as const)
      return Object.fromEntries(entries) as Partial<Shape<F>>
    },
  }
}

type Kinds = Readonly<Record<string, Fields>>
type Union<Tag extends string, K extends Kinds> = {
  readonly [Kind in keyof K & string]: { readonly [T in Tag]: Kind } & Shape<K[Kind]>
}[keyof K & string]

/** Creates the codec of one of several shapes, distinguished by the value at `tag`. */
export function unionOf<Tag extends string, K extends Kinds>(tag: Tag, kinds: K): Codec<Union<Tag, K>> {
  const codecs = new Map(Object.entries(kinds).map(([kind, fields]) => [kind, shape(fields)]))
  return {
    encode: (value) => {
      const kind: string = value[tag]
      // The codec of a kind takes what has this kind, which TypeScript cannot follow through the map.
      const codec = codecs.get(kind) as Codec<unknown> | undefined
      return { [tag]: kind, ...(codec?.encode(value) as object) }
    },
    decode: (stored, at) => {
      const { [tag]: kind, ...fields } = objectAt(stored, at)
      const codec = codecs.get(String(kind))
      if (codec === undefined)
        throw new UnreadableData(`a ${tag} that is one of ${[...codecs.keys()].join(', ')}`, stored, at)
      return { [tag]: kind, ...codec.decode(fields, at) } as Union<Tag, K>
    },
  }
}

function plain<T>(expected: string, isOne: (stored: unknown) => boolean): Codec<T> {
  return {
    encode: (value) => value,
    decode: (stored, at) => {
      if (isOne(stored)) return stored as T
      throw new UnreadableData(expected, stored, at)
    },
  }
}

function objectAt(stored: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof stored === 'object' && stored !== null && !Array.isArray(stored))
    return stored as Readonly<Record<string, unknown>>
  throw new UnreadableData('an object', stored, at)
}
