import { fileTrusts } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField } from './connection-parts.tsx'
import { PinField, PortField } from './server-fields.tsx'

/** The certificates of a server that are accepted. */
export interface TrustSettings {
  readonly trust: (typeof fileTrusts)[number]
  readonly hostKey: string
}

interface ServerSettings extends TrustSettings {
  readonly host: string
  readonly port: number
  readonly seconds: number
}

interface Props extends ConnectionProps {
  readonly settings: ServerSettings
  readonly placeholder: string
  /** Whether the server shows no certificate. */
  readonly isPlain?: boolean
  /** The choice of the encryption. */
  readonly encryption: ReactNode
  /** Fields between the port and the certificate. */
  readonly children?: ReactNode
  readonly onSettings: (part: Partial<ServerSettings>) => void
}

/** The fields for a server of mailboxes or messages: its address, encryption, certificate and time limit. */
export function ServerSection({ settings, placeholder, isPlain, encryption, children, onSettings, ...props }: Props) {
  const { t } = useTranslation()
  const { host, port, seconds } = settings
  return (
    <Section title={t('externalSystems.place')} hint={t('externalSystems.placeHint')}>
      <FieldGrid>
        <LineField
          {...props}
          name="host"
          placeholder={placeholder}
          value={host}
          onValue={(value) => onSettings({ host: value })}
        />
        {encryption}
        <PortField {...props} port={port} onPort={(value) => onSettings({ port: value })} />
        {children}
        {isPlain ? null : <TrustField {...props} settings={settings} onSettings={onSettings} />}
        <SecondsField {...props} seconds={seconds} onSeconds={(value) => onSettings({ seconds: value })} />
      </FieldGrid>
      <PinOf {...props} settings={settings} onSettings={onSettings} />
    </Section>
  )
}

interface TrustProps extends ConnectionProps {
  readonly settings: TrustSettings
  readonly onSettings: (part: Partial<TrustSettings>) => void
}

/** The choice between certificates of public authorities and the one of the first test. */
export function TrustField({ settings, isLocked, onSettings }: TrustProps) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      label={t('externalSystems.trust')}
      values={fileTrusts}
      nameOf={(value) => t(`externalSystems.trusts.${value}`)}
      value={settings.trust}
      isLocked={isLocked}
      onValue={(trust) => onSettings({ trust, hostKey: '' })}
    />
  )
}

/** The fingerprint of a pinned certificate. */
export function PinOf({ settings, onSettings, ...props }: TrustProps) {
  if (settings.trust !== 'pinned') return null
  return (
    <PinField {...props} name="fingerprint" value={settings.hostKey} onValue={(hostKey) => onSettings({ hostKey })} />
  )
}
