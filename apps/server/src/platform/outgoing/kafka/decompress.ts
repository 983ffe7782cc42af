import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { compressionsAlgorithms } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'

/** The maximum number of bytes of the records of one batch after decompression. */
export const maxBatchBytes = 32_000_000

/**
 * Decompresses the records of a batch by the number in its attributes (Kafka protocol, record batch, bits 0 to 2).
 *
 * @throws OutgoingFailure where they would be larger than the limit.
 */
export async function decompress(records: Buffer, compression: number): Promise<Buffer> {
  switch (compression) {
    case 0:
      return records
    case 1:
      return unpack(() => promisify(gunzip)(records, { maxOutputLength: maxBatchBytes }))
    case 2:
      return unpack(() =>
        withinLimit(snappyBytes(records), () => compressionsAlgorithms.snappy.decompressSync(records)),
      )
    case 3:
      return unpack(() => withinLimit(lz4Bytes(records), () => compressionsAlgorithms.lz4.decompressSync(records)))
    case 4:
      return unpack(() => promisify(zstdDecompress)(records, { maxOutputLength: maxBatchBytes }))
    default:
      throw new OutgoingFailure('Expected messages with a known compression, but Kafka has sent another one.')
  }
}

async function unpack(work: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error
    throw new OutgoingFailure(
      `Expected compressed messages of at most ${maxBatchBytes} bytes together, but they cannot be read.`,
    )
  }
}

/** These two are decompressed as a whole, so their size is read before. */
function withinLimit(bytes: number, work: () => Buffer): Buffer {
  if (bytes <= maxBatchBytes) return work()
  throw new OutgoingFailure(
    `Expected compressed messages of at most ${maxBatchBytes} bytes together, but these may have ${bytes}.`,
  )
}

const xerial = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
/** Its mark and two version numbers. */
const xerialHead = 16

/** The size of a Snappy text: at its beginning, or at the beginning of each block of the format of Java. */
function snappyBytes(records: Buffer): number {
  if (!records.subarray(0, xerial.length).equals(xerial)) return snappyLength(records)
  let sum = 0
  for (let at = xerialHead; at < records.length; ) {
    const length = records.readUInt32BE(at)
    sum += snappyLength(records.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return sum
}

function snappyLength(block: Buffer): number {
  let [value, factor] = [0, 1]
  for (const next of block.subarray(0, 5)) {
    value += (next & 0x7f) * factor
    if (next < 0x80) return value
    factor *= 128
  }
  return Number.POSITIVE_INFINITY
}

/** The first four bytes of a frame. */
const lz4Mark = 0x184d2204

/**
 * The maximum size of a text in the LZ4 frame format: each block has at most the size that the frame names.
 *
 * @throws RangeError for another format. The decompressor reads some, such as legacy frames, which have no such size.
 */
function lz4Bytes(records: Buffer): number {
  const [mark, flags, sizes] = [records.readUInt32LE(0), records.readUInt8(4), (records.readUInt8(5) >> 4) & 7]
  if (mark !== lz4Mark || flags >> 6 !== 1 || sizes < 4) throw new RangeError('Expected a frame of LZ4.')
  const blockBytes = 4 ** (sizes + 4)
  const [hasSize, hasDictionary, hasChecksums] = [flags & 8, flags & 1, flags & 16]
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0)
  let blocks = 0
  for (;;) {
    const length = records.readUInt32LE(at) & 0x7fffffff
    if (length === 0) return blocks * blockBytes
    blocks += 1
    at += 4 + length + (hasChecksums ? 4 : 0)
  }
}
