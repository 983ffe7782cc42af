import { Cron } from 'croner'

/**
 * The next time of a cron pattern after an instant, in a time zone. Patterns are those of Quartz, which Camunda and
 * Flowable read: six or seven fields, seconds first, days of the week from 1 for Sunday, `?` for “no matter”.
 *
 * @returns null when the text is no pattern or never comes true again.
 */
export function nextCron(pattern: string, after: Date, zone: string): Date | null {
  try {
    const cron = new Cron(pattern.replaceAll('?', '*'), {
      timezone: zone,
      paused: true,
      alternativeWeekdays: true,
      sloppyRanges: true,
      mode: '6-or-7-parts',
    })
    return cron.nextRun(after)
  } catch {
    return null
  }
}
