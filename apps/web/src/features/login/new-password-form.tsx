import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import type { Credentials } from './credentials-form.tsx'
import classes from './login-page.module.css'
import { useSignIn } from './use-sign-in.ts'

/** Another password in place of a first one, and into the product with it. */
export function NewPasswordForm({ first, onBack }: { first: Credentials; onBack: () => void }) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const chosen = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<'missing' | 'differs' | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newPassword = chosen.current?.value ?? ''
    const found = newPassword === '' ? 'missing' : newPassword === repeated.current?.value ? null : 'differs'
    setFault(found)
    if (found === 'missing') return chosen.current?.focus()
    if (found === 'differs') return repeated.current?.focus()
    signIn.mutate({ ...first, newPassword })
  }
  return (
    <form className={`${classes.form} ${classes.fields}`} onSubmit={submit} noValidate>
      {signIn.isError ? <ErrorBanner title={t('login.failed')} error={signIn.error} /> : null}
      <PasswordInput
        ref={chosen}
        size="lg"
        label={t('login.newPassword')}
        autoComplete="new-password"
        autoFocus
        error={fault === 'missing' ? t('login.newPasswordMissing') : null}
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      />
      <PasswordInput
        ref={repeated}
        size="lg"
        label={t('login.repeatPassword')}
        autoComplete="new-password"
        error={fault === 'differs' ? t('login.repeatDiffers') : null}
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      />
      <Button type="submit" size="lg" variant="filled" fullWidth loading={signIn.isPending}>
        {t('login.saveAndSignIn')}
      </Button>
      <Button size="lg" variant="subtle" fullWidth onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  )
}
