import IconKey from 'icon:key'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { call } from '../../lib/api/call.ts'
import { readReturnUrl } from '../../lib/session/return-url.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './login-page.module.css'

/** What the server says in the address when the provider did not let somebody in. */
const failures = {
  'sso.refused': 'login.refused',
  'sso.unavailable': 'login.unavailable',
  'sso.no-account': 'login.unknown',
} as const

/** The button for the sign-in with the company account, which continues at the secure login address. */
export function CompanySignIn({ label }: { label: string | null }) {
  const { t } = useTranslation()
  const [{ error }] = useSearchState()
  const go = useMutation({
    mutationFn: () => call(api.shell.redirectToSecure, { query: { returnUrl: readReturnUrl() } }),
    onSuccess: ({ location: address }) => location.assign(address),
  })
  const failure = Object.entries(failures).find(([code]) => code === error)?.[1]
  return (
    <>
      {failure === undefined ? null : (
        <Banner kind="error" title={t('login.failed')}>
          {t(failure)}
        </Banner>
      )}
      {go.isError ? <ErrorBanner title={t('login.companyFailed')} error={go.error} /> : null}
      <Button
        size="lg"
        fullWidth
        leftSection={<IconKey size={16} stroke={1.6} />}
        loading={go.isPending || go.isSuccess}
        onClick={() => go.mutate()}
      >
        {label === null ? t('login.company') : t('login.companyNamed', { name: label })}
      </Button>
      <div className={classes.or}>{t('login.or')}</div>
    </>
  )
}
