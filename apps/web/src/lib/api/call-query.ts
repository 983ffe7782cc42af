import type { AnswerOf, Call } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { quietly } from './quietly.ts'
import type { CallInput } from './send.ts'

/**
 * The key of an answer in the cache: subject and name of its call in `api`, then its input. Calls that change data name
 * the subjects and names of answers that they make out of date.
 */
export type CallKey = readonly [subject: string, name: string, ...input: unknown[]]

/**
 * Returns the key of an answer.
 * @param input the input of the answer; without input, the key matches all answers of the call.
 */
export function keyOf(contract: Call, ...input: readonly unknown[]): CallKey {
  const [subject, name] = contract.name?.split('.') ?? []
  if (subject === undefined || name === undefined)
    throw new Error(`Expected ${contract.path} to be a call of the contract's api, but it is not.`)
  return [subject, name, ...input]
}

/** Returns the query of a call that reads. */
export function callQuery<const T extends Call>(
  contract: T,
  ...[input]: Record<never, never> extends CallInput<T> ? [CallInput<T>?] : [CallInput<T>]
) {
  const { params, query } = (input ?? {}) as { params?: object; query?: object }
  return queryOptions({
    queryKey: keyOf(contract, ...(params === undefined ? [] : [params]), ...(query === undefined ? [] : [query])),
    queryFn: ({ signal, client, queryKey }): Promise<AnswerOf<T>> => {
      const ask = () => call<Call>(contract, { ...input, signal } as never)
      // The first try has said that somebody is there, or that nobody is.
      const isRepeated = (client.getQueryState(queryKey)?.fetchFailureCount ?? 0) > 0
      return (isRepeated ? quietly(ask) : ask()) as never
    },
  })
}
