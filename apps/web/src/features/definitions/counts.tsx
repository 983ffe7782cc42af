import { listLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './definitions.module.css'

/** The number of running instances, with a plus when the counting stopped at the limit. */
export function Running({ count, limit = listLimits.total }: { count: number; limit?: number }) {
  const { t } = useTranslation()
  const number = count.toLocaleString('en')
  if (count < limit) return <span className="tn">{number}</span>
  return (
    <span className="tn" title={t('definitions.atLeastHint', { number })}>
      {t('definitions.atLeast', { number })}
    </span>
  )
}

/** The number of open incidents, in red when it is not zero. */
export function Alarm({ count, limit }: { count: number; limit?: number }) {
  return (
    <span className={`tn ${classes.alarm}`} data-alarming={count > 0 || undefined}>
      {count.toLocaleString('en')}
      {limit !== undefined && count >= limit ? '+' : null}
    </span>
  )
}
