/** Reads numbers and bytes of records one after another, within their bounds. */
export interface ByteReader {
  byte(): number
  /** A signed number of variable length (zigzag, as in Protocol Buffers). */
  varint(): number
  /** Bytes behind their length as a `varint`; null: the length is -1. */
  bytes(): Buffer | null
  /** The number of bytes before the next one. */
  position(): number
  /** Continues at a position that was not passed yet. */
  skipTo(position: number): void
}

/** A 64-bit number has at most ten bytes of seven bits. */
const maxVarintBytes = 10

/** Creates a reader. Its functions throw a RangeError behind the end of the bytes. */
export function createByteReader(all: Buffer): ByteReader {
  let at = 0
  const take = (length: number): Buffer => {
    if (!(length >= 0 && length <= all.length - at)) throw new RangeError('Expected more bytes.')
    at += length
    return all.subarray(at - length, at)
  }
  const byte = () => {
    const next = all[at]
    if (next === undefined) throw new RangeError('Expected more bytes.')
    at += 1
    return next
  }
  const varint = () => {
    let [value, factor] = [0, 1]
    for (let count = 0; count < maxVarintBytes; count++) {
      const next = byte()
      value += (next & 0x7f) * factor
      if (next < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
      factor *= 128
    }
    throw new RangeError('Expected a number of at most ten bytes.')
  }
  return {
    byte,
    varint,
    bytes: () => {
      const length = varint()
      return length === -1 ? null : take(length)
    },
    position: () => at,
    skipTo: (position) => {
      if (!(position >= at && position <= all.length)) throw new RangeError('Expected more bytes.')
      at = position
    },
  }
}
