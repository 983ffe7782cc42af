import IconArrowForward from 'icon:arrow-forward'
import IconBan from 'icon:ban'
import IconCalendar from 'icon:calendar'
import IconCircleCheck from 'icon:circle-check'
import IconCircleDashed from 'icon:circle-dashed'
import IconFlag from 'icon:flag'
import IconLockOpen from 'icon:lock-open'
import IconPencil from 'icon:pencil'
import IconPlayerPlay from 'icon:player-play'
import IconUserCheck from 'icon:user-check'
import { api, type TaskEvent } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import type { DrawnIcon } from '../../components/icon/drawn.tsx'
import { Timeline, type TimelineItem } from '../../components/timeline/timeline.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './task-page.module.css'

const looks = {
  'process-started': { icon: IconPlayerPlay, tone: 'blue' },
  created: { icon: IconCircleDashed, tone: 'grey' },
  assigned: { icon: IconUserCheck, tone: 'blue' },
  claimed: { icon: IconUserCheck, tone: 'blue' },
  released: { icon: IconLockOpen, tone: 'grey' },
  delegated: { icon: IconArrowForward, tone: 'blue' },
  resolved: { icon: IconCircleCheck, tone: 'green' },
  'priority-changed': { icon: IconFlag, tone: 'grey' },
  'due-date-changed': { icon: IconCalendar, tone: 'grey' },
  'follow-up-changed': { icon: IconCalendar, tone: 'grey' },
  'candidates-added': { icon: IconUserCheck, tone: 'grey' },
  'candidates-removed': { icon: IconUserCheck, tone: 'grey' },
  'owner-changed': { icon: IconUserCheck, tone: 'grey' },
  'details-changed': { icon: IconPencil, tone: 'grey' },
  completed: { icon: IconCircleCheck, tone: 'green' },
  cancelled: { icon: IconBan, tone: 'grey' },
} as const satisfies Record<TaskEvent['kind'], { icon: DrawnIcon; tone: TimelineItem['tone'] }>

/** The events of the task, the newest first. */
export function TaskHistory({ taskId }: { taskId: string }) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.tasks.history, { params: { id: taskId } }))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('task.historyFailed')} isRegion className={classes.pending} />
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={4} height={36} />
  const items = data.map((event): TimelineItem => {
    const { icon, tone } = looks[event.kind]
    return {
      id: event.id,
      at: event.at,
      icon,
      tone,
      title: describeEvent(event, t),
      detail: describeDoer(event, t),
    }
  })
  return (
    <>
      {failure}
      <div className={classes.pending}>
        {items.length === 0 ? <p>{t('task.historyEmpty')}</p> : <Timeline label={t('task.historyTab')} items={items} />}
      </div>
    </>
  )
}

function describeDoer({ by, inPlaceOf }: TaskEvent, t: Translate): string | null {
  if (by === null) return null
  return inPlaceOf === null
    ? t('task.historyBy', { name: by.displayName })
    : t('task.historyByFor', { name: by.displayName, absent: inPlaceOf.displayName })
}

function describeEvent({ kind, to, value }: TaskEvent, t: Translate): string {
  if (kind === 'due-date-changed')
    return typeof value === 'string'
      ? t('task.history.due-date-changed', { value: presentDateTime(value) })
      : t('task.history.due-date-removed')
  if (kind === 'follow-up-changed')
    return typeof value === 'string'
      ? t('task.history.follow-up-changed', { value: presentDateTime(value) })
      : t('task.history.follow-up-removed')
  return t(`task.history.${kind}`, { to: to?.displayName ?? t('common.unassigned'), value: value ?? '' })
}
