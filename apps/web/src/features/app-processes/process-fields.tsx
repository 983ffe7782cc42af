import IconFileText from 'icon:file-text'
import { Select, Textarea } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NameAndKey } from '../../components/designs/name-and-key.tsx'
import { IconField } from '../../components/icon-picker/icon-field.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { ProcessDraft } from './process-kind.tsx'
import { StartersField } from './starters-field.tsx'

/** The fields of a process: name, category and starters. */
export function ProcessFields(props: DraftFields<ProcessDraft>) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = props
  const known = (useQuery(callQuery(api.categories.list)).data ?? []).map(({ name }) => name)
  const names = draft.category === '' || known.includes(draft.category) ? known : [...known, draft.category]
  return (
    <>
      <NameAndKey texts="appProcesses" {...props} />
      <Select
        label={t('appProcesses.category')}
        description={t('appProcesses.categoryHelp')}
        placeholder={t('appProcesses.noCategory')}
        clearable={!isLocked}
        searchable
        readOnly={isLocked}
        data={names}
        value={draft.category === '' ? null : draft.category}
        error={describeFaultOf(error, 'category')}
        onChange={(category) => onChange({ category: category ?? '' })}
      />
      <IconField
        value={draft.icon}
        isLocked={isLocked}
        labels={{
          field: t('appProcesses.icon'),
          choose: t('appProcesses.chooseIcon'),
          remove: t('appProcesses.removeIcon'),
        }}
        fallback={<IconFileText size={20} stroke={1.6} aria-hidden />}
        onChange={(icon) => onChange({ icon })}
      />
      <StartersField
        kind="user"
        label={t('appProcesses.starterUsers')}
        isLocked={isLocked}
        value={draft.starterUsers}
        error={describeFaultOf(error, 'starterUsers')}
        onChange={(starterUsers) => onChange({ starterUsers })}
      />
      <StartersField
        kind="group"
        label={t('appProcesses.starterGroups')}
        isLocked={isLocked}
        value={draft.starterGroups}
        error={describeFaultOf(error, 'starterGroups')}
        onChange={(starterGroups) => onChange({ starterGroups })}
      />
      <Textarea
        label={t('appProcesses.documentation')}
        maxLength={limits.documentation}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={isLocked}
        value={draft.documentation}
        error={describeFaultOf(error, 'documentation')}
        onChange={(event) => onChange({ documentation: event.currentTarget.value })}
      />
    </>
  )
}
