import type { TaskDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeTask } from './describe-task.ts'
import { PersonDialog } from './person-dialog.tsx'
import { doToOne, useUndo } from './undo-action.ts'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that assigns a task to a user, regardless of the current assignee. The toast can undo it. */
export function AssignDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const undo = useUndo(task, { done: t('taskBulk.undone', { count: 1 }), failed: t('taskBulk.undoFailed') })
  return (
    <PersonDialog
      isOpen={isOpen}
      title={t('openTasks.assignTitle', { name: task.name })}
      label={t('openTasks.assignPerson')}
      action={t('openTasks.assign')}
      failed={t('openTasks.assignFailed')}
      onSubmit={async ({ key, name }) => {
        const mark = await doToOne(task, { kind: 'assign', username: key })
        showToast({
          kind: 'success',
          title: t('openTasks.assigned', { name }),
          text: describeTask(task),
          about: task.id,
          ...(mark !== null && { action: { label: t('task.undo'), run: () => undo.mutate(mark) } }),
        })
      }}
      onClose={onClose}
    />
  )
}
