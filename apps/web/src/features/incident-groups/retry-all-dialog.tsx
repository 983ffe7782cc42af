import { api, type IncidentGroupDetail, incidentGroupLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { call } from '../../lib/api/call.ts'

/** The dialog that confirms the retry of all incidents of a cause. */
export function RetryAllDialog({ group, onClose }: { group: IncidentGroupDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, count } = group
  const shown = { count, number: count.toLocaleString('en') }
  const retry = useMutation({
    mutationFn: () => call(api.incidentGroups.retryAll, { params: { id } }),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('incidentGroup.retryAllTitle', shown)}
      action={t('incidentGroup.retryAll', shown)}
      isPending={retry.isPending}
      error={retry.isError ? <ErrorBanner title={t('incidentGroup.retryAllFailed')} error={retry.error} /> : null}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      <p>{t('incidentGroup.retryAllText')}</p>
      {count > incidentGroupLimits.batch ? (
        <p>{t('incidentGroup.retryAllLimit', { number: incidentGroupLimits.batch.toLocaleString('en') })}</p>
      ) : null}
    </ConfirmDialog>
  )
}
