import { NumberInput, TextInput } from '@mantine/core'
import { listenerLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'

interface InputProps {
  readonly isLocked: boolean
  /** The error of the last save. */
  readonly error: unknown
}

/** A field for a setting of a listener with one line. */
export function ListenerLine({
  name,
  label,
  description,
  isRequired,
  maxLength = 255,
  value,
  isLocked,
  error,
  onValue,
}: InputProps & {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly isRequired: boolean
  readonly maxLength?: number
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  return (
    <TextInput
      label={label}
      description={description}
      required={isRequired}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={maxLength}
      value={value}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** The field for the seconds between two checks of a listener. */
export function EverySecondsField({
  seconds,
  isLocked,
  error,
  onSeconds,
}: InputProps & { readonly seconds: number; readonly onSeconds: (seconds: number) => void }) {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('externalListeners.everySeconds')}
      required
      readOnly={isLocked}
      min={listenerLimits.shortestLook}
      max={listenerLimits.longestLook}
      allowDecimal={false}
      value={seconds}
      error={describeFaultOf(error, 'settings.everySeconds')}
      onChange={(value) => onSeconds(Number(value))}
    />
  )
}
