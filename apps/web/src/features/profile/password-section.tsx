import '../../lib/sign-in-texts.ts'
import { Button, PasswordInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'
import classes from './profile.module.css'

const empty = { current: '', next: '', repeated: '' }

/** The section that changes the password: the current one, and the new one twice. */
export function PasswordSection() {
  const { t } = useTranslation()
  const [entries, setEntries] = useState(empty)
  const [hasTried, setHasTried] = useState(false)
  const change = useChangePassword()
  const { current, next, repeated } = entries
  const missing = t('profile.passwordMissing')
  const faults = {
    current: current === '' ? missing : undefined,
    next: next === '' ? missing : undefined,
    repeated: repeated === next ? undefined : t('profile.repeatDiffers'),
  }
  const shownFaults = hasTried ? faults : { current: undefined, next: undefined, repeated: undefined }
  const wrong = hasCode(change.error, 'password.wrong') ? describeError(change.error).message : undefined
  const weak = hasCode(change.error, 'password.weak')
    ? describeFault(change.error.details[0]?.message ?? change.error.message)
    : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (Object.values(faults).some((fault) => fault !== undefined)) return
    change.mutate(
      { currentPassword: current, newPassword: next },
      {
        onSuccess: () => {
          setEntries(empty)
          setHasTried(false)
        },
      },
    )
  }
  const field = (name: keyof typeof empty) => ({
    value: entries[name],
    maxLength: limits.password,
    onChange: (event: { currentTarget: { value: string } }) => {
      setEntries({ ...entries, [name]: event.currentTarget.value })
      if (change.isError) change.reset()
    },
  })
  return (
    <Section title={t('profile.password')} hint={t('profile.passwordHint')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {change.isError && wrong === undefined && weak === undefined ? (
          <ErrorBanner title={t('profile.passwordFailed')} error={change.error} />
        ) : null}
        <FieldGrid>
          <PasswordInput
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            error={shownFaults.current ?? wrong}
            {...field('current')}
          />
        </FieldGrid>
        <FieldGrid>
          <PasswordInput
            label={t('profile.newPassword')}
            autoComplete="new-password"
            error={shownFaults.next ?? weak}
            {...field('next')}
          />
          <PasswordInput
            label={t('profile.repeatPassword')}
            autoComplete="new-password"
            error={shownFaults.repeated}
            {...field('repeated')}
          />
        </FieldGrid>
        <div>
          <Button type="submit" loading={change.isPending}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function useChangePassword() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(api.account.changePassword, { body }),
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('profile.passwordChanged') })
    },
  })
}
