import { Button, PasswordInput, TextInput } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { call } from '../../lib/api/call.ts'
import { takeReturnUrl } from '../../lib/session/return-url.ts'
import classes from './login-page.module.css'

/** Signs the user in and goes to where they wanted to be. */
export function Page() {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<{ username: boolean; password: boolean }>({ username: false, password: false })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entered = { username: username.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const found = { username: entered.username === '', password: entered.password === '' }
    setMissing(found)
    if (found.username) username.current?.focus()
    else if (found.password) password.current?.focus()
    else signIn.mutate(entered)
  }
  return (
    <BarePage title={t('login.title')} text={t('login.hint')} foot={t('login.noAccount')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {signIn.isError ? <ErrorBanner title={t('login.failed')} error={signIn.error} /> : null}
        <TextInput
          ref={username}
          size="lg"
          name="username"
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={missing.username ? t('login.usernameMissing') : null}
        />
        <PasswordInput
          ref={password}
          size="lg"
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          error={missing.password ? t('login.passwordMissing') : null}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        />
        <Button type="submit" size="lg" variant="filled" fullWidth loading={signIn.isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </BarePage>
  )
}

function useSignIn() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (entered: { username: string; password: string }) => call(api.auth.login, { body: entered }),
    onSuccess: async () => {
      // Nothing that someone else loaded in this tab may be seen now.
      queryClient.clear()
      await router.navigate({ to: takeReturnUrl(), replace: true })
    },
  })
}
