import { type MailConnection, mailPorts, mailSignIns, mailTlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecretField } from './connection-parts.tsx'
import { OauthFields } from './oauth-fields.tsx'
import { ServerSection } from './server-section.tsx'

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
    <ServerSection
      {...props}
      settings={settings}
      placeholder="imap.example.org"
      onSettings={set}
      encryption={
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
      }
    />
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
