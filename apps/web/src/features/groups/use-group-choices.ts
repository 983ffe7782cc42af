import { api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Found } from '../../components/found-select/found-select.tsx'
import { callQuery } from '../../lib/api/call-query.ts'

/** Returns the enabled groups that match a text, by name. */
export function useGroupChoices(q: string): Found {
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.groups.list, { query: { q, size: 20, isDisabled: 'false' } }),
    placeholderData: keepPreviousData,
  })
  return { choices: data?.items.map(({ id, name }) => ({ value: id, label: name })), isError, isPlaceholderData }
}
