import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTrail } from '../page/use-trail.ts'

/**
 * Returns a function that opens the list of a record that no longer exists, in the state of the last visit, and removes
 * the record from the cache.
 */
export function useLeaveRecord(queryKey: readonly unknown[]): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = useTrail().at(-1)
  return async () => {
    if (list !== undefined) await navigate({ to: list.to, search: list.search as never })
    client.removeQueries({ queryKey })
  }
}
