import { type KafkaConnection, kafkaSignIns, kafkaTlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { PinOf, TrustField } from './server-section.tsx'

type KafkaProps = ConnectionProps & { readonly settings: KafkaConnection }

/** The fields for the addresses of a Kafka cluster and the sign-in. */
export function KafkaFields({ settings, ...props }: KafkaProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<KafkaConnection>) => onChange({ settings: { ...settings, ...part } })
  const { servers, tls, signIn, username, seconds } = settings
  return (
    <>
      <Section title={t('externalSystems.place')} hint={t('externalSystems.placeHint')}>
        <AddressField
          text="servers"
          name="servers"
          placeholder="kafka1.example.org:9092, kafka2.example.org:9092"
          required
          isLocked={isLocked}
          error={error}
          value={servers}
          onValue={(value) => set({ servers: value })}
        />
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.tls')}
            description={tls === 'off' ? t('externalSystems.tlsOff') : undefined}
            values={kafkaTlsModes}
            nameOf={(value) => t(`externalSystems.amqpTlsModes.${value}`)}
            value={tls}
            isLocked={isLocked}
            onValue={(value) =>
              set({ tls: value, ...(value === 'off' && { trust: 'authority' as const, hostKey: '' }) })
            }
          />
          {tls === 'off' ? null : <TrustField {...props} settings={settings} onSettings={set} />}
          <SecondsField {...props} seconds={seconds} onSeconds={(value) => set({ seconds: value })} />
        </FieldGrid>
        <PinOf {...props} settings={settings} onSettings={set} />
      </Section>
      <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.signIn')}
            values={kafkaSignIns}
            nameOf={(value) => t(`externalSystems.kafkaSignIns.${value}`)}
            value={signIn}
            isLocked={isLocked}
            onValue={(value) => set({ signIn: value, ...(value === 'none' && { username: '' }) })}
          />
          {signIn === 'none' ? null : (
            <>
              <LineField {...props} name="username" value={username} onValue={(value) => set({ username: value })} />
              <SecretField {...props} label={t('externalSystems.password')} isRequired />
            </>
          )}
        </FieldGrid>
      </Section>
    </>
  )
}
