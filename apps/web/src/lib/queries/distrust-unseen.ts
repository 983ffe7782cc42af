import type { QueryClient } from '@tanstack/react-query'

/**
 * Of what no page shows: it is asked for again when one does, however young it is.
 *
 * @param names of calls, `processes.history`.
 */
export function distrustUnseen(queryClient: QueryClient, names: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [subject, name] }) => names.includes(`${subject}.${name}`),
    type: 'inactive',
    refetchType: 'none',
  })
}
