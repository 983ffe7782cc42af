import type { QueryClient } from '@tanstack/react-query'

/**
 * Marks answers that no page shows as out of date, so that the next page that shows them fetches them again.
 *
 * @param names of calls, such as `processes.history`.
 */
export function distrustUnseen(queryClient: QueryClient, names: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [subject, name] }) => names.includes(`${subject}.${name}`),
    type: 'inactive',
    refetchType: 'none',
  })
}
