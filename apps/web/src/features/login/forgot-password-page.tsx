import '../../lib/sign-in-texts.ts'
import { Button, TextInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './login-page.module.css'

/**
 * The page that has a link mailed to a user who forgot their password. Its texts do not reveal whether the user exists.
 */
export function Page() {
  const { t } = useTranslation()
  const [{ workplace: named }] = useSearchState()
  const [last] = usePreference('workplace')
  const [isMissing, setMissing] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const workplace = useRef<HTMLInputElement>(null)
  const ask = useMutation({
    mutationFn: (body: { username: string; workplace?: string }) => call(api.passwordLinks.ask, { body }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = username.current?.value.trim() ?? ''
    const place = workplace.current?.value.trim() ?? ''
    setMissing(name === '')
    if (name === '') return username.current?.focus()
    ask.mutate({ username: name, ...(place === '' ? {} : { workplace: place }) })
  }
  const back = (
    <LinkButton to={paths.login} size="lg" variant="subtle" fullWidth>
      {t('login.backToSignIn')}
    </LinkButton>
  )
  if (ask.isSuccess)
    return (
      <BarePage title={t('login.askedTitle')} text={t('login.askedText')}>
        <div className={classes.form}>{back}</div>
      </BarePage>
    )
  return (
    <BarePage title={t('login.forgotTitle')} text={t('login.forgotText')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {ask.isError ? <ErrorBanner title={t('login.sendLinkFailed')} error={ask.error} /> : null}
        <TextInput
          ref={username}
          size="lg"
          name="username"
          label={t('login.nameOrEmail')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username}
          autoFocus
          error={isMissing ? t('login.nameOrEmailMissing') : null}
        />
        <TextInput
          ref={workplace}
          size="lg"
          name="workplace"
          label={t('login.workplace')}
          description={t('login.workplaceHelp')}
          defaultValue={named ?? last}
          maxLength={limits.name}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" size="lg" variant="filled" fullWidth loading={ask.isPending}>
          {t('login.sendLink')}
        </Button>
        {back}
      </form>
    </BarePage>
  )
}
