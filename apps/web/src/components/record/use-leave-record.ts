import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTrail } from '../page/use-trail.ts'

/** Leads from the page of a record that is no more to its list, as that was, and forgets the record. */
export function useLeaveRecord(queryKey: readonly unknown[]): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = useTrail().at(-1)
  return async () => {
    if (list !== undefined) await navigate({ to: list.to, search: list.search as never })
    client.removeQueries({ queryKey })
  }
}
