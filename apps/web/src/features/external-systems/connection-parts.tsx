import { NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { externalLimits, type OtherSecretName } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { ConnectionDraft } from './connection-draft.ts'

/** The props of the fields of a connection. */
export interface ConnectionProps extends DraftFields<ConnectionDraft> {
  /** A secret is kept already. */
  readonly hasSecret: boolean
  /** The names of the additional secrets that are stored. */
  readonly otherSecrets: readonly OtherSecretName[]
}

interface LineProps extends ConnectionProps {
  readonly name: 'username' | 'header' | 'host' | 'database' | 'bucket' | 'clientId' | 'virtualHost'
  /** By default the name of the field. */
  readonly label?: string | undefined
  readonly value: string
  readonly placeholder?: string | undefined
  readonly onValue: (value: string) => void
}

export function LineField({ name, label, value, placeholder, isLocked, error, onValue }: LineProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label ?? t(`externalSystems.${name}`)}
      placeholder={placeholder}
      required
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={255}
      value={value}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

export function SecondsField({
  seconds,
  onSeconds,
  isLocked,
  error,
}: ConnectionProps & { seconds: number; onSeconds: (seconds: number) => void }) {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('externalSystems.seconds')}
      description={t('externalSystems.secondsHelp')}
      required
      readOnly={isLocked}
      min={1}
      max={externalLimits.longestSeconds}
      allowDecimal={false}
      value={seconds}
      error={describeFaultOf(error, 'settings.seconds')}
      onChange={(value) => onSeconds(Number(value))}
    />
  )
}

/** The field for an additional secret: one line, or the lines of a key. */
export function OtherSecretField({
  name,
  isKey = false,
  draft,
  otherSecrets,
  isLocked,
  error,
  onChange,
}: ConnectionProps & { name: OtherSecretName; isKey?: boolean }) {
  const { t } = useTranslation()
  const label = t(`externalSystems.${name}`)
  const isKnown = otherSecrets.includes(name)
  const shared = {
    label: isKnown ? t('externalSystems.newSecret', { what: label.toLowerCase() }) : label,
    description: isKnown ? t('externalSystems.newSecretHelp') : isKey ? t('externalSystems.privateKeyHelp') : undefined,
    required: !isKnown,
    readOnly: isLocked,
    maxLength: externalLimits.secret,
    value: draft.secrets[name],
    error: describeFaultOf(error, `secrets.${name}`),
  }
  const set = (value: string) => onChange({ secrets: { ...draft.secrets, [name]: value } })
  return isKey ? (
    <PemField {...shared} onValue={set} />
  ) : (
    <PasswordInput {...shared} autoComplete="new-password" onChange={(event) => set(event.currentTarget.value)} />
  )
}

interface PemProps {
  readonly label: string
  readonly description?: string | undefined
  readonly required?: boolean
  readonly readOnly: boolean
  readonly maxLength: number
  readonly value: string
  readonly error: ReactNode
  readonly onValue: (value: string) => void
}

/** The field for a certificate or key, which has several lines. */
export function PemField({ onValue, ...field }: PemProps) {
  return (
    <Textarea
      {...field}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

export function SecretField({
  label,
  isRequired,
  draft,
  hasSecret,
  isLocked,
  error,
  onChange,
}: ConnectionProps & { label: string; isRequired: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <PasswordInput
      label={hasSecret ? t('externalSystems.newSecret', { what: label.toLowerCase() }) : label}
      description={hasSecret ? t('externalSystems.newSecretHelp') : undefined}
      required={isRequired && !hasSecret}
      autoComplete="new-password"
      readOnly={isLocked}
      maxLength={externalLimits.secret}
      value={draft.secret}
      error={describeFaultOf(error, 'secret')}
      onChange={(event) => onChange({ secret: event.currentTarget.value })}
    />
  )
}
