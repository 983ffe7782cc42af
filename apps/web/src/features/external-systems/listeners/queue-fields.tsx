import type { QueueListener } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'
import { EverySecondsField, ListenerLine } from './listener-inputs.tsx'

/** The fields for the checked queue, and for the handling of messages that cannot be processed. */
export function QueueFields({ settings, onChange, ...shared }: ListenerFieldsOf<QueueListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<QueueListener>) => onChange({ ...settings, ...part })
  return (
    <Section title={t('externalListeners.queue')} hint={t('externalListeners.queueHint')}>
      <FieldGrid>
        <ListenerLine
          {...shared}
          name="queue"
          label={t('externalListeners.queueName')}
          description={t('externalListeners.queueNameHelp')}
          isRequired
          value={settings.queue}
          onValue={(queue) => set({ queue })}
        />
        <EverySecondsField
          {...shared}
          seconds={settings.everySeconds}
          onSeconds={(everySeconds) => set({ everySeconds })}
        />
        <ListenerLine
          {...shared}
          name="failedQueue"
          label={t('externalListeners.failedQueue')}
          description={t('externalListeners.failedQueueHelp')}
          isRequired={false}
          value={settings.failedQueue}
          onValue={(failedQueue) => set({ failedQueue })}
        />
      </FieldGrid>
    </Section>
  )
}
