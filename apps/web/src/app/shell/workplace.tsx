import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import classes from './workplace.module.css'

/** Where the user works. Plain text: it can be switched only with advanced single sign-on. */
export function Workplace() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['workplace'],
    queryFn: () => call(api.shell.tenantIdentifier),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return <span />
  const name = data.tenantIdentifier
  return (
    <div className={classes.workplace} title={t('shell.workplace')}>
      <span className={classes.mark} data-letter={[...name][0]?.toUpperCase()} aria-hidden />
      <span className={classes.name}>{name}</span>
    </div>
  )
}
