import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type FactOfAnyKind, readFact } from '../../runtime/history/facts.ts'
import type { InstanceRow } from './instance-queries.ts'

export interface FactRow {
  readonly id: string
  readonly at: Date
  readonly content: FactOfAnyKind
  readonly subject_id: string | null
  readonly user_id: string | null
  /** The element key of the task or incident that it is about. */
  readonly element_key: string | null
}

/** The part of a history that a page shows: facts until a time, and their maximum number. */
export interface Stretch {
  readonly until: Date | null
  readonly limit: number
}

function isUntil(column: RawBuilder<unknown>, until: Date | null): RawBuilder<boolean> {
  return until === null ? sql<boolean>`true` : sql<boolean>`${column} <= ${until.toISOString()}::timestamptz`
}

/** Lists the history facts of an instance other than entering and leaving elements, newest first. */
export async function listFacts(
  tx: Tx,
  workplaceId: string,
  { id, root_id }: InstanceRow,
  { until, limit }: Stretch,
): Promise<FactRow[]> {
  const rows = await tx.query(
    kysely
      .selectFrom(
        sql<
          Omit<FactRow, 'told'> & { kind: string; data: unknown }
        >`(select f.id, f.at, f.kind, f.subject_id, f.user_id, f.data, coalesce(f.data ->> 'elementId', t.task_key, h.task_key) as element_key
          from (select * from history_fact where workplace_id = ${workplaceId} and instance_id = ${id} and ${isUntil(sql`at`, until)} order by id desc limit ${limit}) f
          left join task t on t.workplace_id = ${workplaceId} and t.root_id = ${root_id} and t.id = f.subject_id
          left join history_task h on h.workplace_id = ${workplaceId} and h.instance_id = ${id} and h.id = f.subject_id)`.as(
          'f',
        ),
      )
      .selectAll()
      .orderBy('id', 'desc'),
  )
  return rows.flatMap(({ kind, data, ...row }) => {
    const content = readFact({ kind, data })
    return content === null ? [] : [{ ...row, content }]
  })
}

export interface TaskTimes {
  readonly id: string
  readonly name: string | null
  readonly task_key: string | null
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly ended_by: string | null
  readonly reason: string | null
}

/** Lists the tasks of an instance, open and ended: those that started last, and those that ended last. */
export async function listTasks(
  tx: Tx,
  workplaceId: string,
  { id, root_id }: InstanceRow,
  { until, limit }: Stretch,
): Promise<TaskTimes[]> {
  return tx.query(
    kysely
      .selectFrom(
        sql<TaskTimes>`((select id, name, task_key, created_at, null::timestamptz as ended_at, null::text as ended_by, null::text as reason
            from task where workplace_id = ${workplaceId} and root_id = ${root_id} and instance_id = ${id} and ${isUntil(sql`created_at`, until)} order by id desc limit ${limit})
          union (select ${ended} from history_task where workplace_id = ${workplaceId} and instance_id = ${id} and ${isUntil(sql`created_at`, until)} order by id desc limit ${limit})
          union (select ${ended} from history_task where workplace_id = ${workplaceId} and instance_id = ${id} and ${isUntil(sql`ended_at`, until)} order by ended_at desc, id desc limit ${limit}))`.as(
          't',
        ),
      )
      .selectAll()
      .orderBy('id', 'desc'),
  )
}

const ended = sql`id, name, task_key, created_at, ended_at, ended_by, reason`

export interface ValueRow {
  readonly id: string
  readonly at: Date
  readonly name: string
  readonly type: string
  readonly text: string | null
  readonly is_removed: boolean
}

/** Lists all values that variables of an instance had, newest first. */
export async function listValues(
  tx: Tx,
  workplaceId: string,
  { id }: InstanceRow,
  { until, limit }: Stretch,
): Promise<ValueRow[]> {
  return tx.query(
    kysely
      .selectFrom('history_variable')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', id)
      .where(isUntil(sql`at`, until))
      .orderBy('id', 'desc')
      .limit(limit)
      .select(['id', 'at', 'name', 'type', sql<string | null>`left(value, 200)`.as('text'), 'is_removed']),
  )
}
