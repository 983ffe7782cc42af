import { Select } from '@mantine/core'
import { api } from '@millrace/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import type { DirectoryDraft } from './directory-draft.ts'

const hierarchiesQuery = queryOptions({
  queryKey: keyOf(api.hierarchies.list, 'in use'),
  queryFn: async () => (await call(api.hierarchies.list, { query: { isDisabled: 'false', size: 100 } })).items,
})

/** The hierarchy in which runs place users below their managers. Only user administrators can read and choose them. */
export function HierarchyField({ draft, onChange, isLocked, error }: DraftFields<DirectoryDraft>) {
  const { t } = useTranslation()
  const mayChoose = hasRole(useSession(), ['RoleUserAdmin'])
  const hierarchies = useQuery({ ...hierarchiesQuery, enabled: mayChoose })
  const known = (hierarchies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const { hierarchy: chosen } = draft
  const isRead = hierarchies.data !== undefined || !mayChoose
  const isUnknown = isRead && chosen !== null && known.every(({ value }) => value !== chosen)
  return (
    <>
      <QueryFailure query={hierarchies} title={t('directory.hierarchiesFailed')} />
      <Select
        label={t('directory.hierarchy')}
        description={t('directory.hierarchyHelp')}
        placeholder={t('directory.noHierarchy')}
        clearable
        data={isUnknown ? [...known, { value: chosen, label: t('directory.otherHierarchy') }] : known}
        value={chosen}
        disabled={isLocked || !mayChoose}
        error={describeFaultOf(error, 'hierarchy')}
        onChange={(hierarchy) => onChange({ hierarchy })}
      />
    </>
  )
}
