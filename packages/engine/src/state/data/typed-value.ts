import { fromBase64, toBase64 } from '@millrace/expressions'
import type { StoredValue, TypedValue } from '../value.ts'
import { type Codec, json, mapOf, nullable, shape, text, UnreadableData } from './codec.ts'

/** Values that JSON cannot express are objects with one member: `{long}` beyond 2^53, `{bytes}` in base64. */
const storedValue: Codec<StoredValue> = {
  encode: (value) => {
    if (typeof value === 'bigint') return { long: String(value) }
    return value instanceof Uint8Array ? { bytes: toBase64(value) } : value
  },
  decode: (stored, at) => {
    if (stored === null || stored === undefined) return null
    if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean') return stored
    if (typeof stored === 'object' && 'long' in stored) return BigInt(String(stored.long))
    if (typeof stored === 'object' && 'bytes' in stored) return fromBase64(String(stored.bytes))
    throw new UnreadableData('the value of a variable', stored, at)
  },
}

const typedValue: Codec<TypedValue> = shape({ type: text, value: storedValue, info: nullable(mapOf(json)) })

/** The codec of a variable: its name and its typed value. */
export const plainVariable: Codec<{ readonly name: string; readonly value: TypedValue }> = shape({
  name: text,
  value: typedValue,
})
