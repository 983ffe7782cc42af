import { type DataTag, useQueryClient } from '@tanstack/react-query'

/** Puts an answer that another call gave where a query has it, so that nothing has to be asked again. */
export function useKept<Answer>(queryKey: DataTag<readonly unknown[], Answer, Error>): (answer: Answer) => void {
  const client = useQueryClient()
  return (answer) => client.setQueryData<Answer>(queryKey, answer as never)
}
