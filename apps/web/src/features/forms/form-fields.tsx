import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { FormDraft } from './form-kind.tsx'

/** The fields for name, key and tags of a form. */
export function FormFields(props: DraftFields<FormDraft>) {
  const { t } = useTranslation()
  return (
    <>
      <NameField {...props} />
      <TextInput
        label={t('forms.key')}
        description={t('forms.keyHelp')}
        required
        maxLength={limits.formKey}
        {...textOfDraft(props, 'formKey')}
      />
      <TagsField {...props} />
    </>
  )
}

/** The fields for name and tags of a form template. */
export function TemplateFields(props: DraftFields<FormDraft>) {
  return (
    <>
      <NameField {...props} />
      <TagsField {...props} />
    </>
  )
}

function NameField(props: DraftFields<FormDraft>) {
  const { t } = useTranslation()
  return <TextInput label={t('forms.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
}

function TagsField({ draft, isLocked, error, onChange }: DraftFields<FormDraft>) {
  const { t } = useTranslation()
  return (
    <TagsInput
      label={t('forms.labels')}
      description={t('forms.labelsHelp')}
      readOnly={isLocked}
      maxTags={limits.tags}
      value={draft.labels === '' ? [] : draft.labels.split(',')}
      error={describeFaultOf(error, 'labels')}
      onChange={(labels) => onChange({ labels: labels.join(',') })}
    />
  )
}
