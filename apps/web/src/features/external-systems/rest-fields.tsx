import { NumberInput } from '@mantine/core'
import { externalLimits, type RestConnection, restSignIns } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { NetworkFields } from './network-fields.tsx'
import { OauthFields } from './oauth-fields.tsx'

export type RestProps = ConnectionProps & { readonly settings: RestConnection }

const secretNames = { basic: 'password', bearer: 'token', header: 'headerValue', oauth: 'clientSecret' } as const

/** The fields for the address of a service, the sign-in, and how it is called. */
export function RestFields({ settings, ...props }: RestProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<RestConnection>) => onChange({ settings: { ...settings, ...part } })
  const { signIn } = settings
  return (
    <>
      <Section title={t('externalSystems.place')} hint={t('externalSystems.placeHint')}>
        <AddressField
          text="baseUrl"
          name="baseUrl"
          placeholder="https://api.example.org/v1"
          required
          isLocked={isLocked}
          error={error}
          value={settings.baseUrl}
          onValue={(baseUrl) => set({ baseUrl })}
        />
        <FieldGrid>
          <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
        </FieldGrid>
      </Section>
      <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.signIn')}
            values={restSignIns}
            nameOf={(value) => t(`externalSystems.signIns.${value}`)}
            value={signIn}
            isLocked={isLocked}
            onValue={(signIn) => set({ signIn })}
          />
          {signIn === 'basic' ? (
            <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
          ) : null}
          {signIn === 'header' ? (
            <LineField
              {...props}
              name="header"
              placeholder="X-Api-Key"
              value={settings.header}
              onValue={(header) => set({ header })}
            />
          ) : null}
          {signIn === 'oauth' ? (
            <LineField {...props} name="clientId" value={settings.clientId} onValue={(clientId) => set({ clientId })} />
          ) : null}
          {signIn === 'none' ? null : (
            <SecretField {...props} label={t(`externalSystems.${secretNames[signIn]}`)} isRequired />
          )}
        </FieldGrid>
        {signIn === 'oauth' ? <OauthFields {...props} settings={settings} /> : null}
      </Section>
      <Section title={t('externalSystems.reliability')} hint={t('externalSystems.reliabilityHint')}>
        <FieldGrid>
          <CountField {...props} settings={settings} name="retries" max={externalLimits.retries} />
          <CountField {...props} settings={settings} name="callsPerMinute" max={externalLimits.callsPerMinute} />
          <CountField {...props} settings={settings} name="breakAfter" max={externalLimits.breakAfter} />
          {settings.breakAfter === 0 ? null : (
            <CountField {...props} settings={settings} name="breakSeconds" min={5} max={3600} />
          )}
        </FieldGrid>
      </Section>
      <NetworkFields {...props} settings={settings} />
    </>
  )
}

interface CountProps extends RestProps {
  readonly name: 'retries' | 'callsPerMinute' | 'breakAfter' | 'breakSeconds'
  readonly min?: number
  readonly max: number
}

function CountField({ name, min = 0, max, settings, isLocked, error, onChange }: CountProps) {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t(`externalSystems.${name}`)}
      description={t(`externalSystems.${name}Help`)}
      readOnly={isLocked}
      min={min}
      max={max}
      allowDecimal={false}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(value) => onChange({ settings: { ...settings, [name]: Number(value) } })}
    />
  )
}
