import { RestRefusal } from '../http/rest-refusal.ts'

/** The part of a list that a call asks for. */
export interface Page {
  /** How many rows come before it. */
  readonly firstResult: number
  /** Null: all rows behind them. */
  readonly maxResults: number | null
}

/** The page of a call that does not name one: like Camunda, all rows. */
export const everything: Page = { firstResult: 0, maxResults: null }

/**
 * Reads `firstResult` and `maxResults` of a query string.
 *
 * @throws RestRefusal 404 for a text that is no whole number, as Camunda 7 answers.
 */
export function readPage(query: Readonly<Record<string, string>>): Page {
  return { firstResult: readPosition(query.firstResult) ?? 0, maxResults: readPosition(query.maxResults) }
}

/** Camunda takes a page that is no number for a path that does not exist. */
function readPosition(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (!/^[+-]?\d+$/.test(text) || Number(text) > 2 ** 31 - 1)
    throw new RestRefusal(404, 'QueryParamException', 'HTTP 404 Not Found')
  return Math.max(0, Number(text))
}
