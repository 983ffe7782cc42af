/** A file of a tar archive. Its content has to be read before the next file. */
export interface TarEntry {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly chunks: AsyncGenerator<Buffer>
}

/** The error for an archive that is damaged, ends too early, or has something else than files. */
export class BadTar extends Error {
  override readonly name = 'BadTar'
}

/**
 * Reads the files of a tar archive as `tarHeader` writes it (POSIX.1-1988, ustar), one after the other. What is not read of
 * a file is skipped.
 *
 * @throws BadTar
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createReader(source)
  for (;;) {
    const header = await reader.take(blockSize)
    if (header.every((byte) => byte === 0)) return
    const { name, size } = readHeader(header)
    let left = size
    const chunks = (async function* () {
      while (left > 0) {
        const chunk = await reader.takeSome(left)
        left -= chunk.length
        yield chunk
      }
    })()
    yield { name, size, chunks }
    while (left > 0) left -= (await reader.takeSome(left)).length
    await reader.take((blockSize - (size % blockSize)) % blockSize)
  }
}

const blockSize = 512

function createReader(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Returns at least one byte and at most so many. */
  const takeSome = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await iterator.next()
      if (done === true) throw new BadTar('Expected more of the archive, but it ends too early.')
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const some = rest.subarray(0, most)
    rest = rest.subarray(some.length)
    return some
  }
  const take = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let left = size; left > 0; ) {
      const part = await takeSome(left)
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
  return { take, takeSome }
}

function readHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const blank = Buffer.from(header).fill(' ', 148, 156)
  const sum = blank.reduce((total, byte) => total + byte, 0)
  if (Number.parseInt(textOf(header, 148, 8), 8) !== sum) throw new BadTar('Expected a tar archive, but it is damaged.')
  if (textOf(header, 156, 1) !== '0') throw new BadTar('Expected an archive of files only, but it has something else.')
  // From 8 GB on the size is written in binary.
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textOf(header, 124, 12), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new BadTar('Expected the size of a file, but it is damaged.')
  return { name: textOf(header, 0, 100), size }
}

function textOf(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
