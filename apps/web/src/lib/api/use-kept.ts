import { type DataTag, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that stores the answer of another call as the result of a query, so that it does not have to be
 * fetched.
 */
export function useKept<Answer>(queryKey: DataTag<readonly unknown[], Answer, Error>): (answer: Answer) => void {
  const client = useQueryClient()
  return (answer) => client.setQueryData<Answer>(queryKey, answer as never)
}
