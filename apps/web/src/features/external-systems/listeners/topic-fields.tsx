import { NumberInput } from '@mantine/core'
import { listenerLimits, type TopicListener, topicStarts } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { ChoiceField } from '../choice-field.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'
import { EverySecondsField, ListenerLine } from './listener-inputs.tsx'

/** The fields for the checked topic, and for the handling of messages that cannot be processed. */
export function TopicFields({ settings, onChange, ...shared }: ListenerFieldsOf<TopicListener>) {
  const { t } = useTranslation()
  const { isLocked, error } = shared
  const set = (part: Partial<TopicListener>) => onChange({ ...settings, ...part })
  return (
    <Section title={t('externalListeners.topic')} hint={t('externalListeners.topicHint')}>
      <FieldGrid>
        <ListenerLine
          {...shared}
          name="topic"
          label={t('externalListeners.topicName')}
          description={t('externalListeners.topicNameHelp')}
          isRequired
          maxLength={249}
          value={settings.topic}
          onValue={(topic) => set({ topic })}
        />
        <EverySecondsField
          {...shared}
          seconds={settings.everySeconds}
          onSeconds={(everySeconds) => set({ everySeconds })}
        />
        <ChoiceField
          label={t('externalListeners.start')}
          description={t('externalListeners.startHelp')}
          values={topicStarts}
          nameOf={(value) => t(`externalListeners.starts.${value}`)}
          value={settings.start}
          isLocked={isLocked}
          onValue={(start) => set({ start })}
        />
        <NumberInput
          label={t('externalListeners.shares')}
          description={t('externalListeners.sharesHelp')}
          required
          readOnly={isLocked}
          min={1}
          max={listenerLimits.shares}
          allowDecimal={false}
          value={settings.shares}
          error={describeFaultOf(error, 'settings.shares')}
          onChange={(value) => set({ shares: Number(value) })}
        />
        <ListenerLine
          {...shared}
          name="failedTopic"
          label={t('externalListeners.failedTopic')}
          description={t('externalListeners.failedTopicHelp')}
          isRequired={false}
          maxLength={249}
          value={settings.failedTopic}
          onValue={(failedTopic) => set({ failedTopic })}
        />
      </FieldGrid>
    </Section>
  )
}
