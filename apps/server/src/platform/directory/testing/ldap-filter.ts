import type { BerReader } from 'ldapts'

/** A filter as it was sent (RFC 4511, section 4.5.1.7). Values are in hexadecimal digits. */
export type SentFilter =
  | { readonly and: readonly SentFilter[] }
  | { readonly or: readonly SentFilter[] }
  | { readonly not: SentFilter }
  | { readonly present: string }
  | { readonly equal: string; readonly value: string }

export function readFilter(reader: BerReader): SentFilter {
  const tag = reader.peek()
  if (tag === 0x87) return { present: reader.readString(0x87) ?? '' }
  reader.readSequence(tag ?? undefined)
  const end = reader.offset + reader.length
  if (tag === 0xa2) return { not: readFilter(reader) }
  if (tag === 0xa3) {
    const equal = reader.readString() ?? ''
    return { equal, value: (reader.readString(4, true) ?? Buffer.alloc(0)).toString('hex') }
  }
  if (tag !== 0xa0 && tag !== 0xa1)
    throw new Error(`Expected a filter that the test server knows, but its tag is ${tag}.`)
  const filters: SentFilter[] = []
  while (reader.offset < end) filters.push(readFilter(reader))
  return tag === 0xa0 ? { and: filters } : { or: filters }
}

export function matches(filter: SentFilter, entry: Readonly<Record<string, unknown>>): boolean {
  if ('and' in filter) return filter.and.every((one) => matches(one, entry))
  if ('or' in filter) return filter.or.some((one) => matches(one, entry))
  if ('not' in filter) return !matches(filter.not, entry)
  const name = 'present' in filter ? filter.present : filter.equal
  if (name.toLowerCase() === 'objectclass' && 'present' in filter) return true
  const found = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase())
  if (found === undefined) return false
  if ('present' in filter) return true
  const value = entry[found]
  const values = (Array.isArray(value) ? value : [value]) as (string | Buffer)[]
  const wanted = Buffer.from(filter.value, 'hex')
  return values.some((one) =>
    Buffer.isBuffer(one) ? one.equals(wanted) : one.toLowerCase() === wanted.toString().toLowerCase(),
  )
}
