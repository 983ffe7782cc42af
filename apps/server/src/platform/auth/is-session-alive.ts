import { sessionLimits } from '@millrace/contract'

/** Returns the SQL condition that the row `s` of `session` is neither idle for too long nor older than allowed. */
export function isSessionAlive(now: string): string {
  return `s.last_seen_at > ${now}::timestamptz - make_interval(secs => s.idle_seconds) and s.created_at > ${now}::timestamptz - interval '${sessionLimits.longestHours} hours'`
}
