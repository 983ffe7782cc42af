import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { InstanceRow } from './instance-queries.ts'

export interface IncidentRow {
  readonly id: string
  readonly type: string
  readonly message: string | null
  readonly created_at: Date
  readonly element_key: string | null
  readonly element_id: string | null
  readonly detail: unknown
  readonly annotation: string | null
  readonly group_id: string | null
  /** The job or external task that can be retried; null when there is none. */
  readonly job_id: string | null
  readonly external_task_id: string | null
  readonly external_details: string | null
}

/** Lists the open incidents of an instance, newest first. */
export function listIncidents(
  tx: Tx,
  workplaceId: string,
  instance: InstanceRow,
  limit: number,
): Promise<IncidentRow[]> {
  return tx.query(selectIncidents(workplaceId, instance).orderBy('n.id', 'desc').limit(limit))
}

function selectIncidents(workplaceId: string, { id, root_id }: InstanceRow) {
  return kysely
    .selectFrom('incident as n')
    .leftJoin('job as j', (join) =>
      join.onRef('j.workplace_id', '=', 'n.workplace_id').onRef('j.id', '=', 'n.source_id'),
    )
    .leftJoin('external_task as x', (join) =>
      join.onRef('x.workplace_id', '=', 'n.workplace_id').onRef('x.id', '=', 'n.source_id'),
    )
    .where('n.workplace_id', '=', workplaceId)
    .where('n.root_id', '=', root_id)
    .where('n.instance_id', '=', id)
    .select([
      'n.id',
      'n.type',
      'n.message',
      'n.created_at',
      'n.element_key',
      'n.element_id',
      'n.annotation',
      'n.group_id',
      sql<unknown>`n.detail`.as('detail'),
      'j.id as job_id',
      'x.id as external_task_id',
      'x.error_details as external_details',
    ])
}
