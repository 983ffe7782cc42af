import IconAlertTriangle from 'icon:alert-triangle'
import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForward from 'icon:arrow-forward'
import IconBan from 'icon:ban'
import IconCircleCheck from 'icon:circle-check'
import IconCircleDashed from 'icon:circle-dashed'
import IconCircleMinus from 'icon:circle-minus'
import IconFlag from 'icon:flag'
import IconLockOpen from 'icon:lock-open'
import IconPencil from 'icon:pencil'
import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconRefreshAlert from 'icon:refresh-alert'
import IconTable from 'icon:table'
import IconUserCheck from 'icon:user-check'
import type { InstanceDetail, InstanceEvent } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import type { DrawnIcon } from '../../components/icon/drawn.tsx'
import { Timeline, type TimelineItem } from '../../components/timeline/timeline.tsx'
import type { Translate } from '../../lib/i18n.ts'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'
import { historyQuery } from './process-queries.ts'

const looks = {
  started: { icon: IconPlayerPlay, tone: 'blue' },
  completed: { icon: IconCircleCheck, tone: 'green' },
  cancelled: { icon: IconBan, tone: 'grey' },
  'task-created': { icon: IconCircleDashed, tone: 'grey' },
  'task-assigned': { icon: IconUserCheck, tone: 'blue' },
  'task-claimed': { icon: IconUserCheck, tone: 'blue' },
  'task-released': { icon: IconLockOpen, tone: 'grey' },
  'task-delegated': { icon: IconArrowForward, tone: 'blue' },
  'task-resolved': { icon: IconCircleCheck, tone: 'green' },
  'task-changed': { icon: IconFlag, tone: 'grey' },
  'task-suspended': { icon: IconPlayerPause, tone: 'grey' },
  'task-activated': { icon: IconPlayerPlay, tone: 'blue' },
  'task-completed': { icon: IconCircleCheck, tone: 'green' },
  'task-cancelled': { icon: IconBan, tone: 'grey' },
  'variable-set': { icon: IconPencil, tone: 'grey' },
  'variable-removed': { icon: IconCircleMinus, tone: 'grey' },
  'decision-evaluated': { icon: IconTable, tone: 'green' },
  'work-done': { icon: IconCircleCheck, tone: 'green' },
  'attempt-failed': { icon: IconRefreshAlert, tone: 'red' },
  'incident-raised': { icon: IconAlertTriangle, tone: 'red' },
  'incident-ended': { icon: IconCircleCheck, tone: 'green' },
  undone: { icon: IconArrowBackUp, tone: 'blue' },
  modified: { icon: IconArrowForward, tone: 'blue' },
  migrated: { icon: IconArrowForward, tone: 'blue' },
  restarted: { icon: IconPlayerPlay, tone: 'blue' },
} as const satisfies Record<InstanceEvent['kind'], { icon: DrawnIcon; tone: TimelineItem['tone'] }>

/** The events of the instance with their users, the newest first. */
export function InstanceHistory({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const query = useQuery(historyQuery(instance.id))
  const { data } = query
  const failure = (
    <QueryFailure query={query} title={t('instance.historyFailed')} isRegion className={classes.message} />
  )
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={6} height={36} />
  const shown = data.items.filter(({ elementId }) => selection.elementId === null || elementId === selection.elementId)
  return (
    <>
      {failure}
      {shown.length === 0 ? (
        <NothingMatches
          text={t('instance.historyNotOfStep')}
          action={t('instance.showAll')}
          onClear={() => selection.select(null)}
        />
      ) : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.historyCapped', { count: data.items.length })}</p>
      ) : null}
      <div className={classes.timeline}>
        <Timeline
          label={t('instance.history')}
          items={shown.map((event) => presentEvent(event, { process: instance.definition.name, t }))}
        />
      </div>
    </>
  )
}

export interface Surroundings {
  /** Name of the process. */
  readonly process: string
  readonly t: Translate
}

/** Presents an event as text, with its user. */
export function presentEvent(event: InstanceEvent, { process, t }: Surroundings): TimelineItem {
  const { id, at, kind, by, to, name, text } = event
  const title = t(`instance.events.${kind}`, {
    name: name ?? process,
    to: to?.displayName ?? t('common.unassigned'),
  })
  return {
    id,
    at,
    ...looks[kind],
    title,
    detail:
      by === null && text === null ? null : (
        <>
          {by === null ? null : t('task.historyBy', { name: by.displayName })}
          {text === null ? null : <span className={classes.eventText}>{text}</span>}
        </>
      ),
  }
}
