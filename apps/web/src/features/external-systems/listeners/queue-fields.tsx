import { NumberInput, TextInput } from '@mantine/core'
import { listenerLimits, type QueueListener } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import type { ListenerFieldsOf } from './listener-fields.ts'

const texts = {
  queue: ['externalListeners.queueName', 'externalListeners.queueNameHelp'],
  failedQueue: ['externalListeners.failedQueue', 'externalListeners.failedQueueHelp'],
} as const

/** The fields for the checked queue, and for the handling of messages that cannot be processed. */
export function QueueFields({ settings, isLocked, error, onChange }: ListenerFieldsOf<QueueListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<QueueListener>) => onChange({ ...settings, ...part })
  const nameField = (name: keyof typeof texts, isRequired: boolean) => (
    <TextInput
      label={t(texts[name][0])}
      description={t(texts[name][1])}
      required={isRequired}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={255}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Section title={t('externalListeners.queue')} hint={t('externalListeners.queueHint')}>
      <FieldGrid>
        {nameField('queue', true)}
        <NumberInput
          label={t('externalListeners.everySeconds')}
          required
          readOnly={isLocked}
          min={listenerLimits.shortestLook}
          max={listenerLimits.longestLook}
          allowDecimal={false}
          value={settings.everySeconds}
          error={describeFaultOf(error, 'settings.everySeconds')}
          onChange={(value) => set({ everySeconds: Number(value) })}
        />
        {nameField('failedQueue', false)}
      </FieldGrid>
    </Section>
  )
}
