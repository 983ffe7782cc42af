import { Switch, TextInput } from '@mantine/core'
import { type AmqpAdapter, externalLimits, type KafkaAdapter, messageBodyKinds } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { BodyFields } from './body-fields.tsx'
import { EntryFields } from './entry-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

const lengths = { exchange: 255, routingKey: externalLimits.address } as const

/** The fields for the message of an adapter to an exchange. */
export function MessageFields(fields: SettingsFields<AmqpAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, error, onChange } = fields
  return (
    <MessageSection {...fields} body={<BodyFields {...fields} kinds={messageBodyKinds} />}>
      {(['exchange', 'routingKey'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`externalSystems.${name}`)}
          description={t(`externalSystems.${name}Help`)}
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={lengths[name]}
          value={settings[name]}
          error={describeFaultOf(error, `settings.${name}`)}
          onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.value })}
        />
      ))}
    </MessageSection>
  )
}

/** The fields for a message: its place, as its children, its headers and its body. */
export function MessageSection<S extends AmqpAdapter | KafkaAdapter>({
  settings,
  isLocked,
  error,
  body,
  children,
  onChange,
}: SettingsFields<S> & { readonly body: ReactNode; readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t('externalSystems.message')} hint={t('externalSystems.messageHint')}>
      <FieldGrid>{children}</FieldGrid>
      <Switch
        label={t('externalSystems.isRepeatable')}
        description={t('externalSystems.messageRepeatableHelp')}
        disabled={isLocked}
        checked={settings.isRepeatable}
        onChange={(event) => onChange({ ...settings, isRepeatable: event.currentTarget.checked })}
      />
      <EntryFields
        {...{ isLocked, error }}
        title={t('externalSystems.headers')}
        what={t('externalSystems.ofHeader')}
        add={t('externalSystems.addHeader')}
        where="settings.headers"
        members={['name', 'value']}
        heads={[t('externalSystems.headName'), t('externalSystems.headValue')]}
        entries={settings.headers}
        onEntries={(headers) => onChange({ ...settings, headers })}
      />
      {body}
    </Section>
  )
}
