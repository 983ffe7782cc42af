import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import type { Incident, InstanceDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CompleteButton } from '../../components/incidents/complete-button.tsx'
import { useRetryIncident } from './use-retry-incident.ts'

export interface RetryButtonProps {
  readonly instance: InstanceDetail
  readonly incident: Incident
  /** The one thing to do where it stands. */
  readonly isMain?: boolean
}

/**
 * The button that retries the failed step of an incident, or resolves a call without an answer, if possible and
 * permitted.
 */
export function RetryButton({ instance, incident, isMain = false }: RetryButtonProps) {
  const { t } = useTranslation()
  const retry = useRetryIncident(instance.id)
  if (!incident.canRetry || !instance.permissions.retry) return null
  return (
    <>
      {incident.type === 'answerUnknown' ? (
        <CompleteButton incidentId={incident.id} idempotencyKey={incident.jobId} />
      ) : null}
      <Button
        size="xs"
        {...(isMain ? { variant: 'filled' } : {})}
        leftSection={<IconRefresh size={15} stroke={1.6} />}
        loading={retry.isPending}
        onClick={() => retry.mutate(incident.id)}
      >
        {t('instance.retry')}
      </Button>
    </>
  )
}
