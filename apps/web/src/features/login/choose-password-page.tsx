import '../../lib/sign-in-texts.ts'
import { Button } from '@mantine/core'
import { type AnswerOf, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import classes from './login-page.module.css'
import { RepeatedPassword } from './repeated-password.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Where a mailed link leads: the user chooses a password and is signed in with it. The token is in the fragment of the address. */
export function Page() {
  const { t } = useTranslation()
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => call(api.passwordLinks.look, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '' || hasCode(link.error, 'password.link-over'))
    return (
      <BarePage title={t('login.linkTitle')} text={t('login.linkText')}>
        <div className={classes.form}>
          <LinkButton to={paths.forgotPassword} size="lg" variant="filled" fullWidth>
            {t('login.askAgain')}
          </LinkButton>
          <LinkButton to={paths.login} size="lg" variant="subtle" fullWidth>
            {t('login.backToSignIn')}
          </LinkButton>
        </div>
      </BarePage>
    )
  return (
    <BarePage
      title={t('login.choosePasswordTitle')}
      text={link.data === undefined ? null : t('login.choosePasswordText', { username: link.data.username })}
    >
      {link.isError ? (
        <div className={classes.form}>
          <ErrorBanner title={t('login.linkFailed')} error={link.error} />
          <Button size="lg" fullWidth onClick={() => link.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      {link.isPending ? <SkeletonRows count={3} height={44} /> : null}
      {link.data === undefined ? null : <ChoosePassword token={token} link={link.data} />}
    </BarePage>
  )
}

interface Props {
  readonly token: string
  readonly link: AnswerOf<typeof api.passwordLinks.look>
}

function ChoosePassword({ token, link: { username, workplace } }: Props) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const save = useMutation({
    mutationFn: (newPassword: string) => call(api.passwordLinks.use, { body: { token, newPassword } }),
    onSuccess: (_, password) => signIn.mutate({ username, password, ...(workplace === null ? {} : { workplace }) }),
  })
  const isSaved = save.isSuccess
  return (
    <RepeatedPassword
      isPending={save.isPending || signIn.isPending}
      // A password that is saved is not chosen again: only signing in is tried again.
      onChosen={(password) =>
        isSaved
          ? signIn.mutate({ username, password, ...(workplace === null ? {} : { workplace }) })
          : save.mutate(password)
      }
    >
      {save.isError ? <ErrorBanner title={t('login.choosePasswordFailed')} error={save.error} /> : null}
      {signIn.isError ? <ErrorBanner title={t('login.signInFailed')} error={signIn.error} /> : null}
    </RepeatedPassword>
  )
}
