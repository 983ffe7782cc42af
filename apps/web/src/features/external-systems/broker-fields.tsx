import { type AmqpConnection, amqpPorts, amqpTlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecretField } from './connection-parts.tsx'
import { ServerSection } from './server-section.tsx'

type BrokerProps = ConnectionProps & { readonly settings: AmqpConnection }

/** The fields for the address of a message broker and the sign-in. */
export function BrokerFields({ settings, ...props }: BrokerProps) {
  const { t } = useTranslation()
  const { isLocked, onChange } = props
  const set = (part: Partial<AmqpConnection>) => onChange({ settings: { ...settings, ...part } })
  return (
    <>
      <ServerSection
        {...props}
        settings={settings}
        placeholder="rabbitmq.example.org"
        isPlain={settings.tls === 'off'}
        onSettings={set}
        encryption={
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
        }
      >
        <LineField
          {...props}
          name="virtualHost"
          value={settings.virtualHost}
          onValue={(virtualHost) => set({ virtualHost })}
        />
      </ServerSection>
      <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
        <FieldGrid>
          <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
          <SecretField {...props} label={t('externalSystems.password')} isRequired />
        </FieldGrid>
      </Section>
    </>
  )
}
