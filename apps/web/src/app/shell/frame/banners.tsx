import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { initQuery } from '../../../lib/session/init-query.ts'
import { presentLinks } from '../../../lib/session/load-session.ts'
import { sessionQuery } from '../../../lib/session/session.ts'
import classes from './banners.module.css'

/**
 * The banners above each page: the maintenance of the installation, and the banner of administrators. Links follow
 * settings too.
 */
export default function Banners() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: init } = useQuery(initQuery)
  useEffect(() => {
    if (init !== undefined)
      client.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, ...presentLinks(init) })
  }, [client, init])
  const banners = init?.BANNERS ?? []
  if (banners.length === 0) return null
  return (
    <div className={classes.banners}>
      {banners.map(({ kind, text }) =>
        kind === 'maintenance' ? (
          <Banner key={kind} kind="warning" title={t('shell.maintenance')}>
            {text} {t('shell.maintenanceText')}
          </Banner>
        ) : (
          <Banner key={kind} kind={kind} title={text} />
        ),
      )}
    </div>
  )
}
