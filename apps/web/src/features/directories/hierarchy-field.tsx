import { Select } from '@mantine/core'
import { api } from '@millrace/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import type { DirectoryDraft } from './directory-draft.ts'

const hierarchiesQuery = queryOptions({
  queryKey: keyOf(api.hierarchies.list, 'in use'),
  queryFn: async () => (await call(api.hierarchies.list, { query: { isDisabled: 'false', size: 100 } })).items,
})

/** The hierarchy in which runs place users below their managers. */
export function HierarchyField({ draft, onChange, isLocked }: DraftFields<DirectoryDraft>) {
  const { t } = useTranslation()
  const hierarchies = useQuery(hierarchiesQuery)
  return (
    <>
      <QueryFailure query={hierarchies} title={t('directory.hierarchiesFailed')} />
      <Select
        label={t('directory.hierarchy')}
        description={t('directory.hierarchyHelp')}
        placeholder={t('directory.noHierarchy')}
        clearable
        data={(hierarchies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.hierarchy}
        disabled={isLocked}
        onChange={(hierarchy) => onChange({ hierarchy })}
      />
    </>
  )
}
