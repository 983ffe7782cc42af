import { useTranslation } from 'react-i18next'
import { type Due, describeDay, describeDue, presentDateTime, type Span, toSpan, toSpans } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './dates.module.css'
import { useNow } from './use-now.ts'

/** A due date in a list: `Overdue 2 d`, `Today 16:00`, `Tomorrow`, `24/11`. The exact time appears on hover. */
export function DueDate({ due, sentence = false }: { due: string; sentence?: boolean }) {
  const { t } = useTranslation()
  const described = describeDue(due, useNow())
  return (
    <time className={classes.due} data-tone={described.tone} dateTime={due} title={presentDateTime(due)}>
      {sentence ? presentDueSentence(described, t) : presentDue(described, t)}
    </time>
  )
}

/** The time since a date: `20 min`, `6 h`, `5 d`. */
export function Age({ since, ago = false }: { since: string; ago?: boolean }) {
  const { t } = useTranslation()
  const span = toSpan(useNow().getTime() - new Date(since).getTime())
  const text = ago && span.unit === 'second' ? t('time.justNow') : presentSpan(span, t)
  return (
    <time className={classes.age} dateTime={since} title={presentDateTime(since)}>
      {ago && span.unit !== 'second' ? t('time.ago', { span: text }) : text}
    </time>
  )
}

/** A time in a list: `Today 16:00`, `24/11`, `24/11/2025`. The exact time appears on hover. */
export function ShortTime({ at }: { at: string }) {
  const { t } = useTranslation()
  const short = describeDay(at, useNow())
  return (
    <time className={classes.due} dateTime={at} title={presentDateTime(at)}>
      {short.isToday ? t('time.today', { time: short.text }) : short.text}
    </time>
  )
}

/** The exact time, for facts and history. */
export function DateTime({ at }: { at: string }) {
  return (
    <time className={classes.exact} dateTime={at}>
      {presentDateTime(at)}
    </time>
  )
}

/** The time between two dates, or until now: `2 d 2 h`. */
export function Duration({ from, to }: { from: string; to: string | null }) {
  const { t } = useTranslation()
  const now = useNow()
  const end = to === null ? now.getTime() : new Date(to).getTime()
  return <span className={classes.age}>{presentDuration(end - new Date(from).getTime(), t)}</span>
}

export function presentDuration(milliseconds: number, t: Translate): string {
  return toSpans(milliseconds)
    .map((span) => presentSpan(span, t))
    .join(' ')
}

export function presentSpan({ unit, count }: Span, t: Translate): string {
  return t(`time.${unit}`, { count })
}

function presentDue(due: Due, t: Translate): string {
  if (due.kind === 'overdue') return t('time.overdue', { by: presentSpan(due.by, t) })
  if (due.kind === 'today') return t('time.today', { time: due.time })
  return due.kind === 'tomorrow' ? t('time.tomorrow') : due.text
}

function presentDueSentence(due: Due, t: Translate): string {
  if (due.kind === 'overdue') return t('time.dueOverdue', { by: presentSpan(due.by, t) })
  if (due.kind === 'today') return t('time.dueToday', { time: due.time })
  return due.kind === 'tomorrow' ? t('time.dueTomorrow') : t('time.dueOn', { date: due.text })
}
