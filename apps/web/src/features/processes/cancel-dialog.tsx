import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useCurrentPage } from '../../components/page/page-header.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { ApiError, type ApiErrorCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { CancelOptions, useCancelOptions } from './cancel-options.tsx'

interface Props {
  readonly instanceId: string
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * The dialog that asks for the reason of a cancellation, and cancels an instance. Operators have the same options as
 * for several instances.
 */
export function CancelDialog({ instanceId, name, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const isOperated = useCurrentPage()?.section === 'engine'
  const options = useCancelOptions()
  const { action } = options
  const cancel = useMutation({
    mutationFn: async () => {
      if (!isOperated) {
        const query = action.reason === null ? {} : { reason: action.reason }
        await call(api.processes.cancel, { params: { id: instanceId }, query })
        return
      }
      const [outcome] = await call(api.processes.doToInstances, { body: { action, ids: [instanceId] } })
      if (outcome?.isDone !== true)
        throw new ApiError({
          code: (outcome?.code ?? 'thing.not-found') as ApiErrorCode,
          status: 409,
          message: outcome?.message ?? '',
        })
    },
    onSuccess: () => {
      showToast({ kind: 'success', title: t('instance.cancelled'), text: name })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('instance.cancelTitle', { name })}
      action={t('instance.cancel')}
      isDangerous
      isBlocked={!options.isComplete}
      isPending={cancel.isPending}
      error={cancel.isError ? <ErrorBanner title={t('instance.cancelFailed')} error={cancel.error} /> : null}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>{t('instance.cancelText')}</p>
      <CancelOptions {...options} hasSkips={isOperated} />
    </ConfirmDialog>
  )
}
