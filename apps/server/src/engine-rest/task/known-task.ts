import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/** A task that is open or was, for what people wrote about it. */
export interface KnownTask {
  readonly id: string
  readonly rootId: string | null
  readonly instanceId: string | null
  readonly isOpen: boolean
}

export async function findKnownTask(call: Call, id: string): Promise<KnownTask | null> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<KnownTask>(
      tx,
      sql`select id, root_id as "rootId", instance_id as "instanceId", true as "isOpen" from task where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid
        union all
        select id, root_id, instance_id, false from history_task where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid limit 1`,
    ),
  )
  return row ?? null
}
