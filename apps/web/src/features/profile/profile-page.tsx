import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { UserPropertiesSection, valuesOfUserQuery } from '../../components/user-properties/user-properties-section.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { profileQuery } from '../../lib/theme/theme-queries.ts'
import { useOnce } from '../../lib/use-once.ts'
import { AbsencesSection } from './absences/absences-section.tsx'
import { PeopleSection } from './absences/people-section.tsx'
import { approvalsQuery, noticeSettingsQuery } from './account-queries.ts'
import { ApprovalsSection } from './approvals-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TokensSection } from './tokens-section.tsx'

/** The profile of the user: their data for other users, the appearance of the product, and their sign-in. */
export function Page() {
  const { t } = useTranslation()
  const profile = useQuery(profileQuery)
  const notices = useQuery(noticeSettingsQuery)
  const approvals = useQuery(approvalsQuery)
  const absences = useQuery(callQuery(api.absences.list, { query: {} }))
  // Each of them would move those below it when it comes. What is asked again because it failed keeps nobody waiting.
  const id = profile.data?.user.id
  const properties = useQuery({ ...valuesOfUserQuery(id ?? ''), enabled: id !== undefined })
  const awaited = [profile, notices, absences, approvals, ...(id === undefined ? [] : [properties])]
  const isPending = awaited.some((query) => query.isPending && query.failureCount === 0)
  if (!useOnce(!isPending, ''))
    return (
      <>
        <PageHeader title={t('profile.title')} help={t('profile.help')} />
        <PageBody>
          <SkeletonRows count={12} height={56} />
        </PageBody>
      </>
    )
  return (
    <>
      <PageHeader title={t('profile.title')} help={t('profile.help')} />
      <PageBody>
        <ApprovalsSection />
        {profile.data ? (
          <ProfileForm profile={profile.data} />
        ) : profile.isError ? (
          <ErrorBanner title={t('catalogue.profile')} error={profile.error} onRetry={() => void profile.refetch()} />
        ) : (
          <SkeletonRows count={4} height={56} />
        )}
        {id === undefined ? null : <UserPropertiesSection userId={id} />}
        <AbsencesSection />
        <NotificationsSection hasEmail={(profile.data?.user.email ?? null) !== null} />
        <PasswordSection />
        <SecondFactorsSection />
        <SessionsSection />
        <TokensSection />
        <PeopleSection />
        <OwnDataSection />
      </PageBody>
    </>
  )
}
