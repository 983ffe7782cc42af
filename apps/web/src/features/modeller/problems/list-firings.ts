import { firstDue, nextDue } from '@millrace/time'

export type Firings = { readonly ok: true; readonly times: readonly string[] } | { readonly ok: false }

/** How many are shown. */
const most = 10

/**
 * When a timer would fire, were it set now: at most ten times, as ISO 8601.
 *
 * @param zone an IANA time zone, in which times without offset are meant.
 */
export function listFirings(kind: 'date' | 'duration' | 'cycle', text: string, now: Date, zone: string): Firings {
  const first = firstDue(kind, text, now, zone)
  if (!first.ok) return { ok: false }
  const times = first.isOver ? [] : [first.at]
  let { cycle } = first
  for (let last = times[0]; last !== undefined && cycle !== null && times.length < most; last = times.at(-1)) {
    const next = nextDue(cycle, last, last, zone)
    if (next === null) break
    times.push(next.at)
    cycle = next.cycle
  }
  return { ok: true, times: times.map((time) => time.toISOString()) }
}
