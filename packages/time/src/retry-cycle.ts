import { addDuration } from './read-date.ts'

/** How often a failed job is tried, and how long it rests in between. */
export interface RetryCycle {
  /** All tries, the first one included. */
  readonly tries: number
  /** ISO 8601 durations; the last one serves for every further try. */
  readonly rests: readonly string[]
}

/**
 * Reads `R5/PT10M` (five tries, ten minutes apart), `PT1M,PT5M` (a list: one try more than it has rests) or a single
 * duration, as `failedJobRetryTimeCycle` holds them.
 *
 * @returns null when it is none of these.
 */
export function readRetryCycle(text: string): RetryCycle | null {
  const repeat = /^R(\d+)\/(P.+)$/i.exec(text.trim())
  if (repeat !== null) return checked(Number(repeat[1]), [repeat[2] as string])
  const rests = text.split(',').map((part) => part.trim())
  return checked(rests.length + 1, rests)
}

/** Whether a text is a retry cycle. */
export function isRetryCycle(text: string): boolean {
  return readRetryCycle(text) !== null
}

/** When to try again after a failure; `left` is what remains of the tries. */
export function nextTry({ tries, rests }: RetryCycle, left: number, now: Date, zone: string): Date | null {
  const rest = rests[Math.min(Math.max(tries - left - 1, 0), rests.length - 1)]
  return rest === undefined ? null : addDuration(now, rest, zone)
}

function checked(tries: number, rests: readonly string[]): RetryCycle | null {
  const isReadable = tries > 0 && rests.every((rest) => addDuration(new Date(0), rest, 'UTC') !== null)
  return isReadable ? { tries, rests } : null
}
