import type { ExternalConnection } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../components/dates/dates.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import classes from './external-systems.module.css'

/** The result and the time of the last test of a connection. */
export function TestState({ tested }: Pick<ExternalConnection, 'tested'>) {
  const { t } = useTranslation()
  if (tested === null) return t('externalSystems.untested')
  return (
    <span className={classes.state}>
      <StatusBadge status={tested.fault === null ? 'connected' : 'failed'} />
      <ShortTime at={tested.at} />
    </span>
  )
}
