import { OutgoingFailure } from '../outgoing-failure.ts'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import { decompress } from './decompress.ts'

/** A message of a partition. */
export interface KafkaRecord {
  readonly offset: bigint
  /** Milliseconds since 1970; below 0: there is no time. */
  readonly timestamp: number
  readonly key: Buffer | null
  /** Null: it has no content. */
  readonly value: Buffer | null
  readonly headers: readonly (readonly [name: string, value: Buffer | null])[]
}

export interface AbortedTransaction {
  readonly producerId: bigint
  readonly firstOffset: bigint
}

interface Read {
  readonly records: readonly KafkaRecord[]
  /** The offset after everything that was read. */
  readonly next: bigint
}

/** Sizes and positions of a record batch (Kafka protocol, message format, version 2). */
const batch = { length: 8, magic: 16, attributes: 21, last: 23, firstTime: 27, maxTime: 35, producer: 43, count: 57 }
const lengthEnd = 12
const recordsAt = 61

/** Records of one batch, all of which are passed to reach the last one. */
const maxRecords = 500_000
/** Headers of one message. */
const maxHeaders = 1_000

/**
 * Reads the messages in the batches of a partition, beginning with an offset. Leaves out the control records of
 * transactions, messages of aborted transactions, and an incomplete batch at the end.
 *
 * @param given.aborted the aborted transactions, in any order.
 * @param given.most the maximum number of messages to return.
 * @throws OutgoingFailure when the batches cannot be read.
 */
export async function readBatches(
  bytes: Buffer,
  {
    from,
    aborted,
    most,
  }: { readonly from: bigint; readonly aborted: readonly AbortedTransaction[]; readonly most: number },
): Promise<Read> {
  const records: KafkaRecord[] = []
  // A broker lists them in the order in which they ended.
  const waiting = aborted.toSorted((a, b) => Number(a.firstOffset - b.firstOffset))
  const active = new Set<bigint>()
  let next = from
  for (let at = 0; at + recordsAt <= bytes.length; ) {
    const size = lengthEnd + bytes.readInt32BE(at + batch.length)
    if (bytes.readInt8(at + batch.magic) !== 2 || size < recordsAt) throw unreadable()
    if (at + size > bytes.length) break
    const one = bytes.subarray(at, at + size)
    at += size
    const [attributes, last] = [
      one.readInt16BE(batch.attributes),
      one.readBigInt64BE(0) + BigInt(one.readInt32BE(batch.last)),
    ]
    const producer = one.readBigInt64BE(batch.producer)
    while (waiting[0] !== undefined && waiting[0].firstOffset <= last) active.add(waiting.shift()?.producerId ?? -1n)
    const [isTransactional, isControl] = [(attributes & 16) !== 0, (attributes & 32) !== 0]
    // A mark ends the transaction of its producer; if it was aborted, the next one of this producer counts again.
    if (isControl) active.delete(producer)
    else if (!(isTransactional && active.has(producer))) {
      for (const record of await openRecords(one, attributes, from)) {
        records.push(record)
        next = record.offset + 1n
        if (records.length === most) return { records, next }
      }
    }
    if (last >= next) next = last + 1n
  }
  return { records, next }
}

/** Reads the records of a batch one by one, because a small batch can have millions of them. */
async function openRecords(one: Buffer, attributes: number, from: bigint): Promise<Iterable<KafkaRecord>> {
  const count = one.readInt32BE(batch.count)
  if (count > maxRecords)
    throw new OutgoingFailure(`Expected batches of at most ${maxRecords} messages, but one has ${count}.`)
  const plain = await decompress(one.subarray(recordsAt), attributes & 7)
  return listRecords(one, createByteReader(plain), { attributes, from })
}

function* listRecords(
  one: Buffer,
  all: ByteReader,
  { attributes, from }: { readonly attributes: number; readonly from: bigint },
): Generator<KafkaRecord> {
  const base = one.readBigInt64BE(0)
  const firstTime = Number(one.readBigInt64BE(batch.firstTime))
  // Bit 3: the time at which the broker has stored them.
  const storedAt = (attributes & 8) === 0 ? null : Number(one.readBigInt64BE(batch.maxTime))
  try {
    for (let left = one.readInt32BE(batch.count); left > 0; left--) {
      const size = all.varint()
      const end = all.position() + size
      all.byte()
      const time = all.varint()
      const offset = base + BigInt(all.varint())
      if (offset >= from) {
        const [key, value, headers] = [all.bytes(), all.bytes(), readHeaders(all)]
        all.skipTo(end)
        yield { offset, timestamp: storedAt ?? firstTime + time, key, value, headers }
      } else all.skipTo(end)
    }
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

function readHeaders(all: ByteReader): KafkaRecord['headers'] {
  const count = all.varint()
  if (count > maxHeaders)
    throw new OutgoingFailure(`Expected messages with at most ${maxHeaders} headers, but one has ${count}.`)
  const headers: [string, Buffer | null][] = []
  for (let left = count; left > 0; left--) headers.push([all.bytes()?.toString('utf8') ?? '', all.bytes()])
  return headers
}

function unreadable(): OutgoingFailure {
  return new OutgoingFailure('Expected messages in the format of Kafka 0.11 or newer, but they cannot be read.')
}
