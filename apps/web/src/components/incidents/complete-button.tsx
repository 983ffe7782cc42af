import IconCheck from 'icon:check'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { showToast } from '../toast/show-toast.tsx'

/** Completes the step of a call that got no answer, once somebody has checked that it was carried out. */
export function CompleteButton({ incidentId }: { incidentId: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const complete = useMutation({
    mutationFn: () => call(api.incidentGroups.complete, { params: { id: incidentId } }),
    onSuccess: () => {
      setAsking(false)
      showToast({ kind: 'success', title: t('instance.markedDone') })
    },
  })
  return (
    <>
      <Button size="xs" leftSection={<IconCheck size={15} stroke={1.6} />} onClick={() => setAsking(true)}>
        {t('instance.markDone')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('instance.markDoneTitle')}
        action={t('instance.markDone')}
        isPending={complete.isPending}
        error={
          complete.isError ? <ErrorBanner title={t('instance.markDoneFailed')} error={complete.error} /> : undefined
        }
        onConfirm={() => complete.mutate()}
        onClose={() => {
          setAsking(false)
          complete.reset()
        }}
      >
        {t('instance.markDoneText')}
      </ConfirmDialog>
    </>
  )
}
