import { addDuration } from './read-date.ts'

/** How often a failed job is retried, and how long it waits in between. */
export interface RetryCycle {
  /** All tries, the first one included. */
  readonly tries: number
  /** ISO 8601 durations; the last one serves for every further try. */
  readonly rests: readonly string[]
}

/**
 * Parses `R5/PT10M` (five attempts, ten minutes apart), `PT1M,PT5M` (a list: one attempt more than waits) or a single
 * duration, as in `failedJobRetryTimeCycle`.
 *
 * @returns null for other texts.
 */
export function readRetryCycle(text: string): RetryCycle | null {
  const repeat = /^R(\d+)\/(P.+)$/i.exec(text.trim())
  if (repeat !== null) return checked(Number(repeat[1]), [repeat[2] as string])
  const rests = text.split(',').map((part) => part.trim())
  return checked(rests.length + 1, rests)
}

/** Returns whether a text is a retry cycle. */
export function isRetryCycle(text: string): boolean {
  return readRetryCycle(text) !== null
}

/** Returns the time of the next attempt after a failure; `left` is the number of remaining attempts. */
export function nextTry({ tries, rests }: RetryCycle, left: number, now: Date, zone: string): Date | null {
  const rest = rests[Math.min(Math.max(tries - left - 1, 0), rests.length - 1)]
  return rest === undefined ? null : addDuration(now, rest, zone)
}

function checked(tries: number, rests: readonly string[]): RetryCycle | null {
  const isReadable = tries > 0 && rests.every((rest) => addDuration(new Date(0), rest, 'UTC') !== null)
  return isReadable ? { tries, rests } : null
}
