import { Modal } from '@mantine/core'
import { api, type TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { CandidateList } from './candidate-list.tsx'
import { describeTask } from './describe-task.ts'
import { PersonForm } from './person-dialog.tsx'
import classes from './task-reach.module.css'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that adds and removes candidates of a task. */
export function ShareDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('task.shareTitle', { name: task.name })} size={440}>
      <Candidates taskId={task.id} />
      <PersonForm
        label={t('openTasks.addPerson')}
        action={t('openTasks.addCandidate')}
        failed={t('openTasks.addFailed')}
        withGroups
        onSubmit={async ({ kind, key, name }) => {
          await call(api.tasks.addCandidate, { params: { id: task.id, kind, key } })
          const text = describeTask(task)
          showToast({ kind: 'success', title: t('openTasks.added', { name }), text, about: task.id })
        }}
        onClose={onClose}
      />
    </Modal>
  )
}

function Candidates({ taskId }: { taskId: string }) {
  const { t } = useTranslation()
  const reach = useQuery(callQuery(api.tasks.reach, { params: { id: taskId } }))
  const { data } = reach
  const failure = <QueryFailure query={reach} title={t('openTasks.reachFailed')} isRegion />
  if (data === undefined) return reach.isError ? failure : <SkeletonRows count={1} height={28} />
  return (
    <div className={classes.shared}>
      {failure}
      {data.candidates.length === 0 ? (
        <span className={classes.quiet}>{t('openTasks.noCandidates')}</span>
      ) : (
        <CandidateList taskId={taskId} candidates={data.candidates} />
      )}
    </div>
  )
}
