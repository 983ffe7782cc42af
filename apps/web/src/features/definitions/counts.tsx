import { listLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './definitions.module.css'

/** How many instances run; a plus where they were counted no further. */
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

/** How many incidents are open: red where there are some. */
export function Alarm({ count, limit }: { count: number; limit?: number }) {
  return (
    <span className={`tn ${classes.alarm}`} data-alarming={count > 0 || undefined}>
      {count.toLocaleString('en')}
      {limit !== undefined && count >= limit ? '+' : null}
    </span>
  )
}
