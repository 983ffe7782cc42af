import { availableParallelism } from 'node:os'
import { refuse } from '../errors/refusal.ts'
import { createTurns } from '../turns.ts'

/** Runs checks of passwords, with a limit for each network and for all networks together. */
export type PasswordRoom = <T>(network: string, work: () => Promise<T>) => Promise<T>

export interface PasswordRoomOptions {
  /** Checks at once. */
  readonly width?: number
  /** The maximum number of waiting checks of all callers. */
  readonly longest?: number
}

/** Each takes a processor for itself for a while, and others need one too. */
const widthByDefault = Math.max(2, Math.floor(availableParallelism() / 2))

/**
 * Creates the function that checks a password. Checks are slow on purpose, and anybody can cause one: a limited number
 * run at the same time, and the others wait, network by network in turn.
 *
 * @throws Refusal `server.busy` when too many wait.
 */
export function createPasswordRoom({ width = widthByDefault, longest = 500 }: PasswordRoomOptions = {}): PasswordRoom {
  const waiting = createTurns<() => void>()
  let inside = 0

  const enter = (network: string): Promise<void> | void => {
    if (inside < width) {
      inside++
      return
    }
    if (waiting.size >= longest) throw busy()
    return new Promise((resolve) => waiting.add(network, resolve))
  }
  const leave = () => {
    const next = waiting.take(() => true)
    if (next === undefined) inside--
    else next()
  }

  return async (network, work) => {
    await enter(network)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

function busy() {
  return refuse('server.busy', 'Expected fewer sign-ins at the same time, but too many are waiting. Try again later.')
}
