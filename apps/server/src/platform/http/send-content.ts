import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StoredContent } from '../uploads/stored-content.ts'

/**
 * Sends a stored content as a stream, all of it or the requested range (RFC 9110, section 14).
 *
 * @param headers of the answer, when there is a content to send.
 * @throws when the content cannot be opened, before anything is sent.
 */
export async function sendContent(
  reply: FastifyReply,
  { size, tag, open }: StoredContent,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { range, 'if-range': ifRange } = reply.request.headers
  const entityTag = `"${tag}"`
  const ranged = { ...headers, 'accept-ranges': 'bytes', etag: entityTag }
  const wanted =
    range === undefined || (ifRange !== undefined && ifRange !== entityTag) ? 'all' : readRange(range, size)
  if (wanted === 'none')
    return reply
      .code(416)
      .headers({ ...ranged, 'content-range': `bytes */${size}` })
      .send()
  const { from, to } = wanted === 'all' ? { from: 0, to: size } : wanted
  const chunks = await begin(open(from, to))
  reply.headers(ranged)
  if (wanted !== 'all') reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  return reply.header('content-length', to - from).send(Readable.from(chunks, { objectMode: false }))
}

/** Asks for the first chunk, so that what is wrong from the start can still be said. */
async function begin(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const rest = chunks[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    if (first.done === true) return
    try {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => rest }
    } finally {
      await rest.return?.()
    }
  })()
}

/**
 * Parses the header Range. `all` for an unsupported header or several ranges, as RFC 9110 allows; `none` when the range
 * is outside the content.
 */
export function readRange(header: string, size: number): { from: number; to: number } | 'all' | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') {
    const from = Math.max(0, size - Number(last))
    return from < size ? { from, to: size } : 'none'
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return 'all'
  const to = last === '' ? size : Math.min(Number(last) + 1, size)
  return from < size ? { from, to } : 'none'
}
