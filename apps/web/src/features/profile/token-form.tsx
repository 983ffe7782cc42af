import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { defaultScopes, limits, type Scope, scopes } from '@millrace/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import classes from './profile.module.css'
import { type NewToken, readToken, type TokenEntries } from './token-entries.ts'

interface Props {
  readonly isPending: boolean
  readonly error: Error | null
  readonly onClose: () => void
  readonly onSend: (token: NewToken) => void
}

/** The form of a new token: its purpose, its expiry and its scopes. */
export function TokenForm({ isPending, error, onClose, onSend }: Props) {
  const { t } = useTranslation()
  const [entries, setEntries] = useState<TokenEntries>(atFirst)
  const [hasTried, setHasTried] = useState(false)
  const read = readToken(entries, t)
  const faults = hasTried && 'faults' in read ? Object.fromEntries(read.faults) : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setHasTried(true)
    if ('token' in read) return onSend(read.token)
    event.currentTarget.querySelector<HTMLElement>(`[name="${read.faults[0]?.[0]}"]`)?.focus()
  }
  const field = (name: Exclude<keyof TokenEntries, 'scopes'>) => ({
    name,
    value: entries[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setEntries({ ...entries, [name]: event.currentTarget.value }),
  })
  const lines = { rows: 2, autoComplete: 'off', spellCheck: false } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {error === null ? null : <ErrorBanner title={t('profile.tokenFailed')} error={error} />}
      <TextInput
        label={t('profile.tokenName')}
        description={t('profile.tokenNameHelp')}
        required
        data-autofocus
        maxLength={limits.name}
        {...field('name')}
      />
      <TextInput
        label={t('profile.tokenDays')}
        description={t('profile.tokenDaysHelp')}
        inputMode="numeric"
        {...field('days')}
      />
      <Checkbox.Group
        label={t('profile.tokenScopes')}
        description={t('profile.tokenScopesHelp')}
        required
        value={[...entries.scopes]}
        error={faults.scopes}
        onChange={(chosen) => setEntries({ ...entries, scopes: scopes.filter((scope) => chosen.includes(scope)) })}
      >
        <div className={classes.scopes}>
          {scopes.map((scope: Scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={t(`scopes.${scope}`)}
              description={t(`scopes.${scope}Means`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={t('profile.tokenProcesses')}
        description={t('profile.tokenProcessesHelp')}
        {...lines}
        {...field('processKeys')}
      />
      <Textarea
        label={t('profile.tokenTopics')}
        description={t('profile.tokenTopicsHelp')}
        {...lines}
        {...field('topics')}
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

const atFirst: TokenEntries = { name: '', days: '', scopes: defaultScopes, processKeys: '', topics: '' }
