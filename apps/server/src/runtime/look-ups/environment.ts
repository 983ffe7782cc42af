import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'

/** Returns the SQL expression of the environment of a workplace; null: it has none. */
export function environmentOf(workplaceId: string): Sql {
  return sql`(select s.value #>> '{}' from setting s where s.workplace_id = ${workplaceId} and s.key = 'environment.name')`
}

/**
 * Returns the SQL expression of the id of the connection of an API `p`: the one that replaces its connection in the
 * environment of the workplace, or in another one.
 */
export function connectionIn(workplaceId: string, environment?: string): Sql {
  const name = environment === undefined ? environmentOf(workplaceId) : sql`${environment}::text`
  return sql`coalesce((select v.id from external_connection v
    where v.workplace_id = p.workplace_id and v.stands_for = p.connection_id and lower(v.environment) = lower(${name})), p.connection_id)`
}
