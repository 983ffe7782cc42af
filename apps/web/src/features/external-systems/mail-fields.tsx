import { NumberInput, TextInput } from '@mantine/core'
import { fileTrusts, type MailConnection, mailPorts, mailSignIns, mailTlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { OauthFields } from './oauth-fields.tsx'

type MailProps = ConnectionProps & { readonly settings: MailConnection }

/** The server of a mailbox, and the sign-in there. */
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
  const { isLocked, error, onChange } = props
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
        <NumberInput
          label={t('externalSystems.port')}
          required
          readOnly={isLocked}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          value={settings.port}
          error={describeFaultOf(error, 'settings.port')}
          onChange={(port) => set({ port: Number(port) })}
        />
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
        <TextInput
          label={t('externalSystems.fingerprint')}
          description={t('externalSystems.fingerprintHelp')}
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={60}
          value={settings.hostKey}
          error={describeFaultOf(error, 'settings.hostKey')}
          onChange={(event) => set({ hostKey: event.currentTarget.value })}
        />
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
