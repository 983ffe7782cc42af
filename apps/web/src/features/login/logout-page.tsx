import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { paths } from '../../config/paths.ts'
import { announceAccount } from '../../lib/session/account-channel.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { endSession } from './end-session.ts'

/** The page that ends the session when it is opened, including the session at the provider of single sign-on. */
export function Page() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [{ from }] = useSearchState()
  const { mutate, isError, error } = useMutation({
    mutationFn: () =>
      endSession(queryClient, from === 'unauthorizedError' ? api.auth.logoutUnauthorized : api.auth.logout),
    onSuccess: async (location) => {
      announceAccount(null)
      if (location.startsWith('/')) await navigate({ to: paths.login, replace: true })
      else globalThis.location.assign(location)
    },
  })
  useEffect(() => mutate(), [mutate])
  return (
    <BarePage title={t('shell.logout')}>
      {isError ? (
        <>
          <ErrorBanner title={t('catalogue.request')} error={error} />
          <Button mt={16} size="lg" variant="filled" fullWidth onClick={() => mutate()}>
            {t('common.retry')}
          </Button>
        </>
      ) : null}
    </BarePage>
  )
}
