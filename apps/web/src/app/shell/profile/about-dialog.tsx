import '../../../lib/page-texts.ts'
import { Modal } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { callQuery } from '../../../lib/api/call-query.ts'
import { presentDate } from '../../../lib/dates.ts'
import classes from './about-dialog.module.css'

/** The user, the product and its licence. */
export default function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('about.title')} size={560}>
      <AboutFacts />
    </Modal>
  )
}

function AboutFacts() {
  const { t } = useTranslation()
  const about = useQuery(callQuery(api.about.about))
  const info = useQuery(callQuery(api.about.info))
  const workplace = useQuery(callQuery(api.shell.tenantIdentifier))
  if (about.isError)
    return <ErrorBanner title={t('pageCatalogue.about')} error={about.error} onRetry={() => void about.refetch()} />
  if (about.data === undefined) return <SkeletonRows count={6} height={28} />
  const { data } = about
  const none = t('common.none')
  const facts: [string, string][] = [
    [t('about.username'), data.userName],
    [t('about.fullName'), [data.firstName, data.lastName].filter(Boolean).join(' ') || none],
    [t('about.roles'), data.userRole.split(',').join(', ')],
    [
      t('about.build'),
      info.data ? `${info.data.build.name} ${info.data.build.version} (${info.data.build.number})` : '…',
    ],
    [t('about.licence'), data.licenseKey ?? none],
    [t('about.applications'), data.appsAllowed ?? none],
    [t('about.expiry'), data.expiryDate === null ? none : presentDate(`${data.expiryDate}T00:00:00`)],
    [t('about.git'), info.data?.git.commit.id ?? none],
    [t('about.workplace'), workplace.data?.tenantIdentifier ?? none],
  ]
  return (
    <>
      {info.isError ? (
        <ErrorBanner title={t('pageCatalogue.actuator')} error={info.error} onRetry={() => void info.refetch()} />
      ) : null}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
