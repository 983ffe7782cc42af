import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'

/** An instance, which has ended when `ended_at` is set. */
export interface InstanceRow {
  readonly id: string
  readonly root_id: string
  readonly business_key: string | null
  /** As its model says. */
  readonly title: string | null
  readonly caller_instance_id: string | null
  /** The start event by which it began. */
  readonly start_element_key: string | null
  readonly definition_id: string
  readonly key: string | null
  readonly name: string | null
  readonly version: number | null
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly start_user_id: string | null
  /** `completed`, `terminated` or `deleted`. */
  readonly outcome: string | null
  readonly reason: string | null
  readonly ended_by: string | null
  /** The instance or its process. */
  readonly is_suspended: boolean
  readonly has_incident: boolean
}

/** The selected columns of running instances, with instance `i` and definition `d`. */
export const liveColumns = sql`i.id, i.root_id, i.business_key, i.title, i.caller_instance_id, i.start_element_key, i.definition_id, d.key, d.name, d.version, i.started_at, null::timestamptz as ended_at,
  i.start_user_id, null::text as outcome, null::text as reason, null::text as ended_by, i.is_suspended or coalesce(d.is_suspended, false) as is_suspended,
  exists (select from incident n where n.workplace_id = i.workplace_id and n.root_id = i.root_id and n.instance_id = i.id) as has_incident`

export const endedColumns = sql`i.id, i.root_id, i.business_key, i.title, i.caller_instance_id, i.start_element_key, i.definition_id, d.key, d.name, d.version, i.started_at, i.ended_at,
  i.start_user_id, i.outcome, i.reason, i.ended_by, false as is_suspended, false as has_incident`

export async function findInstance(tx: Tx, workplaceId: string, id: string): Promise<InstanceRow | null> {
  if (!isUuid(id)) return null
  const [live, ended] = await tx.queries(
    selectOne('instance', liveColumns, workplaceId, id),
    selectOne('history_instance', endedColumns, workplaceId, id),
  )
  return live[0] ?? ended[0] ?? null
}

function selectOne(table: string, columns: RawBuilder<unknown>, workplaceId: string, id: string) {
  return kysely
    .selectFrom(
      sql<InstanceRow>`(select ${columns} from ${sql.table(table)} i left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
        where i.workplace_id = ${workplaceId} and i.id = ${id})`.as('t'),
    )
    .selectAll()
}
