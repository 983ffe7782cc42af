import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { fold } from './fold.ts'
import { type Sql, toQuery } from './sql.ts'

/** Objects that are found by any part of their texts. */
export type GramKind = 'user'

/** More objects than this are not looked up: a list of them is read in its order, until a page is full. */
export const maxFoundByGrams = 2_000

/**
 * Returns all sequences of three characters in a text, folded and without duplicates. Every longer text that contains
 * the text has all of them. Sequences with white space are left out, because white space matches any character. Empty
 * for a text of fewer than three characters.
 */
export function gramsOf(text: string): readonly string[] {
  const grams = fold(text)
    .split(/\s/)
    .flatMap((run) => {
      const characters = [...run]
      return characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))
    })
  return [...new Set(grams)]
}

/**
 * Finds objects that may contain a text, by the index of their three-character sequences. The result has the ids of all
 * objects that contain the text, and may have ids of objects with the same sequences at other positions. Null when the
 * text is too short, or when more than `maxFoundByGrams` objects have its sequences. The policy `searched_grams` of the
 * table compares the sequences ([decision 152](../../../../../docs/decisions/0152-a-policy-searches-names.md)).
 */
export async function findByGrams(
  tx: Tx,
  { workplaceId, kind, text }: { readonly workplaceId: string; readonly kind: GramKind; readonly text: string },
): Promise<readonly string[] | null> {
  const grams = gramsOf(text)
  if (grams.length === 0) return null
  const [, found] = await tx.queries<[object, { id: string }, object]>(
    toQuery(searchFor([workplaceId, ...grams])),
    toQuery(selectFound(workplaceId, kind)),
    toQuery(searchFor([])),
  )
  return found.length > maxFoundByGrams ? null : found.map(({ id }) => id)
}

/**
 * Returns the statement that sets, for this transaction, the three-character sequences for which the policy of
 * `search_gram` searches. An empty list ends the search: then all rows are visible.
 */
export function searchFor(grams: readonly string[]): Sql {
  return grams.length === 0
    ? sql`select set_config('app.grams', '', true)`
    : sql`select set_config('app.grams', ${[...grams]}::text[]::text, true)`
}

/**
 * Returns the query for the ids of objects that have the sequences of `searchFor`. It returns at most one id more than
 * `maxFoundByGrams`.
 */
export function selectFound(workplaceId: string, kind: GramKind): Sql {
  return sql`select g.thing_id as id from search_gram g
    where g.workplace_id = ${workplaceId} and g.kind = ${kind} limit ${maxFoundByGrams + 1}`
}
