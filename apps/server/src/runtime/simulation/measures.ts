import type { MeasuredPauses } from './core/model.ts'
import type { Sample } from './core/sample.ts'

/** The measured history of a process in a period. Durations are milliseconds. */
export interface Measures {
  /** ISO 8601. */
  readonly from: string
  readonly to: string
  /** The start of the first instance of the period; null without instances. */
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
  readonly staff: MeasuredStaff
}

/** The users who completed tasks of the process, with their completed tasks of all processes in the measured time. */
export interface MeasuredStaff {
  /** The first measured task, ISO 8601; null without tasks. */
  readonly from: string | null
  /** Whether the users completed more tasks than are measured, so that tasks before `from` are left out. */
  readonly isShortened: boolean
  /** Days on which any of them completed a task. */
  readonly days: number
  readonly users: readonly MeasuredUser[]
  /** The work on tasks of other processes, and on tasks without a process. */
  readonly elsewhere: Sample | null
}

/** The completed tasks of a user. Names of users are only compared, and never stored or shown. */
export interface MeasuredUser {
  readonly user: string
  /** Days on which the user completed a task. */
  readonly days: number
  /** Tasks by element and first candidate group; null for tasks of other processes. */
  readonly tasks: readonly { readonly elementId: string | null; readonly group: string; readonly count: number }[]
}

export interface MeasuredElement {
  readonly elementId: string
  /** The number of tokens that reached the element. A multi-instance activity counts once. */
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
  /** Working time from the beginning of the work to the completion; see `chooseWork`. */
  readonly work: Sample
  readonly pauses: MeasuredPauses
}

/** Returns the number of measured days of a period: from the first instance on, and at least one. */
export function daysOf({ from, to, firstAt }: Pick<Measures, 'from' | 'to' | 'firstAt'>): number {
  const first = Math.max(Date.parse(from), firstAt === null ? 0 : Date.parse(firstAt))
  return Math.max(1, (Date.parse(to) - first) / 86_400_000)
}
