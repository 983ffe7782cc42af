import { gzipSync } from 'node:zlib'
import { createRecordsBatch, type MessageRecord } from '@platformatic/kafka'
import { describe, expect, it } from 'vitest'
import { decompress, maxBatchBytes } from './decompress.ts'
import { readBatches } from './read-batches.ts'

const message = (value: string, key?: string): MessageRecord => ({
  ...{ topic: 'orders', partition: 0, timestamp: 1_700_000_000_000n, value: Buffer.from(value) },
  headers: new Map([[Buffer.from('country'), Buffer.from('PT')]]),
  ...(key !== undefined && { key: Buffer.from(key) }),
})

interface BatchOptions {
  readonly first?: bigint
  readonly producerId?: bigint
  /** Bits 4 and 5: of a transaction, and a mark of one. */
  readonly attributes?: number
  readonly compression?: 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd'
}

/** A batch as a broker stores it, which has given it its offset. */
function batchOf(
  values: readonly string[],
  { first = 0n, producerId, attributes = 0, compression = 'none' }: BatchOptions = {},
) {
  const given = { compression, ...(producerId !== undefined && { producerId }) }
  const bytes = Buffer.from(
    createRecordsBatch(
      values.map((value) => message(value, 'k')),
      given,
    ).buffer,
  )
  bytes.writeBigInt64BE(first, 0)
  bytes.writeInt16BE(bytes.readInt16BE(21) | attributes, 21)
  return bytes
}

const read = (bytes: Buffer, options: Partial<Parameters<typeof readBatches>[1]> = {}) =>
  readBatches(bytes, { from: 0n, aborted: [], most: 100, ...options })
const valuesOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).records.map(({ offset, value }) => `${offset} ${value}`)

describe('the batches of a partition', () => {
  it.each(['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const)(
    'are read with the compression %s',
    async (compression) => {
      const { records, next } = await read(batchOf(['a', 'b'], { first: 7n, compression }))
      expect(next).toBe(9n)
      expect(records).toMatchObject([
        { offset: 7n, timestamp: 1_700_000_000_000, key: Buffer.from('k'), value: Buffer.from('a') },
        { offset: 8n, headers: [['country', Buffer.from('PT')]] },
      ])
    },
  )

  it('are read from an offset within one, up to a number of messages, without a part that is cut off', async () => {
    const two = Buffer.concat([batchOf(['a', 'b', 'c']), batchOf(['d', 'e'], { first: 3n })])
    expect(await valuesOf(two, { from: 1n })).toEqual(['1 b', '2 c', '3 d', '4 e'])
    expect(await read(two, { from: 1n, most: 3 })).toMatchObject({ next: 4n, records: { length: 3 } })
    for (let end = 0; end < two.length; end++) {
      const { records, next } = await read(two.subarray(0, end))
      expect([records.length, next]).toEqual(end < batchOf(['a', 'b', 'c']).length ? [0, 0n] : [3, 3n])
    }
  })

  const of = (producerId: bigint) => ({ producerId, attributes: 16 })
  const mark = (first: bigint, producerId: bigint) => batchOf(['mark'], { first, producerId, attributes: 48 })

  it('leave out messages of aborted transactions, and continue behind their marks', async () => {
    const bytes = Buffer.concat([
      batchOf(['aborted'], { first: 0n, ...of(1n) }),
      batchOf(['kept'], { first: 1n, ...of(2n) }),
      mark(2n, 1n),
      mark(3n, 2n),
      batchOf(['later'], { first: 4n, ...of(1n) }),
      mark(5n, 1n),
    ])
    expect(await valuesOf(bytes, { aborted: [{ producerId: 1n, firstOffset: 0n }] })).toEqual(['1 kept', '4 later'])
    expect(await read(bytes)).toMatchObject({ next: 6n })
    expect(await read(mark(2n, 1n), { from: 2n })).toMatchObject({ records: [], next: 3n })
  })

  it('leave out messages of aborted transactions in whichever order those ended', async () => {
    const bytes = Buffer.concat([
      batchOf(['first'], { first: 0n, ...of(1n) }),
      batchOf(['second'], { first: 1n, ...of(2n) }),
      mark(2n, 2n),
      mark(3n, 1n),
    ])
    const [first, second] = [
      { producerId: 1n, firstOffset: 0n },
      { producerId: 2n, firstOffset: 1n },
    ]
    for (const aborted of [
      [first, second],
      [second, first],
    ])
      expect(await read(bytes, { aborted })).toEqual({ records: [], next: 4n })
  })

  it('are read no further than to the last message that is returned', async () => {
    const bytes = batchOf(['a', 'b', 'c'])
    const last = bytes.lastIndexOf(Buffer.from('country'))
    // A batch with many records behind these, none of which can be read.
    const endless = Buffer.concat([bytes.subarray(0, last - 1), Buffer.alloc(1_000, 0xff)])
    endless.writeInt32BE(500_000, 57)
    endless.writeInt32BE(endless.length - 12, 8)
    expect(await read(endless, { most: 2 })).toMatchObject({ next: 2n, records: { length: 2 } })
    await expect(read(endless, { most: 3 })).rejects.toThrow('cannot be read')
    endless.writeInt32BE(500_001, 57)
    await expect(read(endless, { most: 1 })).rejects.toThrow('at most 500000 messages, but one has 500001')
  })

  it('are not read before the offset from which they are wanted', async () => {
    const bytes = batchOf(['a', 'b'])
    // The size of the first key: larger than the message.
    bytes[bytes.indexOf(Buffer.from('k')) - 1] = 0x7e
    await expect(read(bytes)).rejects.toThrow('cannot be read')
    expect(await valuesOf(bytes, { from: 1n })).toEqual(['1 b'])
  })

  it('are refused where a message has thousands of headers', async () => {
    const headers = new Map(Array.from({ length: 1_001 }, (_, at) => [Buffer.from(String(at)), Buffer.from('')]))
    const bytes = Buffer.from(createRecordsBatch([{ ...message('a'), headers }], { compression: 'none' }).buffer)
    await expect(read(bytes)).rejects.toThrow('at most 1000 headers, but one has 1001')
  })

  it('never end the server, whatever a byte of them says', async () => {
    const bytes = batchOf(['a', 'b'])
    for (let at = 0; at < bytes.length; at++)
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(bytes)
        changed[at] = value
        await read(changed).catch((error: Error) => expect(error.message).toMatch(/^Expected /))
      }
  })

  it('are refused where they become too large, before that', async () => {
    const bomb = gzipSync(Buffer.alloc(maxBatchBytes + 1))
    await expect(decompress(bomb, 1)).rejects.toThrow('at most 32000000 bytes')
    // The beginning of a Snappy text that says that it has four gigabytes.
    await expect(decompress(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]), 2)).rejects.toThrow(
      'at most 32000000 bytes',
    )
    const block = Buffer.from([1, 0, 0, 0x80, 0])
    const frame = Buffer.concat([
      Buffer.from([4, 0x22, 0x4d, 0x18, 0x60, 0x70, 0]),
      ...Array.from({ length: 9 }, () => block),
      Buffer.alloc(4),
    ])
    await expect(decompress(frame, 3)).rejects.toThrow('at most 32000000 bytes')
    // A legacy frame: its first block looks like the flags and the end of a frame without blocks.
    const legacy = Buffer.concat([Buffer.from([2, 0x21, 0x4c, 0x18, 73, 0, 0, 0, 0xf0, 56]), Buffer.alloc(71)])
    await expect(decompress(legacy, 3)).rejects.toThrow('cannot be read')
    await expect(decompress(Buffer.from('nothing'), 5)).rejects.toThrow('known compression')
  })
})
