import { api, type TaskDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeTask } from './describe-task.ts'
import { PersonDialog } from './person-dialog.tsx'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that makes a user or group a candidate of a task. */
export function AddCandidateDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <PersonDialog
      isOpen={isOpen}
      title={t('openTasks.addTitle', { name: task.name })}
      label={t('openTasks.addPerson')}
      action={t('openTasks.addCandidate')}
      failed={t('openTasks.addFailed')}
      withGroups
      onSubmit={async ({ kind, key, name }) => {
        await call(api.tasks.addCandidate, { params: { id: task.id, kind, key } })
        showToast({ kind: 'success', title: t('openTasks.added', { name }), text: describeTask(task), about: task.id })
      }}
      onClose={onClose}
    />
  )
}
