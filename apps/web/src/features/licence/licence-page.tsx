import '../../lib/package-texts.ts'
import { api, type LicenceState } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Section } from '../../components/section/section.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { RenewSection } from './renew-section.tsx'

/** The page of the licence of the workplace. The field to renew the licence is always visible. */
export function Page() {
  const { t } = useTranslation()
  const licence = useQuery(callQuery(api.licence.get))
  return (
    <>
      <PageHeader help={t('licence.help')} />
      <PageBody>
        <QueryFailure query={licence} title={t('licence.failed')} />
        {licence.data === undefined ? null : <Facts licence={licence.data} />}
        {licence.isPending ? (
          <SkeletonRows count={6} height={40} />
        ) : (
          <RenewSection canUpload={licence.data?.canUpload ?? true} />
        )}
      </PageBody>
    </>
  )
}

function Facts({
  licence: { state, daysLeft, licence, installation, applicationsInUse, usersEnabled, clockBehind },
}: {
  licence: LicenceState
}) {
  const { t } = useTranslation()
  return (
    <>
      <State state={state} daysLeft={daysLeft} />
      {clockBehind === null ? null : (
        <Banner kind="warning" title={t('licence.clockTitle')}>
          {t('licence.clockText', { at: presentTime(clockBehind) })}
        </Banner>
      )}
      {licence === null ? null : (
        <Section title={t('licence.current')} hint={t('licence.currentHint')}>
          <MetaRow>
            <MetaFact label={t('licence.number')}>{licence.number}</MetaFact>
            <MetaFact label={t('licence.holder')}>{licence.holder}</MetaFact>
            <MetaFact label={t('licence.covered')}>
              {licence.applicationKeys.length === 0 ? t('licence.anyApplication') : licence.applicationKeys.join(', ')}
            </MetaFact>
            <MetaFact label={t('licence.applications')}>
              {t('licence.inUse', { used: applicationsInUse, most: licence.applications.toLocaleString('en') })}
            </MetaFact>
            <MetaFact label={t('licence.users')}>
              {licence.users === null
                ? t('licence.inUseAny', { used: usersEnabled })
                : t('licence.inUse', { used: usersEnabled, most: licence.users.toLocaleString('en') })}
            </MetaFact>
            <MetaFact label={t('licence.issuedOn')}>{presentDay(licence.issuedOn)}</MetaFact>
            <MetaFact label={t('licence.expiresOn')}>{presentDay(licence.expiresOn)}</MetaFact>
            <MetaFact label={t('licence.uploadedBy')}>
              <DateTime at={licence.uploadedAt} /> {licence.uploadedBy?.displayName}
            </MetaFact>
          </MetaRow>
        </Section>
      )}
      <Section title={t('licence.installation')} hint={t('licence.installationHint')}>
        <code>{installation}</code>
      </Section>
    </>
  )
}

function State({ state, daysLeft }: Pick<LicenceState, 'state' | 'daysLeft'>) {
  const { t } = useTranslation()
  switch (state) {
    case 'none':
      return (
        <Banner kind="info" title={t('licence.noneTitle')}>
          {t('licence.noneText')}
        </Banner>
      )
    case 'expired':
      return (
        <Banner kind="error" title={t('licence.expiredTitle')}>
          {t('licence.expiredText')}
        </Banner>
      )
    case 'expiring': {
      const title = daysLeft === 0 ? t('licence.expiringToday') : t('licence.expiringTitle', { count: daysLeft ?? 0 })
      return (
        <Banner kind="warning" title={title}>
          {t('licence.expiringText')}
        </Banner>
      )
    }
    default:
      return <Banner kind="success" title={t('licence.validTitle')} />
  }
}

/** DD/MM/YYYY, as days are shown. */
function presentDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

function presentTime(at: string): string {
  return `${presentDay(at.slice(0, 10))} ${at.slice(11, 16)} UTC`
}
