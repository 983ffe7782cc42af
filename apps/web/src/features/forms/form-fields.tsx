import { TagsInput, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { FormDraft } from './form-kind.ts'

interface Props {
  readonly draft: FormDraft
  readonly isTemplate: boolean
  readonly isLocked?: boolean
  /** What the last save has failed by. */
  readonly error: unknown
  readonly onChange: (part: Partial<FormDraft>) => void
}

/** Name, key and tags of a form. */
export function FormFields({ draft, isTemplate, isLocked = false, error, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <FieldGrid>
      <TextInput
        label={t('forms.name')}
        required
        readOnly={isLocked}
        maxLength={limits.name}
        value={draft.name}
        error={describeFaultOf(error, 'name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {isTemplate ? null : (
        <TextInput
          label={t('forms.key')}
          description={t('forms.keyHelp')}
          required
          readOnly={isLocked}
          maxLength={limits.formKey}
          value={draft.formKey}
          error={describeFaultOf(error, 'formKey')}
          onChange={(event) => onChange({ formKey: event.currentTarget.value })}
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
