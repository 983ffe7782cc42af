import { api, liveCalls } from '@millrace/contract'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { onRequest } from '../api/send.ts'
import { followChanges } from './follow-changes.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  // The token of the cookie is read by a timer that others wait for, and test files share a process.
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Answer = (signal: AbortSignal) => Response | Promise<Response>

/** What the server does, one call after the other; after the last it answers no more. */
function stub(answers: Answer[], refresh: () => Response = () => new Response(null, { status: 204 })) {
  const asked: { readonly at: number; readonly lastId: string | null }[] = []
  let refreshes = 0
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
    if (url.endsWith(api.auth.refresh.path)) {
      refreshes++
      return refresh()
    }
    if (!url.includes(liveCalls.stream.path)) return new Response()
    asked.push({ at: Date.now(), lastId: new Headers(headers).get('last-event-id') })
    const answer = answers.shift()
    return answer === undefined ? new Promise(() => {}) : answer(signal as AbortSignal)
  })
  return { asked, countRefreshes: () => refreshes }
}

/** A stream that goes on until it is given up. */
const stream =
  (...texts: string[]): Answer =>
  (signal) =>
    new Response(
      new ReadableStream({
        start(out) {
          for (const text of texts) out.enqueue(new TextEncoder().encode(text))
          signal.addEventListener('abort', () => out.error(signal.reason))
        },
      }),
    )

/** One that ends after what it says. */
const short =
  (...texts: string[]): Answer =>
  () =>
    new Response(texts.join(''))

const event = (id: string, ...changed: string[]) => `id: ${id}\ndata: ${JSON.stringify({ changed })}\n\n`
const refused = (status: number, code: string) => () =>
  new Response(JSON.stringify({ code, message: 'Expected another one.', requestId: 'r' }), { status })

async function follow() {
  const received: string[][] = []
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  let isOver = false
  void followChanges((changed) => received.push([...changed]), ended.signal).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return { received, stop: () => ended.abort(), isOver: () => isOver }
}

it('says what comes, however it is cut into pieces, and continues where it was when the stream ends', async () => {
  const { asked } = stub([
    stream('id: a.1\nda', 'ta: {"changed":["tasks"]}\n', '\n: still here\n\n', event('a.2', 'task:1', 'tasks')),
  ])
  const { received, stop, isOver } = await follow()
  expect(received).toEqual([['tasks'], ['task:1', 'tasks']])
  stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver()).toBe(true)
  // A window that is shown again asks for what came since.
  const next = stub([stream(event('a.3'))])
  await follow()
  expect([asked.length, next.asked]).toMatchObject([1, [{ lastId: 'a.2' }]])
})

it('is no sign that somebody is at work', async () => {
  const work = vi.fn()
  onTestFinished(onRequest(work))
  stub([refused(401, 'session.required'), stream(event('a.1'))])
  await follow()
  expect(work).not.toHaveBeenCalled()
})

it('asks again in growing pauses while nobody answers, and soon after a stream that lasted', async () => {
  const { asked } = stub([
    refused(500, 'server.fault'),
    refused(500, 'server.fault'),
    short(event('a.1')),
    refused(500, 'server.fault'),
    stream(event('a.2')),
  ])
  const startedAt = Date.now()
  await follow()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked.map(({ at }) => at - startedAt)).toEqual([0, 1_000, 3_000, 7_000, 15_000])
})

it('renews the session once, and ends when it has ended', async () => {
  const { asked, countRefreshes } = stub([
    refused(500, 'server.fault'),
    refused(401, 'session.required'),
    stream(event('a.1')),
  ])
  const { isOver } = await follow()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([asked.length, countRefreshes(), isOver()]).toEqual([3, 1, false])

  const over = stub([refused(401, 'session.required'), refused(401, 'session.required')])
  const second = await follow()
  expect([over.asked.length, over.countRefreshes(), second.isOver()]).toEqual([2, 1, true])
})

it('tries to renew the session again when the server was away', async () => {
  const answers = [() => new Response(null, { status: 503 }), () => new Response(null, { status: 204 })]
  const { asked, countRefreshes } = stub(
    [refused(401, 'session.required'), refused(401, 'session.required'), stream(event('a.1'))],
    () => answers.shift()?.() ?? new Response(null, { status: 401 }),
  )
  const { isOver } = await follow()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([asked.length, countRefreshes(), isOver()]).toEqual([3, 2, false])
})

it.each([
  ['there are too many', refused(429, 'request.too-many')],
  ['the server has no room', refused(503, 'server.busy')],
  ['something holds the answer back', () => new Promise<Response>(() => {})],
])('counts everything as changed every half a minute where %s', async (_, answer) => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) =>
    Promise.race([
      answer(),
      new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError'))),
      ),
    ]),
  )
  const { received } = await follow()
  await vi.advanceTimersByTimeAsync(42_000)
  expect(received).toEqual([['everything']])
  await vi.advanceTimersByTimeAsync(36_000)
  expect(received).toEqual([['everything'], ['everything']])
})

it.each<[string, number, Answer]>([
  ['had no room once', 1_000, refused(503, 'server.busy')],
  ['was slow once, as when it has just come back', 6_000, () => new Promise<Response>(() => {})],
])('asks soon again where the server %s', async (_, ms, answer) => {
  const { asked } = stub([short(event('a.1')), answerUntilGivenUp(answer), stream(event('b.1', 'tasks'))])
  const { received } = await follow()
  await vi.advanceTimersByTimeAsync(1_000 + 2 * ms)
  expect([asked.length, received.at(-1)]).toEqual([3, ['tasks']])
})

const answerUntilGivenUp =
  (answer: Answer): Answer =>
  (signal) =>
    Promise.race([
      answer(signal),
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError'))),
      ),
    ])

it('asks for another stream when one is silent for longer than its signs of life are apart', async () => {
  const { asked } = stub([stream(event('a.1')), stream(event('a.2'))])
  await follow()
  await vi.advanceTimersByTimeAsync(44_900)
  expect(asked.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(asked).toMatchObject([{}, { lastId: 'a.1' }])
})

it('asks no more where it is refused for good', async () => {
  const { asked } = stub([refused(403, 'access.denied')])
  const { isOver } = await follow()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([asked.length, isOver()]).toEqual([1, true])
})
