import type { Patience } from '../db/patience.ts'
import { refuse } from '../errors/refusal.ts'

export interface TurnstileOptions {
  /** The maximum number of concurrent requests of one key. */
  readonly width: number
  /** The maximum number of waiting requests of one key. Further ones are refused. */
  readonly longest: number
}

/** Limits the concurrent requests of each key. Further ones wait in a queue of their key. */
export interface Turnstile {
  /**
   * @returns a function to call when the work has ended.
   * @throws Refusal `request.too-many`; the reason of the signal when the caller hangs up before.
   */
  enter(key: string, patience: Patience): Promise<() => void>
}

/**
 * How many of one key are let in at a turn of the event loop: each does something at once, and all others wait for the
 * end of the turn. Fewer where those inside and those who wait are more than half its width.
 */
const most = { usual: 4, crowded: 2 }

interface Own {
  /** Inside. */
  count: number
  /** Let in since the turn of the loop began. */
  started: number
  readonly waiting: (() => void)[]
}

export function createTurnstile({ width, longest }: TurnstileOptions): Turnstile {
  const owns = new Map<string, Own>()

  const hasRoom = ({ count, started, waiting }: Own) =>
    count < width && started < (count + waiting.length > width / 2 ? most.crowded : most.usual)

  const letIn = (key: string, own: Own) => {
    own.count++
    own.started++
    if (own.started > 1) return
    setImmediate(() => {
      own.started = 0
      goOn(key, own)
    })
  }

  const goOn = (key: string, own: Own) => {
    while (hasRoom(own)) {
      const next = own.waiting.shift()
      if (next === undefined) break
      letIn(key, own)
      next()
    }
    if (own.count + own.started + own.waiting.length === 0) owns.delete(key)
  }

  const wait = (waiting: (() => void)[], { signal }: Patience) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      signal?.throwIfAborted()
      waiting.push(enter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })

  return {
    enter: async (key, patience) => {
      const own = owns.get(key) ?? { count: 0, started: 0, waiting: [] }
      owns.set(key, own)
      if (own.waiting.length === 0 && hasRoom(own)) letIn(key, own)
      else if (own.count + own.waiting.length < width + longest) await wait(own.waiting, patience)
      else
        throw refuse(
          'request.too-many',
          `Expected at most ${width + longest} requests of one caller at the same time, but there are more. Wait for answers.`,
        )
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        own.count--
        goOn(key, own)
      }
    },
  }
}
