import { Button, PasswordInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../lib/api/api-error.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import classes from '../profile.module.css'

interface Props {
  readonly text?: ReactNode
  readonly action: string
  readonly isDangerous?: boolean
  readonly isPending: boolean
  readonly error: Error | null
  /** The message for errors other than a wrong password. */
  readonly failure: ReactNode
  readonly onPassword: (currentPassword: string) => void
  readonly onCancel: () => void
}

/** The step that asks for the current password before a change of the user's sign-in. */
export function PasswordStep({ text, action, isDangerous, isPending, error, failure, onPassword, onCancel }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const isWrong = hasCode(error, 'password.wrong')
  const missing = hasTried && password === '' ? t('secondFactor.passwordMissing') : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password !== '') onPassword(password)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {text === undefined ? null : <p>{text}</p>}
      {error === null || isWrong ? null : failure}
      <PasswordInput
        label={t('secondFactor.currentPassword')}
        value={password}
        maxLength={limits.password}
        autoComplete="current-password"
        data-autofocus
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isWrong ? describeError(error).message : missing}
      />
      <div className={classes.buttons}>
        <Button onClick={onCancel}>{t('secondFactor.cancel')}</Button>
        <Button type="submit" variant="filled" data-danger={isDangerous || undefined} loading={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
