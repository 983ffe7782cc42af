import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/**
 * The executions as Camunda has them, derived from open elements: one for each instance, one for each element that is a
 * scope, and one for each token that is not alone in its scope. `scope_id` owns its variables.
 */
export const executionParts: readonly Sql[] = [
  sql`(select i.workplace_id, i.id, i.id as instance_id, i.root_id, i.id as scope_id from instance i)`,
  sql`(select e.workplace_id, e.id, e.instance_id, e.root_id, e.id as scope_id from element e where e.execution_id = e.id and e.state <> 'compensable')`,
  sql`(select e.workplace_id, e.execution_id as id, e.instance_id, e.root_id, e.id as scope_id from element e
    where e.execution_id <> e.id and e.execution_id <> e.parent_id and e.state <> 'compensable' and (${siblings(sql`e`)}) > 1)`,
  sql`(select e.workplace_id, e.token_id as id, e.instance_id, e.root_id, e.token_id as scope_id from element e
    where e.execution_id = e.id and e.token_id <> e.parent_id and e.state <> 'compensable' and e.loop is distinct from 'run' and (${siblings(sql`e`)}) > 1)`,
]

/** All executions. */
export const executions: Sql = sql`(${sql.join(executionParts, sql` union all `)})`

function siblings(e: Sql): Sql {
  return sql`coalesce((select p.open_children from element p where p.workplace_id = ${e}.workplace_id and p.id = ${e}.parent_id),
    (select p.open_children from instance p where p.workplace_id = ${e}.workplace_id and p.id = ${e}.parent_id))`
}

export interface FoundExecution {
  readonly id: string
  readonly instanceId: string
  readonly rootId: string
  /** The scope of its variables: the instance or an element. */
  readonly scopeId: string
  /** The element that is in it, when it is one alone. */
  readonly elementId: string | null
  readonly elementKey: string | null
  readonly state: string | null
  readonly tenantId: string | null
}

/** Finds an execution by its id, using indexes; undefined when it does not exist. */
export async function findExecution(tx: Tx, workplaceId: string, id: string): Promise<FoundExecution | undefined> {
  const [row] = await runSql<FoundExecution>(
    tx,
    sql`with own as (
        select i.id, i.id as instance_id, i.root_id, i.id as scope_id, i.open_children from instance i where i.workplace_id = ${workplaceId}::uuid and i.id = ${asId(id)}::uuid
        union all
        select e.id, e.instance_id, e.root_id, e.id, e.open_children from element e where e.workplace_id = ${workplaceId}::uuid and e.id = ${asId(id)}::uuid and e.execution_id = e.id and e.state <> 'compensable'
        union all
        select e.execution_id, e.instance_id, e.root_id, e.id, 0 from element e
        where e.workplace_id = ${workplaceId}::uuid and e.execution_id = ${asId(id)}::uuid and e.execution_id <> e.id and e.execution_id <> e.parent_id and e.state <> 'compensable')
      select own.id, own.instance_id as "instanceId", own.root_id as "rootId", own.scope_id as "scopeId", inside.id as "elementId", inside.element_key as "elementKey", inside.state, i.tenant_id as "tenantId"
      from own join instance i on i.workplace_id = ${workplaceId}::uuid and i.id = own.instance_id
        left join lateral (
          select e.id, e.element_key, e.state from element e where e.workplace_id = ${workplaceId}::uuid and own.open_children = 0 and e.id = own.scope_id
          union all
          select e.id, e.element_key, e.state from element e where e.workplace_id = ${workplaceId}::uuid and e.root_id = own.root_id and e.parent_id = own.scope_id and own.open_children = 1
            and e.execution_id <> e.id and e.state <> 'compensable') inside on true
      limit 1`,
  )
  return row
}
