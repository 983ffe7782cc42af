import { type LiveMessage, liveMessage } from '@millrace/contract'
import { onTestFinished } from 'vitest'
import type { TestClient } from './test-client.ts'

/** An open stream of changes, as a browser reads it. */
export interface TestStream {
  readonly response: Response
  /** The next event; null when the stream has ended. */
  next(): Promise<{ readonly id: string; readonly message: LiveMessage } | null>
  /** What changed, from the next events on until all that is named has come. */
  until(...wanted: string[]): Promise<readonly string[]>
  close(): Promise<void>
}

/** Opens the stream of changes of a client at a listening server. */
export async function openStream(
  client: TestClient,
  origin: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
  const ended = new AbortController()
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${origin}/api/live${query}`, { headers: { cookie, ...headers }, signal: ended.signal })
  const events = readEvents(response)
  const next = async () => (await events.next()).value ?? null
  const close = async () => ended.abort()
  onTestFinished(close)
  return {
    response,
    next,
    until: async (...wanted) => {
      const missing = new Set(wanted)
      const all: string[] = []
      while (missing.size > 0) {
        const event = await next()
        if (event === null) throw new Error(`Expected ${[...missing].join(', ')}, but the stream has ended.`)
        all.push(...event.message.changed)
        for (const one of event.message.changed) missing.delete(one)
      }
      return all
    },
    close,
  }
}

async function* readEvents({ ok, body }: Response): AsyncGenerator<{ id: string; message: LiveMessage }, null> {
  if (!ok || body === null) return null
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      const data = fields.get('data')
      if (data !== undefined) yield { id: fields.get('id') ?? '', message: liveMessage.parse(JSON.parse(data)) }
    }
  }
  return null
}
