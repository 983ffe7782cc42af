import { api, type TaskDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { TaskGoneNotice } from './task-gone-notice.tsx'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that confirms the deletion of a standalone task, and returns to the list afterwards. */
export function RemoveTaskDialog({ task, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(api.tasks.remove, { params: { id: task.id } }),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', title: t('task.removed'), text: task.name })
      void navigate({ to: paths.tasks('assigned') })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('task.removeQuestion', { name: task.name })}
      action={t('task.remove')}
      isDangerous
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('task.removeFailed')} error={remove.error} /> : null}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('task.removeText')}
      <TaskGoneNotice />
    </ConfirmDialog>
  )
}
