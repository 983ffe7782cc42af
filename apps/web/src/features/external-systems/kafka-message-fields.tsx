import { TextInput } from '@mantine/core'
import { externalLimits, type KafkaAdapter, messageBodyKinds } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { BodyFields } from './body-fields.tsx'
import { MessageSection } from './message-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

const texts = {
  topic: ['externalSystems.topic', 'externalSystems.topicHelp', 249],
  key: ['externalSystems.messageKey', 'externalSystems.messageKeyHelp', externalLimits.address],
} as const

/** The fields for the message of an adapter to a topic. */
export function KafkaMessageFields(fields: SettingsFields<KafkaAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, error, onChange } = fields
  return (
    <MessageSection {...fields} body={<BodyFields {...fields} kinds={messageBodyKinds} />}>
      {(['topic', 'key'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(texts[name][0])}
          description={t(texts[name][1])}
          required={name === 'topic'}
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={texts[name][2]}
          value={settings[name]}
          error={describeFaultOf(error, `settings.${name}`)}
          onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.value })}
        />
      ))}
    </MessageSection>
  )
}
