import { TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import type { HierarchyDraft } from './hierarchy-draft.ts'

/** The fields of a hierarchy. */
export function HierarchyFields(props: DraftFields<HierarchyDraft>) {
  const { t } = useTranslation()
  return (
    <Section title={t('record.details')}>
      <FieldGrid>
        <TextInput label={t('hierarchies.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
        <TextInput
          label={t('hierarchies.description')}
          maxLength={limits.description}
          {...textOfDraft(props, 'description')}
        />
      </FieldGrid>
    </Section>
  )
}
