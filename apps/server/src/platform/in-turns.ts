import { setImmediate as breathe } from 'node:timers/promises'

/** Work that yields after each piece of a few milliseconds. */
export type Pieces<T> = Generator<void, T>

/** Carries out work over several turns of the event loop, so that other requests come in between. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  let piece = work.next()
  while (piece.done !== true) {
    await breathe()
    piece = work.next()
  }
  return piece.value
}

/** Carries out work in one turn: it is known to be little, or no request waits for this process. */
export function atOnce<T>(work: Pieces<T>): T {
  let piece = work.next()
  while (piece.done !== true) piece = work.next()
  return piece.value
}
