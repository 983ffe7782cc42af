import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'

/** Six digits, the first of which is not 0. */
const least = 100_000
const count = 900_000

/** The facts from which the title of an instance is made. */
export interface Titled {
  readonly id: string
  /** The title from the model. */
  readonly title: string | null
  readonly businessKey: string | null
  /** The name of the process, otherwise its key. */
  readonly process: string
}

/** Returns the title of an instance: from its model, else its business key, else its process and a short number. */
export function presentTitle({ id, title, businessKey, process }: Titled): string {
  return title ?? (businessKey?.trim() ? businessKey : `${process} ${numberOf(id)}`)
}

/** The SQL expression of the title of a row `i` of an instance with its definition `d`, for searching. */
export const instanceTitle: Sql = sql`coalesce(i.title, nullif(trim(i.business_key), ''), coalesce(d.name, d.key, '') || ' ' ||
  (${sql.lit(least)} + ('x' || right(i.id::text, 6))::bit(24)::int % ${sql.lit(count)}))`

/** Returns six digits of the random part of an id: short enough to say, and seldom equal within a list. */
function numberOf(id: string): number {
  return least + (Number.parseInt(id.slice(-6), 16) % count)
}
