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

/** Gives a task to somebody, whoever had it before. */
export function AssignDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <PersonDialog
      isOpen={isOpen}
      title={t('openTasks.assignTitle', { name: task.name })}
      label={t('openTasks.assignPerson')}
      action={t('openTasks.assign')}
      failed={t('openTasks.assignFailed')}
      onSubmit={async ({ key, name }) => {
        await call(api.tasks.assign, { params: { id: task.id }, body: { username: key } })
        showToast({
          kind: 'success',
          title: t('openTasks.assigned', { name }),
          text: describeTask(task),
          about: task.id,
        })
      }}
      onClose={onClose}
    />
  )
}
