import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { setPreference } from '../../lib/preferences.ts'
import { forgetEarlyInput, readEarlyInput } from '../../lib/session/early-input.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './login-page.module.css'
import { type HalfWay, readHalfWay } from './second-step/half-way.ts'
import { useSignIn } from './use-sign-in.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Reference; the default workplace without one. */
  readonly workplace?: string
}

/** Credentials whose password has to be changed first: it has expired, or another user set it. */
export interface OldPassword {
  readonly credentials: Credentials
  readonly isExpired: boolean
}

interface Props {
  readonly onOldPassword: (old: OldPassword) => void
  /** The password is right, and a second step follows. */
  readonly onHalfWay: (halfWay: HalfWay) => void
}

/** The form for username, password and the workplace, unless it is the default one. */
export function CredentialsForm({ onOldPassword, onHalfWay }: Props) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const [{ workplace: given = '' }, setSearch] = useSearchState()
  const [isNaming, setNaming] = useState(false)
  const workplace = useRef<HTMLInputElement>(null)
  const [early] = useState(readEarlyInput)
  const form = useRef<HTMLFormElement>(null)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<{ username: boolean; password: boolean }>({ username: false, password: false })

  useEffect(() => {
    forgetEarlyInput()
    if (early.isSubmitted) form.current?.requestSubmit()
  }, [early])
  const goBy = (reference: string) => {
    if (reference === '') setPreference('workplace', '')
    setSearch({ workplace: reference }, { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const place = workplace.current?.value.trim() ?? ''
    const entered = {
      username: username.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      ...(place === '' ? {} : { workplace: place }),
    }
    const found = { username: entered.username === '', password: entered.password === '' }
    setMissing(found)
    if (found.username) return username.current?.focus()
    if (found.password) return password.current?.focus()
    signIn.mutate(entered, {
      onError: (error) => {
        const isExpired = hasCode(error, 'session.password-expired')
        if (isExpired || hasCode(error, 'session.password-change')) onOldPassword({ credentials: entered, isExpired })
        const halfWay = readHalfWay(error, place)
        if (halfWay !== null) onHalfWay(halfWay)
      },
    })
  }
  return (
    <form ref={form} className={classes.fields} onSubmit={submit} noValidate>
      {signIn.isError ? <ErrorBanner title={t('login.failed')} error={signIn.error} /> : null}
      {given !== '' || isNaming ? (
        <TextInput
          // Anew for another address.
          key={given}
          ref={workplace}
          size="lg"
          name="workplace"
          label={t('login.workplace')}
          description={t('login.workplaceHelp')}
          defaultValue={given}
          autoCapitalize="none"
          spellCheck={false}
          // The page goes by the name and the looks of the workplace.
          onBlur={(event) => goBy(event.currentTarget.value.trim())}
        />
      ) : null}
      <TextInput
        ref={username}
        size="lg"
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={early.username}
        autoFocus={!early.isInPassword}
        error={missing.username ? t('login.usernameMissing') : null}
      />
      <PasswordInput
        ref={password}
        size="lg"
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        defaultValue={early.password}
        autoFocus={early.isInPassword}
        error={missing.password ? t('login.passwordMissing') : null}
      />
      <Button type="submit" size="lg" variant="filled" fullWidth loading={signIn.isPending}>
        {t('login.submit')}
      </Button>
      {given !== '' || isNaming ? null : (
        <Button size="lg" variant="subtle" fullWidth onClick={() => setNaming(true)}>
          {t('login.otherWorkplace')}
        </Button>
      )}
    </form>
  )
}
