import { Button, Textarea } from '@mantine/core'
import { api, limits, type PackageImportDetails } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useSearchState } from '../../lib/use-search-state.ts'

/** The button that dismisses a package of a source after asking for a reason, and opens the page of packages. */
export function DismissButton({ id, fileName }: Pick<PackageImportDetails, 'id' | 'fileName'>) {
  const { t } = useTranslation()
  const [, changeAddress] = useSearchState()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const dismiss = useMutation({
    mutationFn: () => call(api.packages.dismiss, { params: { id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      setAsking(false)
      showToast({ kind: 'success', title: t('packages.dismissed') })
      changeAddress({ import: undefined })
    },
  })
  return (
    <>
      <Button data-danger onClick={() => setAsking(true)}>
        {t('packages.dismiss')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('packages.dismissTitle', { name: fileName })}
        action={t('packages.dismiss')}
        keep={t('packages.dismissKeep')}
        isBlocked={reason.trim() === ''}
        isPending={dismiss.isPending}
        error={dismiss.isError ? <ErrorBanner title={t('packages.dismissFailed')} error={dismiss.error} /> : null}
        onConfirm={() => dismiss.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('packages.dismissText')}
        <Textarea
          mt={12}
          label={t('packages.dismissReason')}
          required
          autosize
          minRows={2}
          maxLength={limits.disabledReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
