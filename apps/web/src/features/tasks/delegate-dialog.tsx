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

/** The dialog that delegates a task to another user, with a note. */
export function DelegateDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <PersonDialog
      isOpen={isOpen}
      title={t('task.delegateTitle', { name: task.name })}
      label={t('task.delegatePerson')}
      help={t('task.delegateHelp')}
      action={t('task.delegate')}
      failed={t('task.delegateFailed')}
      withNote
      onSubmit={async ({ key, name }, note) => {
        const body = { username: key, ...(note !== '' && { note }) }
        await call(api.tasks.delegate, { params: { id: task.id }, body })
        showToast({ kind: 'success', title: t('task.delegated', { name }), text: describeTask(task), about: task.id })
      }}
      onClose={onClose}
    />
  )
}
