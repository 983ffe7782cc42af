import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { letGo, passBytes } from './body-flow.ts'

/** How many parts are read in one turn of the loop. */
const most = 50

/**
 * A multipart body as it comes, in portions of so few parts that others come in between: a piece of 64 kB has room for
 * thousands, which the parser would read in one turn. What has no parts, such as a large file, passes as it is.
 *
 * The next portion is made only when the one before is taken. Where the portions are destroyed, the rest of the body is
 * let go of unread, so that the connection can be used again.
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

/** Of a type that is not plain, what all parts begin with, whatever their boundary: so may lines of a file. */
function beginningOfParts(type: string): string {
  const [, , boundary = ''] = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]+)\1$/i.exec(type) ?? []
  return `\r\n--${boundary}`
}
