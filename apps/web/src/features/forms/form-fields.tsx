import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { FormDraft } from './form-kind.ts'

interface Props extends DraftFields<FormDraft> {
  readonly isTemplate: boolean
}

/** Name, key and tags of a form. */
export function FormFields(props: Props) {
  const { t } = useTranslation()
  const { draft, isTemplate, isLocked, error, onChange } = props
  return (
    <FieldGrid>
      <TextInput label={t('forms.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
      {isTemplate ? null : (
        <TextInput
          label={t('forms.key')}
          description={t('forms.keyHelp')}
          required
          maxLength={limits.formKey}
          {...textOfDraft(props, 'formKey')}
        />
      )}
      <TagsInput
        label={t('forms.labels')}
        description={t('forms.labelsHelp')}
        readOnly={isLocked}
        maxTags={limits.tags}
        value={draft.labels === '' ? [] : draft.labels.split(',')}
        error={describeFaultOf(error, 'labels')}
        onChange={(labels) => onChange({ labels: labels.join(',') })}
      />
    </FieldGrid>
  )
}

/** Whether all that it needs is there. */
export function isComplete({ name, formKey }: FormDraft, isTemplate: boolean): boolean {
  return name.trim() !== '' && (isTemplate || formKey.trim() !== '')
}
