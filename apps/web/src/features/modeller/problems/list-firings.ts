import { type BusinessCalendar, type CronKind, firstDue, nextDue } from '@millrace/time'

export type Firings =
  /** `cron`: whose cron pattern the text was read as; null when it is none. */
  { readonly ok: true; readonly times: readonly string[]; readonly cron: CronKind | null } | { readonly ok: false }

/** How many are shown. */
const most = 10

export interface FiringsAsked {
  readonly kind: 'date' | 'duration' | 'cycle'
  readonly text: string
  readonly now: Date
  /** An IANA time zone for times without an offset. */
  readonly zone: string
  /** Durations count its working time. */
  readonly calendar: BusinessCalendar | null
  /** The dialect of cron patterns in the model. */
  readonly cron: CronKind
}

/** Returns the times at which a timer would fire if it started now: at most ten, as ISO 8601. */
export function listFirings({ kind, text, now, zone, calendar, cron }: FiringsAsked): Firings {
  const first = firstDue(kind, text, now, zone, { calendar, cron })
  if (!first.ok) return { ok: false }
  const times = first.isOver ? [] : [first.at]
  let { cycle } = first
  for (let last = times[0]; last !== undefined && cycle !== null && times.length < most; last = times.at(-1)) {
    const next = nextDue(cycle, last, last, zone, { calendar, cron })
    if (next === null) break
    times.push(next.at)
    cycle = next.cycle
  }
  // A cycle of ISO 8601 begins with R.
  const isCron = first.cycle !== null && !/^R/i.test(first.cycle)
  return { ok: true, times: times.map((time) => time.toISOString()), cron: isCron ? cron : null }
}
