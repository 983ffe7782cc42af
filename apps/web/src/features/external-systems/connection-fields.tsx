import { type DatabaseConnection, databasePorts, databaseVendors, tlsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { AddressField } from './address-field.tsx'
import { BrokerFields } from './broker-fields.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'
import { FolderFields } from './folder-fields.tsx'
import { JdbcField } from './jdbc-field.tsx'
import { KafkaFields } from './kafka-fields.tsx'
import { MailFields } from './mail-fields.tsx'
import { RestFields } from './rest-fields.tsx'
import { PortField } from './server-fields.tsx'

/** The fields for the address and the sign-in of a connection. */
export function ConnectionFields(props: ConnectionProps) {
  const { settings } = props.draft
  switch (settings.kind) {
    case 'rest':
      return <RestFields {...props} settings={settings} />
    case 'database':
      return <DatabaseFields {...props} settings={settings} />
    case 'file':
      return <FolderFields {...props} settings={settings} />
    case 'mail':
      return <MailFields {...props} settings={settings} />
    case 'amqp':
      return <BrokerFields {...props} settings={settings} />
    case 'kafka':
      return <KafkaFields {...props} settings={settings} />
    default:
      return settings satisfies never
  }
}

type DatabaseProps = ConnectionProps & { readonly settings: DatabaseConnection }

function DatabaseFields({ settings, ...props }: DatabaseProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<DatabaseConnection>) => onChange({ settings: { ...settings, ...part } })
  const isFile = settings.vendor === 'sqlite'
  return (
    <>
      <Section
        title={t('externalSystems.place')}
        hint={t(isFile ? 'externalSystems.folderHint' : 'externalSystems.placeHint')}
      >
        <JdbcField isLocked={isLocked} onPlace={set} />
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.vendor')}
            values={databaseVendors}
            nameOf={(value) => t(`externalSystems.vendors.${value}`)}
            value={settings.vendor}
            isLocked={isLocked}
            onValue={(vendor) => {
              const isUsual = settings.port === databasePorts[settings.vendor]
              set({ vendor, ...(isUsual && { port: databasePorts[vendor] }) })
            }}
          />
          {isFile ? null : (
            <>
              <LineField
                {...props}
                name="host"
                placeholder="db.example.org"
                value={settings.host}
                onValue={(host) => set({ host })}
              />
              <PortField {...props} port={settings.port} onPort={(port) => set({ port })} />
              <LineField
                {...props}
                name="database"
                label={settings.vendor === 'oracle' ? t('externalSystems.service') : undefined}
                placeholder={settings.vendor === 'oracle' ? 'ORCLPDB1' : undefined}
                value={settings.database}
                onValue={(database) => set({ database })}
              />
            </>
          )}
          <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
        </FieldGrid>
        {isFile ? (
          <AddressField
            text="databaseFile"
            name="database"
            placeholder="/srv/data/shop.db"
            required
            isLocked={isLocked}
            error={error}
            value={settings.database}
            onValue={(database) => set({ database })}
          />
        ) : null}
      </Section>
      {isFile ? null : <DatabaseSignIn {...props} settings={settings} />}
    </>
  )
}

function DatabaseSignIn({ settings, ...props }: DatabaseProps) {
  const { t } = useTranslation()
  const { isLocked, onChange } = props
  const set = (part: Partial<DatabaseConnection>) => onChange({ settings: { ...settings, ...part } })
  return (
    <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
      <FieldGrid>
        <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
        <SecretField {...props} label={t('externalSystems.password')} isRequired={false} />
        <ChoiceField
          label={t('externalSystems.tls')}
          description={settings.tls === 'off' ? t('externalSystems.tlsOff') : undefined}
          values={tlsModes.toReversed()}
          nameOf={(value) => t(`externalSystems.tlsModes.${value}`)}
          value={settings.tls}
          isLocked={isLocked}
          onValue={(tls) => set({ tls })}
        />
      </FieldGrid>
    </Section>
  )
}
