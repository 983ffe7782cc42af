import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../../lib/api/call-query.ts'
import { useProductName } from '../../../lib/product.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from './footer.module.css'

export function Footer() {
  const { t } = useTranslation()
  const product = useProductName()
  const { privacyPolicy } = useSession()
  const { data: info } = useQuery({
    ...callQuery(api.about.info),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <footer className={classes.footer}>
      <span>{t('shell.copyright', { year: new Date().getFullYear(), product })}</span>
      {privacyPolicy === null ? null : (
        <a href={privacyPolicy.url} target="_blank" rel="noopener noreferrer">
          {privacyPolicy.name}
        </a>
      )}
      {info ? <span className={classes.version}>{t('shell.version', { version: info.build.version })}</span> : null}
    </footer>
  )
}
