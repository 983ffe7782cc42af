import type { Patience } from '../db/patience.ts'
import { refuse } from '../errors/refusal.ts'

export interface TurnstileOptions {
  /** How many of one key are inside at once. */
  readonly width: number
  /** How many of one key may wait. Whoever comes then is turned away. */
  readonly longest: number
}

/** Lets a few of each key in at once; further ones wait outside, each key in a queue of its own. */
export interface Turnstile {
  /**
   * @returns what is to be called on the way out.
   * @throws Refusal `request.too-many`; the signal's reason when the caller hangs up before.
   */
  enter(key: string, patience: Patience): Promise<() => void>
}

export function createTurnstile({ width, longest }: TurnstileOptions): Turnstile {
  const inside = new Map<string, { count: number; readonly waiting: (() => void)[] }>()

  const leave = (key: string) => {
    const own = inside.get(key)
    if (own === undefined) return
    const next = own.waiting.shift()
    if (next !== undefined) next()
    else if (--own.count === 0) inside.delete(key)
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
      const own = inside.get(key) ?? { count: 0, waiting: [] }
      inside.set(key, own)
      if (own.count < width) own.count++
      else if (own.waiting.length < longest) await wait(own.waiting, patience)
      else
        throw refuse(
          'request.too-many',
          `Expected at most ${width + longest} requests of one caller at the same time, but there are more. Wait for answers.`,
        )
      let isInside = true
      return () => {
        if (isInside) leave(key)
        isInside = false
      }
    },
  }
}
