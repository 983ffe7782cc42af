/** The history of a listener, which shows whether it is silent. */
export interface ListenerHistory {
  /** When something was accepted last; null: never. */
  readonly acceptedAt: Date | null
  /** The longest time between two of the last deliveries; null: there are too few of them. */
  readonly usualSeconds: number | null
}

/** Silent: for so many times of what is usual, and for an hour at least. */
const factor = 3
const shortestSilence = 3_600

/** Returns whether a listener has been silent for longer than usual. Without a history, nothing is usual. */
export function isSilent({ acceptedAt, usualSeconds }: ListenerHistory, now: Date): boolean {
  if (acceptedAt === null || usualSeconds === null) return false
  return (now.getTime() - acceptedAt.getTime()) / 1000 > Math.max(shortestSilence, usualSeconds * factor)
}
