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
import { type HalfWay, readHalfWay } from './second-step/half-way.ts'
import { LazySecondStep } from './second-step/lazy-second-step.tsx'
import { useSignIn } from './use-sign-in.ts'

/**
 * The page of a link from a mail, on which the user sets a password and is signed in. The token is in the fragment of
 * the address.
 */
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
  const [halfWay, setHalfWay] = useState<HalfWay | null>(null)
  if (halfWay !== null) return <LazySecondStep halfWay={halfWay} onBack={() => location.assign(paths.login)} />
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
      {link.data === undefined ? null : <ChoosePassword token={token} link={link.data} onHalfWay={setHalfWay} />}
    </BarePage>
  )
}

interface Props {
  readonly token: string
  readonly link: AnswerOf<typeof api.passwordLinks.look>
  /** The password is saved, and a second step follows. */
  readonly onHalfWay: (halfWay: HalfWay) => void
}

function ChoosePassword({ token, link: { username, workplace }, onHalfWay }: Props) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const enter = (password: string) =>
    signIn.mutate(
      { username, password, ...(workplace === null ? {} : { workplace }) },
      {
        onError: (error) => {
          const halfWay = readHalfWay(error, workplace ?? '')
          if (halfWay !== null) onHalfWay(halfWay)
        },
      },
    )
  const save = useMutation({
    mutationFn: (newPassword: string) => call(api.passwordLinks.use, { body: { token, newPassword } }),
    onSuccess: (_, password) => enter(password),
  })
  const isSaved = save.isSuccess
  return (
    <RepeatedPassword
      isPending={save.isPending || signIn.isPending}
      error={save.error}
      // A password that is saved is not chosen again: only signing in is tried again.
      onChosen={(password) => (isSaved ? enter(password) : save.mutate(password))}
    >
      {save.isError ? <ErrorBanner title={t('login.choosePasswordFailed')} error={save.error} /> : null}
      {signIn.isError ? <ErrorBanner title={t('login.signInFailed')} error={signIn.error} /> : null}
    </RepeatedPassword>
  )
}
