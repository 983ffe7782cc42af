import { presentDate, presentDateTime } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'

/**
 * Returns the instant that a time in an address means now and in the local time zone: `today+1` is midnight at the end
 * of the reader's day.
 */
export function toInstant(moment: string, now: Date): string {
  const [, word, days] = /^(now|today)([+-]\d+)?$/.exec(moment) ?? []
  if (word === 'now') return new Date(now.getTime() + Number(days ?? 0) * 86_400_000).toISOString()
  if (word === 'today')
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(days ?? 0)).toISOString()
  return isDay(moment) ? new Date(`${moment}T00:00:00`).toISOString() : moment
}

/** Returns the date that a day in an address means now and in the local time zone: `today+1` is tomorrow. */
export function toDay(moment: string, now: Date): string {
  const [, days] = /^today([+-]\d+)?$/.exec(moment) ?? []
  if (isDay(moment)) return moment
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(days ?? 0))
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Presents a time in a filter chip. */
export function presentMoment(moment: string, t: Translate): string {
  const [, word, days = '0'] = /^(now|today)([+-]\d+)?$/.exec(moment) ?? []
  const count = Number(days)
  if (word === 'now' && count === 0) return t('list.now')
  if (word !== undefined) {
    if (count === 0) return t('list.today')
    if (count === 1) return t('list.tomorrow')
    return count > 0 ? t('list.inDays', { count }) : t('list.daysAgo', { count: -count })
  }
  return isDay(moment) ? presentDate(`${moment}T00:00:00`) : presentDateTime(moment)
}

function isDay(moment: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(moment)
}

/** Converts a day from `21/11/2026` to `2026-11-21`; null when it is invalid. */
export function readDay(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  const isReal = year !== '' && date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
  return isReal ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}
