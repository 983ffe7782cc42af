import { Button } from '@mantine/core'
import { api, passwordLinkLimits, type UserAccount } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './users.module.css'

const { invitationDays: days, resetMinutes: minutes } = passwordLinkLimits

/** The section about the password of a user: whether it is set, and the button that mails a link to set it. */
export function PasswordSection({ user }: { user: UserAccount }) {
  const { t } = useTranslation()
  const { directory } = user
  if (directory === null) return <OwnPassword user={user} />
  return (
    <Section title={t('users.password')}>
      <p className={classes.note}>{t('users.passwordOfDirectory', directory)}</p>
    </Section>
  )
}

function OwnPassword({ user: { id, email, hasPassword, mustChangePassword } }: { user: UserAccount }) {
  const { t } = useTranslation()
  const send = useMutation({
    mutationFn: () => call(api.userAccounts.sendPasswordLink, { params: { id } }),
    onSuccess: ({ kind }) =>
      showToast({
        kind: 'success',
        title: t(kind === 'invitation' ? 'users.invitationSent' : 'users.resetSent', { email: email ?? '' }),
        text:
          kind === 'invitation'
            ? t('users.invitationValid', { count: days })
            : t('users.resetValid', { count: minutes }),
      }),
  })
  const state = !hasPassword ? 'passwordNone' : mustChangePassword ? 'passwordToChange' : 'passwordSet'
  const hasEmail = email !== null && email !== ''
  return (
    <Section title={t('users.password')} hint={t(`users.${state}`)}>
      {send.isError ? <ErrorBanner title={t('users.linkNotSent')} error={send.error} /> : null}
      {hasEmail ? (
        <div className={classes.buttons}>
          <Button loading={send.isPending} onClick={() => send.mutate()}>
            {t(hasPassword ? 'users.sendReset' : 'users.sendInvitation')}
          </Button>
        </div>
      ) : (
        <p className={classes.note}>{t('users.linkNeedsEmail')}</p>
      )}
    </Section>
  )
}
