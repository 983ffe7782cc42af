import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { GroupDraft } from './group-draft.ts'

/** The field for the own roles that a group gives. Hidden when the workplace has no own roles. */
export function OwnRolesSelect({ draft, isLocked, error, onChange }: DraftFields<GroupDraft>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({ ...callQuery(api.groups.ownRoles, { query: { q } }), placeholderData: keepPreviousData })
  const known = new Map([...(found.data ?? []), ...draft.ownRoles].map((one) => [one.key, one]))
  if (known.size === 0 && q === '') return null
  return (
    <MultiSelect
      label={t('groups.ownRoles')}
      description={t('groups.ownRolesHint')}
      data={[...known.values()].map(({ key, name }) => ({ value: key, label: name }))}
      value={draft.ownRoles.map(({ key }) => key)}
      searchable
      searchValue={text}
      readOnly={isLocked}
      error={describeFaultOf(error, 'ownRoles') ?? (found.isError ? t('groups.searchFailed') : null)}
      onSearchChange={setText}
      onChange={(keys) => onChange({ ownRoles: keys.flatMap((key) => known.get(key) ?? []) })}
    />
  )
}
