import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { fold } from './fold.ts'
import { type Sql, toQuery } from './sql.ts'

/** Objects that are found by any part of their texts. */
export type GramKind = 'user'

/** More objects than this are not looked up: a list of them is read in its order, until a page is full. */
export const maxFoundByGrams = 2_000

/**
 * Returns the pieces of three characters that each text with this text in it has, folded. None for a text that is
 * shorter. White space matches any character, so it is in no piece.
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
 * Returns the ids of objects that may have a text, by the index of their pieces: all that have it, and perhaps others
 * that have its pieces in other places. Null when the text is too short, or when more than `maxFoundByGrams` have its
 * pieces. The policy `searched_grams` of the table compares the pieces ([decision 152](../../../../../docs/decisions/0152-a-policy-searches-names.md)).
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

/** Returns the statement that sets the pieces which the policy compares, in this transaction; none: all rows are seen. */
export function searchFor(grams: readonly string[]): Sql {
  return grams.length === 0
    ? sql`select set_config('app.grams', '', true)`
    : sql`select set_config('app.grams', ${[...grams]}::text[]::text, true)`
}

/** Returns the query for the ids of objects with the pieces that are set, one more than are looked up. */
export function selectFound(workplaceId: string, kind: GramKind): Sql {
  return sql`select g.thing_id as id from search_gram g
    where g.workplace_id = ${workplaceId} and g.kind = ${kind} limit ${maxFoundByGrams + 1}`
}
