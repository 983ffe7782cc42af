import { createTurns } from '../turns.ts'

/** The workplace and user of an outgoing call, and its destination. */
export interface Caller {
  readonly workplaceId: string
  readonly host: string
}

export interface CallLimitOptions {
  /** The maximum numbers of concurrent calls: of all, of one workplace, and of one workplace to one host. */
  readonly most: number
  readonly maxPerWorkplace: number
  readonly maxPerHost: number
}

/** Limits how many outgoing calls that users wait for run at the same time: the same number as for jobs. */
export interface CallLimits {
  /**
   * Carries out a call when there is room.
   *
   * @param waitMs how long it waits for that.
   * @returns null when there was none in time.
   */
  run<T>(caller: Caller, waitMs: number, call: () => Promise<T>): Promise<{ readonly value: T } | null>
}

interface Waiting {
  readonly caller: Caller
  readonly enter: () => void
}

/**
 * Creates the limits for outgoing calls: in total, for each workplace, and for each host of a workplace. Waiting
 * workplaces are served in turn.
 */
export function createCallLimits({ most, maxPerWorkplace, maxPerHost }: CallLimitOptions): CallLimits {
  const queue = createTurns<Waiting>()
  const counts = new Map<string, number>()
  const keysOf = ({ workplaceId, host }: Caller) =>
    [
      ['all', most],
      [workplaceId, maxPerWorkplace],
      [`${workplaceId} ${host.toLowerCase()}`, maxPerHost],
    ] as const
  const hasRoom = (caller: Caller) => keysOf(caller).every(([key, limit]) => (counts.get(key) ?? 0) < limit)
  const count = (caller: Caller, step: 1 | -1) => {
    for (const [key] of keysOf(caller)) {
      const rest = (counts.get(key) ?? 0) + step
      if (rest === 0) counts.delete(key)
      else counts.set(key, rest)
    }
  }
  const wait = (caller: Caller, waitMs: number) =>
    new Promise<boolean>((resolve) => {
      const waiting = {
        caller,
        enter: () => {
          clearTimeout(timer)
          count(caller, 1)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        if (queue.remove(caller.workplaceId, waiting)) resolve(false)
      }, waitMs)
      queue.add(caller.workplaceId, waiting)
    })
  return {
    run: async (caller, waitMs, call) => {
      if (hasRoom(caller)) count(caller, 1)
      else if (!(await wait(caller, waitMs))) return null
      try {
        return { value: await call() }
      } finally {
        count(caller, -1)
        queue.take(({ caller: next }) => hasRoom(next))?.enter()
      }
    },
  }
}
