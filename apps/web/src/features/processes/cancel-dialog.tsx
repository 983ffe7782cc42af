import { Textarea } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

interface Props {
  readonly instanceId: string
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks why an instance is cancelled, and cancels it. */
export function CancelDialog({ instanceId, name, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const cancel = useMutation({
    mutationFn: () =>
      call(api.processes.cancel, {
        params: { id: instanceId },
        query: reason.trim() === '' ? {} : { reason: reason.trim() },
      }),
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
      keep={t('instance.keep')}
      isDangerous
      isPending={cancel.isPending}
      error={cancel.isError ? <ErrorBanner title={t('instance.cancelFailed')} error={cancel.error} /> : null}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>{t('instance.cancelText')}</p>
      <Textarea
        label={t('instance.cancelReason')}
        description={t('instance.cancelReasonHelp')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
