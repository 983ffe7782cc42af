import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type DraftFields, numberOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import type { DirectoryDraft } from './directory-draft.ts'

/** The fields for the schedule of a directory, and for the number of users who may leave without a confirmation. */
export function ScheduleFields(fields: DraftFields<DirectoryDraft>) {
  const { t } = useTranslation()
  const threshold = numberOfDraft(fields, 'thresholdPercent')
  return (
    <Section title={t('directory.schedule')} hint={t('directory.scheduleHint')}>
      <FieldGrid>
        <NumberInput
          label={t('directory.everyMinutes')}
          description={t('directory.everyMinutesHelp')}
          allowDecimal={false}
          min={5}
          max={43_200}
          {...numberOfDraft(fields, 'everyMinutes')}
        />
        <NumberInput
          label={t('directory.threshold')}
          description={t('directory.thresholdHelp')}
          required
          allowDecimal={false}
          min={0}
          max={100}
          {...threshold}
          onChange={(value) => fields.onChange({ thresholdPercent: typeof value === 'number' ? value : 0 })}
        />
      </FieldGrid>
    </Section>
  )
}
