import IconCopy from 'icon:copy'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { api, limits, patterns, sessionLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './profile.module.css'

/** Names a new token, and shows it the only time that it is seen. */
export function CreateTokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('profile.createToken')} size={560}>
      <CreateToken onClose={onClose} />
    </Modal>
  )
}

function CreateToken({ onClose }: { onClose: () => void }) {
  const create = useMutation({
    mutationFn: (body: { name: string; expiresInDays?: number }) => call(api.account.createToken, { body }),
  })
  if (create.data) return <NewToken token={create.data.token} onClose={onClose} />
  return <TokenForm isPending={create.isPending} error={create.error} onClose={onClose} onSend={create.mutate} />
}

interface FormProps {
  readonly isPending: boolean
  readonly error: Error | null
  readonly onClose: () => void
  readonly onSend: (body: { name: string; expiresInDays?: number }) => void
}

function TokenForm({ isPending, error, onClose, onSend }: FormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const nameFault =
    name.trim() === ''
      ? t('themes.nameMissing')
      : patterns.name.regex.test(name.trim())
        ? undefined
        : t('themes.nameForm')
  const isDaysFine = days.trim() === '' || (/^\d{1,4}$/.test(days.trim()) && isInRange(Number(days)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (nameFault !== undefined || !isDaysFine) return
    onSend({ name: name.trim(), ...(days.trim() === '' ? {} : { expiresInDays: Number(days) }) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {error === null ? null : <ErrorBanner title={t('profile.tokenFailed')} error={error} />}
      <TextInput
        label={t('profile.tokenName')}
        description={t('profile.tokenNameHelp')}
        required
        data-autofocus
        maxLength={limits.name}
        value={name}
        error={hasTried ? nameFault : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('profile.tokenDays')}
        description={t('profile.tokenDaysHelp')}
        inputMode="numeric"
        value={days}
        error={hasTried && !isDaysFine ? t('profile.tokenDaysBad', { max: sessionLimits.apiTokenDaysMost }) : undefined}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          {t('profile.createToken')}
        </Button>
      </div>
    </form>
  )
}

function isInRange(days: number): boolean {
  return days >= 1 && days <= sessionLimits.apiTokenDaysMost
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <Banner kind="success" title={t('profile.tokenCreated')}>
        {t('profile.tokenCreatedText')}
      </Banner>
      <TextInput
        label={t('profile.tokenValue')}
        value={token}
        readOnly
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
              {copied ? t('common.copied') : t('profile.copyToken')}
            </Button>
          )}
        </CopyButton>
        <Button variant="filled" onClick={onClose}>
          {t('profile.done')}
        </Button>
      </div>
    </div>
  )
}
