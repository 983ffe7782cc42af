import type { CronKind } from './cron/read-cron.ts'
import { firstDue } from './timer.ts'

const anyTime = new Date('2026-01-01T00:00:00Z')

/**
 * Whether the text of a timer says a time at all, whenever it is asked.
 *
 * @param cron whose cron patterns a cycle may be written in
 */
export function checkTimer(
  kind: 'date' | 'duration' | 'cycle',
  text: string,
  cron: CronKind,
): { readonly ok: true } | { readonly ok: false; readonly message: string } {
  const due = firstDue(kind, text, anyTime, 'UTC', { cron })
  return due.ok ? { ok: true } : due
}
