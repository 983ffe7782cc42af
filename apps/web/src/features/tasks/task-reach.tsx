import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import { type AnswerOf, api, type TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import { CandidateList } from './candidate-list.tsx'
import classes from './task-reach.module.css'

export const reachQuery = (id: string) => callQuery(api.tasks.reach, { params: { id } })

interface Props {
  readonly task: TaskDetail
  readonly onAssign: () => void
  /** Called to add a candidate, by a dialog that stays when the task ends. */
  readonly onAdd: () => void
}

/** The candidates of a task, and the reason why nobody can work on it, with buttons to change both. */
export function TaskReach({ task, onAssign, onAdd }: Props) {
  const { t } = useTranslation()
  const reach = useQuery(reachQuery(task.id))
  if (reach.data === undefined)
    return reach.isError ? (
      <QueryFailure query={reach} title={t('openTasks.reachFailed')} className={classes.reach} />
    ) : (
      <div className={classes.reach}>
        <SkeletonRows count={1} height={28} />
      </div>
    )
  const { obstacle, candidates } = reach.data
  return (
    <div className={classes.reach}>
      <QueryFailure query={reach} title={t('openTasks.reachFailed')} isRegion />
      {obstacle === null ? null : (
        <Banner
          kind="warning"
          title={t('openTasks.stuckTitle')}
          actions={
            <>
              <Button size="xs" onClick={onAdd}>
                {t('openTasks.addCandidate')}
              </Button>
              <Button size="xs" onClick={onAssign}>
                {t('openTasks.assign')}
              </Button>
            </>
          }
        >
          {explain(reach.data, t)}
        </Banner>
      )}
      <div className={classes.candidates}>
        <span className={classes.label}>{t('openTasks.candidates')}</span>
        {candidates.length === 0 ? <span className={classes.quiet}>{t('openTasks.noCandidates')}</span> : null}
        {candidates.length === 0 ? null : <CandidateList taskId={task.id} candidates={candidates} />}
        {obstacle === null ? (
          <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={onAdd}>
            {t('openTasks.addCandidate')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function explain({ obstacle, assignee }: AnswerOf<typeof api.tasks.reach>, t: Translate): string {
  if (obstacle === 'nobody-named') return t('openTasks.nobodyNamed')
  return obstacle === 'assignee-gone'
    ? t('openTasks.assigneeGone', { name: assignee?.name ?? '' })
    : t('openTasks.candidatesGone')
}
