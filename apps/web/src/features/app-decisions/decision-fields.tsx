import { TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid } from '../../components/section/section.tsx'
import type { DecisionDraft } from './decision-draft.ts'

/** What a decision is called. */
export function DecisionFields(props: DraftFields<DecisionDraft>) {
  const { t } = useTranslation()
  return (
    <FieldGrid>
      <TextInput label={t('appDecisions.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
      <TextInput
        label={t('appDecisions.key')}
        description={t('appDecisions.keyHelp')}
        required
        maxLength={limits.processKey}
        {...textOfDraft(props, 'key')}
      />
    </FieldGrid>
  )
}
