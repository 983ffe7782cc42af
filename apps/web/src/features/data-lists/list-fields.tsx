import { Textarea, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { ListDraft } from './list-draft.ts'

interface Props extends DraftFields<ListDraft> {
  /** The list is there: forms may call it by its key. */
  readonly isKnown: boolean
}

/** The fields of a data list. */
export function ListFields(props: Props) {
  const { t } = useTranslation()
  const { draft, onChange, isLocked, isKnown, error } = props
  return (
    <Section title={t('dataLists.about')}>
      <FieldGrid>
        <TextInput label={t('dataLists.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
        <TextInput
          label={t('dataLists.key')}
          description={t('dataLists.keyHelp')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          maxLength={limits.formKey}
          {...textOfDraft(props, 'key')}
          readOnly={isLocked || isKnown}
        />
      </FieldGrid>
      <Textarea
        label={t('dataLists.description')}
        autosize
        minRows={2}
        maxLength={limits.description}
        readOnly={isLocked}
        value={draft.description}
        error={describeFaultOf(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Section>
  )
}
