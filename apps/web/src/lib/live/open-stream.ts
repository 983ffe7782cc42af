import { type LiveMessage, liveCalls } from '@millrace/contract'
import { send } from '../api/send.ts'

export interface LiveEvent {
  readonly id: string
  readonly changed: LiveMessage['changed']
}

/**
 * The maximum silence of a stream in milliseconds: until the first event, which the server sends immediately, and
 * between signs of life, which it sends every 20 s.
 */
export const silence = { first: 5_000, later: 45_000 } as const

/** The error when a proxy holds the stream back, or the server has disappeared without closing it. */
export class SilentStream extends Error {
  override readonly name = 'SilentStream'
  readonly hasStarted: boolean

  constructor(hasStarted: boolean) {
    super('Expected something to come on the stream, but nothing did.')
    this.hasStarted = hasStarted
  }
}

/**
 * Yields the events of a stream until it ends. The request names its page owner like other calls, and is quiet.
 *
 * @param lastId the id of the last event; null before the first.
 * @param watched the watched objects, separated by commas.
 * @throws ApiError when it is refused or interrupted, SilentStream.
 */
export async function* openStream(
  lastId: string | null,
  stop: AbortSignal,
  watched = '',
): AsyncGenerator<LiveEvent, void> {
  const silent = new AbortController()
  const signal = AbortSignal.any([stop, silent.signal])
  let hasStarted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), hasStarted ? silence.later : silence.first)
  }
  listen()
  try {
    const body = await request(lastId, watched, signal)
    for await (const text of readText(body)) {
      hasStarted = true
      listen()
      const event = readEvent(text)
      if (event !== null) yield event
    }
  } catch (error) {
    throw silent.signal.aborted ? new SilentStream(hasStarted) : error
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

async function request(
  lastId: string | null,
  watched: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | null> {
  let body: ReadableStream<Uint8Array> | null = null
  const transport: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('accept', 'text/event-stream')
    if (lastId !== null) headers.set('last-event-id', lastId)
    const response = await fetch(url, { ...init, headers })
    if (!response.ok) return response
    body = response.body
    // What comes is read here, piece by piece.
    return new Response(null, { status: 204 })
  }
  // Pages that were loaded before the stream was asked for may have missed something since.
  const ago = Math.min(60_000, Math.round(performance.now()))
  await send(
    liveCalls.stream,
    { query: { ago, ...(watched === '' ? {} : { watch: watched }) }, signal, transport } as never,
    { isQuiet: true },
  )
  return body
}

/** The parts of the stream between empty lines: events and comments. */
async function* readText(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const parts = (text + decoder.decode(part.value, { stream: true })).split('\n\n')
      text = parts.pop() ?? ''
      yield* parts
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function readEvent(text: string): LiveEvent | null {
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  if (data === undefined) return null
  const { changed } = JSON.parse(data) as LiveMessage
  return { id: fields.get('id') ?? '', changed }
}
