import '../../lib/sign-in-texts.ts'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { isSignedOut } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { takePreviousUrl } from '../../lib/session/return-url.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './login-page.module.css'

/** The page before Home on which users without a default workplace choose one. */
export function Page() {
  const { t } = useTranslation()
  const [{ user }] = useSearchState()
  return (
    <BarePage
      title={user ? t('login.preHomeNamed', { user }) : t('login.preHome')}
      text={t('login.preHomeText')}
      foot={t('login.preHomeFoot')}
    >
      <div className={classes.form}>
        <Choice />
        <LinkButton to={paths.logout} size="lg" fullWidth>
          {t('shell.logout')}
        </LinkButton>
      </div>
    </BarePage>
  )
}

function Choice() {
  const { t } = useTranslation()
  const workplaces = useQuery({ ...callQuery(api.shell.workplaces), retry: false })
  const choose = useChosenWorkplace()
  if (isSignedOut(workplaces.error))
    return (
      <LinkButton to={paths.login} size="lg" variant="filled" fullWidth>
        {t('login.submit')}
      </LinkButton>
    )
  if (workplaces.isError)
    return (
      <ErrorBanner title={t('catalogue.request')} error={workplaces.error} onRetry={() => void workplaces.refetch()} />
    )
  if (workplaces.data === undefined) return <SkeletonRows count={2} height={40} />
  const { selectedWorkplace, advancedSso } = workplaces.data
  // Whoever signed in with a password has one workplace, and is in it.
  if (!advancedSso)
    return (
      <LinkButton to={paths.home} size="lg" variant="filled" fullWidth>
        {selectedWorkplace}
      </LinkButton>
    )
  const references = workplaces.data.workplaces.split(',').filter((reference) => reference !== '')
  if (references.length === 0) return <p>{t('login.noWorkplace')}</p>
  return (
    <>
      {choose.isError ? <ErrorBanner title={t('login.workplaceRefused')} error={choose.error} /> : null}
      {references.map((reference) => (
        <Button
          key={reference}
          size="lg"
          fullWidth
          loading={choose.isPending && choose.variables === reference}
          disabled={choose.isPending}
          onClick={() => choose.mutate(reference)}
        >
          {reference}
        </Button>
      ))}
    </>
  )
}

/** Everything is loaded again: another workplace has other users, roles, data and looks. */
function useChosenWorkplace() {
  return useMutation({
    mutationFn: (reference: string) => call(api.shell.updateTenant, { query: { selectedWrf: reference } }),
    onSuccess: () => location.assign(takePreviousUrl() ?? paths.home),
  })
}
