import { Button } from '@mantine/core'
import { api, type UserAccount } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** The banner with the end of the lock of an account, and a button that unlocks it. */
export function LockBanner({ user: { id, name, state, lockedUntil } }: { user: UserAccount }) {
  const { t } = useTranslation()
  const unlock = useMutation({
    mutationFn: () => call(api.users.unlock, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('users.unlocked', { name }) }),
  })
  if (state !== 'locked') return null
  return (
    <>
      <Banner
        kind="warning"
        title={t('users.lockedTitle')}
        actions={
          <Button size="xs" loading={unlock.isPending} onClick={() => unlock.mutate()}>
            {t('users.unlock')}
          </Button>
        }
      >
        {lockedUntil === null ? null : (
          <>
            {t('users.lockedUntil')} <DateTime at={lockedUntil} />
          </>
        )}
      </Banner>
      {unlock.isError ? <ErrorBanner title={t('users.unlockFailed', { name })} error={unlock.error} /> : null}
    </>
  )
}
