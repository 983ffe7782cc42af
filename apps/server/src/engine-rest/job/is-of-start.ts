import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/** Whether the job of the path is the timer of a start event, which belongs to no instance. */
export async function isOfStart(call: Call): Promise<boolean> {
  const { workplaceId } = call.actor
  const rows = await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`select id from job where workplace_id = ${workplaceId}::uuid and id = ${asId(pathOf(call, 'id'))}::uuid and root_id is null`,
    ),
  )
  return rows.length > 0
}
