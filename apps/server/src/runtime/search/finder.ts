import type { User } from '../../platform/auth/user.ts'
import type { Sql } from '../../platform/list/sql.ts'

/** How things of one kind are found by words: each feature says it of its own. */
export interface Finder<Item> {
  /** Those that have all of the words and that the user may see, the best first, at most `mostFound`. */
  readonly find: (user: User, words: readonly string[]) => Sql
  /** What a row is called. */
  readonly textOf: (row: never) => string
  readonly present: (row: never, user: User) => Item
}

/** One more than is ever shown, so that it can be told that there are others. */
export const mostFound = 21

/** Checks a finder against its rows, which are its own business. */
export function defineFinder<Row, Item>(finder: {
  readonly find: Finder<Item>['find']
  readonly textOf: (row: Row) => string
  readonly present: (row: Row, user: User) => Item
}): Finder<Item> {
  return finder as Finder<Item>
}
