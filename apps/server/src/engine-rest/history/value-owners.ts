import { sql } from 'kysely'
import type { Sql } from '../query/filters.ts'
import { allInstances, joinTask } from '../query/sources.ts'

/** The tenant of the instance of a value `h`, for orders: with all joins, PostgreSQL would look up the task of each row. */
export const tenantOfInstance: Sql = sql`(select p.tenant_id from ${allInstances} p where p.workplace_id = h.workplace_id and p.id = h.instance_id limit 1)`

/**
 * Joins the instance, the definition and the task of values of variables.
 *
 * @param variables a source of values `h`.
 */
export function joinOwners(variables: Sql): Sql {
  return sql`${variables} left join ${allInstances} p on p.workplace_id = h.workplace_id and p.id = h.instance_id
    left join process_definition d on d.workplace_id = p.workplace_id and d.id = p.definition_id
    ${joinTask(sql`h.workplace_id`, sql`h.scope_id`)}`
}

/** Narrows history to the instances of rows: its indexes begin with them. */
export function amongInstances(rows: readonly { readonly processInstanceId: string }[]): Sql {
  return sql`h.instance_id = any(${[...new Set(rows.map((row) => row.processInstanceId))]}::uuid[])`
}
