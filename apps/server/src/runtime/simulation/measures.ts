import type { Sample } from './core/sample.ts'

/** The measured history of a process in a period. Durations are milliseconds. */
export interface Measures {
  /** ISO 8601. */
  readonly from: string
  readonly to: string
  /** When the first instance of the period started; null without one. */
  readonly firstAt: string | null
  readonly started: number
  /** Ended instances that were measured: the newest. */
  readonly measured: number
  readonly starts: readonly { readonly elementId: string | null; readonly count: number }[]
  /** Started instances by the hour of the week, from Monday 00:00. */
  readonly arrivals: readonly number[]
  /** Completed tasks by the hour of the week. */
  readonly completions: readonly number[]
  readonly elements: readonly MeasuredElement[]
  readonly flows: readonly { readonly flowId: string; readonly count: number }[]
  readonly repeats: readonly { readonly elementId: string; readonly times: Sample }[]
  readonly tasks: readonly MeasuredTask[]
}

export interface MeasuredElement {
  readonly elementId: string
  /** How often a token came to the element. An activity that runs several times counts once. */
  readonly entered: number
  readonly took: Sample | null
  /** The time until the element was cancelled. */
  readonly cancelledAfter: Sample | null
}

/** The work on a user task. */
export interface MeasuredTask {
  readonly elementId: string
  /** The key of the first candidate group; empty without candidate groups. */
  readonly group: string
  readonly count: number
  /** Users by the share of their completed tasks: 1 for a user who completes no other tasks. */
  readonly people: number
  /** Working time; see `measureTasks`. */
  readonly work: Sample
}

/** The measured days of a period: from the first instance on, and at least one. */
export function daysOf({ from, to, firstAt }: Pick<Measures, 'from' | 'to' | 'firstAt'>): number {
  const first = Math.max(Date.parse(from), firstAt === null ? 0 : Date.parse(firstAt))
  return Math.max(1, (Date.parse(to) - first) / 86_400_000)
}
