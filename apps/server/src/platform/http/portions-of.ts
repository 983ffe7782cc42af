import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { breathe } from '../breathe.ts'
import { letGo, passBytes } from './body-flow.ts'

/** How many parts are read in one turn of the loop. */
const most = 50

/**
 * Splits a multipart body into portions with a small number of parts, so that other requests run between them: a chunk
 * of 64 kB can hold thousands of parts, which the parser would read in one turn. Bodies without many parts, such as
 * large files, pass unchanged. The next portion is read when the previous one was taken. Destroying the stream discards
 * the rest of the body, so that the connection can be reused.
 */
export function portionsOf(body: Readable, { 'content-type': type = '' }: IncomingHttpHeaders): Readable {
  return Readable.from(cut(body, beginningOfParts(type)), { objectMode: false })
}

async function* cut(body: Readable, beginning: string): AsyncGenerator<Buffer> {
  let count = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      await passBytes(piece.length)
      let from = 0
      // The first stands for one that begins in the piece before and goes on in this.
      for (let at = 0; at !== -1; at = piece.indexOf(beginning, at + 1)) {
        count++
        if (count < most) continue
        if (at > from) yield piece.subarray(from, at)
        from = at
        count = 0
        await breathe()
      }
      yield piece.subarray(from)
    }
  } finally {
    void letGo(body)
  }
}

/**
 * Returns the beginning of each part of a multipart body. For an unusual Content-Type it has no boundary, so lines of a
 * file can begin in the same way.
 */
function beginningOfParts(type: string): string {
  const [, , boundary = ''] = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]+)\1$/i.exec(type) ?? []
  return `\r\n--${boundary}`
}
