import IconPlus from 'icon:plus'
import IconUser from 'icon:user'
import IconUsers from 'icon:users'
import IconX from 'icon:x'
import { ActionIcon, Button } from '@mantine/core'
import { type AnswerOf, api, type TaskCandidate, type TaskDetail } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { describeError } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import { AddCandidateDialog } from './add-candidate-dialog.tsx'
import classes from './task-reach.module.css'

/** Who may claim a task, and why nobody can work on it, with the ways to change both. */
export function TaskReach({ task, onAssign }: { task: TaskDetail; onAssign: () => void }) {
  const { t } = useTranslation()
  const reach = useQuery(callQuery(api.tasks.reach, { params: { id: task.id } }))
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
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
              <Button size="xs" onClick={add}>
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
        {candidates.length === 0 ? null : (
          <ul className={classes.list} aria-label={t('openTasks.candidates')}>
            {candidates.map((candidate) => (
              <Candidate key={`${candidate.kind} ${candidate.key}`} task={task} candidate={candidate} />
            ))}
          </ul>
        )}
        {obstacle === null ? (
          <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={add}>
            {t('openTasks.addCandidate')}
          </Button>
        ) : null}
      </div>
      <AddCandidateDialog task={task} isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

function explain({ obstacle, assignee }: AnswerOf<typeof api.tasks.reach>, t: Translate): string {
  if (obstacle === 'nobody-named') return t('openTasks.nobodyNamed')
  return obstacle === 'assignee-gone'
    ? t('openTasks.assigneeGone', { name: assignee?.name ?? '' })
    : t('openTasks.candidatesGone')
}

function Candidate({ task, candidate }: { task: TaskDetail; candidate: TaskCandidate }) {
  const { t } = useTranslation()
  const { kind, key, name, state } = candidate
  const remove = useMutation({
    mutationFn: () => call(api.tasks.removeCandidate, { params: { id: task.id, kind, key } }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('openTasks.removeFailed'), text: describeError(error).message }),
  })
  const Icon = kind === 'user' ? IconUser : IconUsers
  const trouble = describeState(candidate, t)
  return (
    <li className={classes.candidate} data-state={state}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {name}
      {trouble === null ? null : <span className={classes.trouble}>{trouble}</span>}
      <ActionIcon
        size="xs"
        aria-label={t('openTasks.removeCandidate', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconX size={12} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

function describeState({ kind, state }: TaskCandidate, t: Translate): string | null {
  switch (state) {
    case 'fine':
      return null
    case 'disabled':
      return t('candidateState.user.disabled')
    case 'empty':
      return t('candidateState.group.empty')
    default:
      return t(`candidateState.${kind}.${state}`)
  }
}
