import { createTurns } from '../../../turns.ts'

/**
 * Waits for room for a process.
 *
 * @param destination waiting destinations are served in turn.
 * @param signal ends the wait; it then rejects with its reason.
 * @returns the function that gives the room back. It may be called again, which does nothing.
 */
export type EnterRoom = (destination: string, signal: AbortSignal) => Promise<() => void>

/** @param most processes at the same time. */
export function createProcessRoom(most: number): EnterRoom {
  const waiting = createTurns<() => void>()
  let running = 0

  const wait = (destination: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        if (waiting.remove(destination, go)) reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      waiting.add(destination, go)
      signal.addEventListener('abort', stop, { once: true })
    })

  return async (destination, signal) => {
    signal.throwIfAborted()
    if (running < most) running++
    // The place of the one that leaves.
    else await wait(destination, signal)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = waiting.take(() => true)
      if (next === undefined) running--
      else next()
    }
  }
}
