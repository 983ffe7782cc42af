/** The part of a run that is measured. */
export interface Window {
  readonly from: number
  readonly to: number
}

export function isWithinWindow({ from, to }: Window, at: number): boolean {
  return at >= from && at < to
}

/** Returns the part of a span of time that is in the window, or null. */
export function clip({ from, to }: Window, start: number, end: number): readonly [number, number] | null {
  const first = Math.max(start, from)
  const last = Math.min(end, to)
  return last > first ? [first, last] : null
}
