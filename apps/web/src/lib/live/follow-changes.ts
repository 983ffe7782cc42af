import type { LiveChange } from '@millrace/contract'
import { ApiError, isSignedOut } from '../api/api-error.ts'
import { refreshSession } from '../api/refresh-session.ts'
import { openStream, SilentStream } from './open-stream.ts'

/**
 * The pauses between attempts in milliseconds. Each wait takes a random time between half of the pause and all of it,
 * so that browsers do not reconnect at the same time.
 */
export const pauses = { first: 1_000, most: 30_000, poll: 30_000 } as const

/** The id of the last event, so that a tab that becomes visible again asks for later ones. */
let lastId: string | null = null

/** Milliseconds: a stream that lasted so long was no failure, however it ended. */
const lasting = 10_000

/**
 * Reports changes of data until it is stopped. An interrupted stream is opened again after growing pauses; while no
 * stream is possible, it reports everything as changed every half a minute.
 */
export async function followChanges(
  announce: (changed: readonly LiveChange[]) => void,
  stop: AbortSignal,
  watched = '',
): Promise<void> {
  let failures = 0
  /** In a row. One tells little: a server that comes back is slow at first. */
  let unavailable = 0
  let isRenewed = false
  while (!stop.aborted) {
    const startedAt = performance.now()
    const since = Date.now()
    let error: unknown = null
    try {
      for await (const { id, changed } of openStream(lastId, stop, watched)) {
        lastId = id
        isRenewed = false
        announce(changed)
      }
    } catch (thrown) {
      error = thrown
    }
    if (stop.aborted) return
    if (isSignedOut(error)) {
      const renewal: Renewal = isRenewed ? 'ended' : await renew(since)
      // That the session has ended is told by what renews it.
      if (renewal === 'ended') return
      isRenewed = renewal === 'done'
      if (isRenewed) continue
    } else if (isFinal(error)) return
    if (performance.now() - startedAt > lasting) failures = 0
    unavailable = isUnavailable(error) ? unavailable + 1 : 0
    const mustPoll = unavailable > 1
    await wait(mustPoll ? pauses.poll : Math.min(pauses.most, pauses.first * 2 ** failures), stop)
    failures++
    if (mustPoll && !stop.aborted) announce(['everything'])
  }
}

type Renewal = 'done' | 'failed' | 'ended'

async function renew(since: number): Promise<Renewal> {
  return refreshSession({ isQuiet: true, since }).then(
    () => 'done',
    (error: unknown) => (isSignedOut(error) ? 'ended' : 'failed'),
  )
}

/** Too many streams, or something between that holds them back. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof SilentStream) return !error.hasStarted
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}

/** Refused for what no second try changes. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

function wait(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms * (0.5 + Math.random() / 2))
    stop.addEventListener('abort', end)
  })
}
