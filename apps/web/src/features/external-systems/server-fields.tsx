import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { ConnectionProps } from './connection-parts.tsx'

/** The field for the port of a server. */
export function PortField({
  port,
  onPort,
  isLocked,
  error,
}: ConnectionProps & { port: number; onPort: (port: number) => void }) {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('externalSystems.port')}
      required
      readOnly={isLocked}
      min={1}
      max={65_535}
      allowDecimal={false}
      hideControls
      value={port}
      error={describeFaultOf(error, 'settings.port')}
      onChange={(value) => onPort(Number(value))}
    />
  )
}

/** The field for the identity of a server: the key of its host, or the fingerprint of its certificate. */
export function PinField({
  name,
  value,
  onValue,
  isLocked,
  error,
}: ConnectionProps & { name: 'hostKey' | 'fingerprint'; value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(`externalSystems.${name}`)}
      description={t(`externalSystems.${name}Help`)}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={60}
      value={value}
      error={describeFaultOf(error, 'settings.hostKey')}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}
