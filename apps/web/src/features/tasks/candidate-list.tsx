import IconUser from 'icon:user'
import IconUsers from 'icon:users'
import IconX from 'icon:x'
import { ActionIcon } from '@mantine/core'
import { api, type TaskCandidate } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './task-reach.module.css'

/** The candidates of a task, each with a button to remove it. */
export function CandidateList({ taskId, candidates }: { taskId: string; candidates: readonly TaskCandidate[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.list} aria-label={t('openTasks.candidates')}>
      {candidates.map((candidate) => (
        <Candidate key={`${candidate.kind} ${candidate.key}`} taskId={taskId} candidate={candidate} />
      ))}
    </ul>
  )
}

function Candidate({ taskId, candidate }: { taskId: string; candidate: TaskCandidate }) {
  const { t } = useTranslation()
  const { kind, key, name, state } = candidate
  const remove = useMutation({
    mutationFn: () => call(api.tasks.removeCandidate, { params: { id: taskId, kind, key } }),
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
