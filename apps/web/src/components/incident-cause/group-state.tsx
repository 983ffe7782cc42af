import type { IncidentGroupRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../lib/dates.ts'
import { StatusBadge } from '../status/status-badge.tsx'

/** A badge with the state of a cause of incidents: open, snoozed or fixed. */
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
