import { type AmqpConnection, amqpPorts, amqpTlsModes, fileTrusts } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { PinField, PortField } from './server-fields.tsx'

type BrokerProps = ConnectionProps & { readonly settings: AmqpConnection }

/** The fields for the address of a message broker and the sign-in. */
export function BrokerFields({ settings, ...props }: BrokerProps) {
  const { t } = useTranslation()
  const { isLocked, onChange } = props
  const set = (part: Partial<AmqpConnection>) => onChange({ settings: { ...settings, ...part } })
  return (
    <>
      <Section title={t('externalSystems.place')} hint={t('externalSystems.placeHint')}>
        <FieldGrid>
          <LineField
            {...props}
            name="host"
            placeholder="rabbitmq.example.org"
            value={settings.host}
            onValue={(host) => set({ host })}
          />
          <ChoiceField
            label={t('externalSystems.tls')}
            description={settings.tls === 'off' ? t('externalSystems.tlsOff') : undefined}
            values={amqpTlsModes}
            nameOf={(value) => t(`externalSystems.amqpTlsModes.${value}`)}
            value={settings.tls}
            isLocked={isLocked}
            onValue={(tls) => {
              const isUsual = settings.port === amqpPorts[settings.tls]
              set({
                tls,
                ...(isUsual && { port: amqpPorts[tls] }),
                ...(tls === 'off' && { trust: 'authority' as const, hostKey: '' }),
              })
            }}
          />
          <PortField {...props} port={settings.port} onPort={(port) => set({ port })} />
          <LineField
            {...props}
            name="virtualHost"
            value={settings.virtualHost}
            onValue={(virtualHost) => set({ virtualHost })}
          />
          {settings.tls === 'off' ? null : (
            <ChoiceField
              label={t('externalSystems.trust')}
              values={fileTrusts}
              nameOf={(value) => t(`externalSystems.trusts.${value}`)}
              value={settings.trust}
              isLocked={isLocked}
              onValue={(trust) => set({ trust, hostKey: '' })}
            />
          )}
          <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
        </FieldGrid>
        {settings.trust === 'pinned' ? (
          <PinField {...props} name="fingerprint" value={settings.hostKey} onValue={(hostKey) => set({ hostKey })} />
        ) : null}
      </Section>
      <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
        <FieldGrid>
          <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
          <SecretField {...props} label={t('externalSystems.password')} isRequired />
        </FieldGrid>
      </Section>
    </>
  )
}
