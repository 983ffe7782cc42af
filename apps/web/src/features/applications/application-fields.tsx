import { Select, Textarea, TextInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid } from '../../components/section/section.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { ApplicationDraft } from './application-draft.ts'

/** The fields of an application: its name, and the category of its processes. */
export function ApplicationFields(props: DraftFields<ApplicationDraft>) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = props
  const known = (useQuery(callQuery(api.categories.list)).data ?? []).map(({ name }) => name)
  const names = draft.category === '' || known.includes(draft.category) ? known : [...known, draft.category]
  return (
    <FieldGrid>
      <TextInput label={t('applications.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
      <TextInput
        label={t('applications.key')}
        description={t('applications.keyHelp')}
        required
        maxLength={limits.name}
        {...textOfDraft(props, 'key')}
      />
      <Select
        label={t('applications.category')}
        description={t('applications.categoryHelp')}
        placeholder={t('applications.noCategory')}
        clearable={!isLocked}
        searchable
        readOnly={isLocked}
        data={names}
        value={draft.category === '' ? null : draft.category}
        error={describeFaultOf(error, 'category')}
        onChange={(category) => onChange({ category: category ?? '' })}
      />
      <Textarea
        label={t('applications.description')}
        maxLength={limits.description}
        autosize
        minRows={2}
        readOnly={isLocked}
        value={draft.description}
        error={describeFaultOf(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </FieldGrid>
  )
}
