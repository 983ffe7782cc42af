import { sessionLimits } from '@millrace/contract'

/** A condition on the row `s` of `session`: neither idle for too long nor older than a session may become. */
export function isSessionAlive(now: string): string {
  return `s.last_seen_at > ${now}::timestamptz - make_interval(secs => s.idle_seconds) and s.created_at > ${now}::timestamptz - interval '${sessionLimits.longestHours} hours'`
}
