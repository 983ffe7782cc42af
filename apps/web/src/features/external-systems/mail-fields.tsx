import { fileTrusts, type MailConnection, mailPorts, mailSignIns, mailTlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { OauthFields } from './oauth-fields.tsx'
import { PinField, PortField } from './server-fields.tsx'

type MailProps = ConnectionProps & { readonly settings: MailConnection }

/** The fields for the server of a mailbox and the sign-in. */
export function MailFields(props: MailProps) {
  return (
    <>
      <MailServerFields {...props} />
      <MailSignInFields {...props} />
    </>
  )
}

function MailServerFields({ settings, ...props }: MailProps) {
  const { t } = useTranslation()
  const { isLocked, onChange } = props
  const set = (part: Partial<MailConnection>) => onChange({ settings: { ...settings, ...part } })
  return (
    <Section title={t('externalSystems.place')} hint={t('externalSystems.placeHint')}>
      <FieldGrid>
        <LineField
          {...props}
          name="host"
          placeholder="imap.example.org"
          value={settings.host}
          onValue={(host) => set({ host })}
        />
        <ChoiceField
          label={t('externalSystems.mailTls')}
          values={mailTlsModes}
          nameOf={(value) => t(`externalSystems.mailTlsModes.${value}`)}
          value={settings.tls}
          isLocked={isLocked}
          onValue={(tls) => {
            const isUsual = settings.port === mailPorts[settings.tls]
            set({ tls, ...(isUsual && { port: mailPorts[tls] }) })
          }}
        />
        <PortField {...props} port={settings.port} onPort={(port) => set({ port })} />
        <ChoiceField
          label={t('externalSystems.trust')}
          values={fileTrusts}
          nameOf={(value) => t(`externalSystems.trusts.${value}`)}
          value={settings.trust}
          isLocked={isLocked}
          onValue={(trust) => set({ trust, hostKey: '' })}
        />
        <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
      </FieldGrid>
      {settings.trust === 'pinned' ? (
        <PinField {...props} name="fingerprint" value={settings.hostKey} onValue={(hostKey) => set({ hostKey })} />
      ) : null}
    </Section>
  )
}

function MailSignInFields({ settings, ...props }: MailProps) {
  const { t } = useTranslation()
  const { isLocked, onChange } = props
  const set = (part: Partial<MailConnection>) => onChange({ settings: { ...settings, ...part } })
  const isOauth = settings.signIn === 'oauth'
  return (
    <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
      <FieldGrid>
        <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
        <ChoiceField
          label={t('externalSystems.signIn')}
          values={mailSignIns}
          nameOf={(value) => t(`externalSystems.mailSignIns.${value}`)}
          value={settings.signIn}
          isLocked={isLocked}
          onValue={(signIn) => set({ signIn })}
        />
        {isOauth ? (
          <LineField {...props} name="clientId" value={settings.clientId} onValue={(clientId) => set({ clientId })} />
        ) : null}
        <SecretField {...props} label={t(`externalSystems.${isOauth ? 'clientSecret' : 'password'}`)} isRequired />
      </FieldGrid>
      {isOauth ? <OauthFields {...props} settings={settings} /> : null}
    </Section>
  )
}
