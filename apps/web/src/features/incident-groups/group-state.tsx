import type { IncidentGroupRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { presentDateTime } from '../../lib/dates.ts'

/** Whether a cause is open, put off or fixed, as a badge. */
export function GroupState({ group: { state, snoozedUntil } }: { group: IncidentGroupRow }) {
  const { t } = useTranslation()
  if (state !== 'snoozed') return <StatusBadge status={state === 'open' ? 'openCause' : 'fixed'} />
  const until =
    snoozedUntil === null
      ? t('incidentGroup.snoozedUntilNext')
      : t('incidentGroup.snoozedUntil', { when: presentDateTime(snoozedUntil) })
  return (
    <span title={until}>
      <StatusBadge status="snoozed" />
    </span>
  )
}
