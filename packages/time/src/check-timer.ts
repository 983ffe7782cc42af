import type { CronKind } from './cron/read-cron.ts'
import { firstDue } from './timer.ts'

const anyTime = new Date('2026-01-01T00:00:00Z')

/**
 * Checks that the text of a timer is valid, and that a cycle does not end before it begins or before this product
 * existed.
 *
 * @param cron the dialect of cron patterns in cycles.
 */
export function checkTimer(
  kind: 'date' | 'duration' | 'cycle',
  text: string,
  cron: CronKind,
): { readonly ok: true } | { readonly ok: false; readonly message: string } {
  const due = firstDue(kind, text, anyTime, 'UTC', { cron })
  if (due.ok && due.isOver)
    return { ok: false, message: `expected a cycle that can happen, but “${text}” ends before its first time.` }
  return due.ok ? { ok: true } : due
}
