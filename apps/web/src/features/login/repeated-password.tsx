import '../../lib/page-texts.ts'
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './login-page.module.css'

interface Props {
  readonly isPending: boolean
  /** Why the last password was refused: what the server says about the password is shown at its field. */
  readonly error: unknown
  readonly onChosen: (password: string) => void
  /** Above the fields: why the last try failed. */
  readonly children: ReactNode
  /** Below the button. */
  readonly foot?: ReactNode
}

/** The fields for a new password, which is typed twice. */
export function RepeatedPassword({ isPending, error, onChosen, children, foot }: Props) {
  const { t } = useTranslation()
  const chosen = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<'missing' | 'differs' | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const password = chosen.current?.value ?? ''
    const found = password === '' ? 'missing' : password === repeated.current?.value ? null : 'differs'
    setFault(found)
    if (found === 'missing') return chosen.current?.focus()
    if (found === 'differs') return repeated.current?.focus()
    onChosen(password)
  }
  return (
    <form className={`${classes.form} ${classes.fields}`} onSubmit={submit} noValidate>
      {children}
      <PasswordInput
        ref={chosen}
        size="lg"
        label={t('login.newPassword')}
        autoComplete="new-password"
        autoFocus
        error={fault === 'missing' ? t('login.newPasswordMissing') : describeFaultOf(error, 'newPassword')}
      />
      <PasswordInput
        ref={repeated}
        size="lg"
        label={t('login.repeatPassword')}
        autoComplete="new-password"
        error={fault === 'differs' ? t('login.repeatDiffers') : null}
      />
      <Button type="submit" size="lg" variant="filled" fullWidth loading={isPending}>
        {t('login.saveAndSignIn')}
      </Button>
      {foot}
    </form>
  )
}
