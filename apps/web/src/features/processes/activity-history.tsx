import type { Activity } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { presentType } from '../../components/bpmn-diagram/present-type.ts'
import { Timeline, type TimelineItem } from '../../components/timeline/timeline.tsx'
import { type ActivityMoment, listMoments } from './arrange-activities.ts'
import { getElementIcon } from './element-icons.ts'
import classes from './instance-data.module.css'

const titles = {
  started: 'instance.elementStarted',
  completed: 'instance.elementCompleted',
  cancelled: 'instance.elementCancelled',
} as const satisfies Record<ActivityMoment['kind'], string>

const tones = { started: 'blue', completed: 'green', cancelled: 'grey' } as const satisfies Record<
  ActivityMoment['kind'],
  TimelineItem['tone']
>

/** What began and ended, the newest first. */
export function ActivityHistory({ activities }: { activities: readonly Activity[] }) {
  const { t } = useTranslation()
  const items = listMoments(activities).map(({ id, at, kind, activity }): TimelineItem => {
    const { name, type, assignee } = activity
    return {
      id,
      at,
      icon: getElementIcon(type),
      tone: activity.state === 'incident' ? 'red' : tones[kind],
      title: t(titles[kind], { name: name ?? presentType(type, t) }),
      detail: assignee && kind !== 'started' ? t('task.historyBy', { name: assignee.displayName }) : null,
    }
  })
  return (
    <div className={classes.timeline}>
      <Timeline label={t('instance.history')} items={items} />
    </div>
  )
}
