import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'

/** Ends the session as soon as it is opened. */
export function Page() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isError, error } = useMutation({
    mutationFn: () => call(api.auth.logout),
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: paths.login, replace: true })
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
