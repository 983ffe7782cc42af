import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { InstanceRow } from './instance-queries.ts'

/** A visit to an element, open or ended. */
export interface ActivityRow {
  readonly id: string
  readonly parent_id: string
  readonly element_key: string
  /** The state of an open one, as the engine has it. */
  readonly state: string | null
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly is_cancelled: boolean
  readonly assignee: string | null
  readonly task_id: string | null
  readonly task_name: string | null
  readonly called_instance_id: string | null
  readonly has_incident: boolean
}

/**
 * Lists the open element instances of an instance, then the newest ended ones, up to a limit. Ids rise with time. Open
 * ones come first, because a task can be older than thousands of steps of a loop.
 */
export function listNewest(tx: Tx, workplaceId: string, instance: InstanceRow, limit: number): Promise<ActivityRow[]> {
  return select(
    tx,
    sql`select * from ((${live(workplaceId, instance, sql`true`, limit)}) union all (${ended(workplaceId, instance, sql`true`, limit)})) a order by (a.ended_at is null) desc, a.id desc limit ${limit}`,
  )
}

export function listByIds(
  tx: Tx,
  workplaceId: string,
  instance: InstanceRow,
  ids: readonly string[],
): Promise<ActivityRow[]> {
  const isOne = sql`e.id = any(${ids}::uuid[])`
  return select(
    tx,
    sql`(${live(workplaceId, instance, isOne, ids.length)}) union all (${ended(workplaceId, instance, isOne, ids.length)})`,
  )
}

function select(tx: Tx, query: RawBuilder<unknown>): Promise<ActivityRow[]> {
  return tx.query(kysely.selectFrom(sql<ActivityRow>`(${query})`.as('a')).selectAll())
}

/** Scopes that are only kept to be compensated have ended: history has them. */
function live(
  workplaceId: string,
  { id, root_id }: InstanceRow,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  return sql`select e.id, e.parent_id, e.element_key, e.state, e.started_at, null::timestamptz as ended_at, false as is_cancelled, t.assignee, t.id as task_id, t.name as task_name,
      (select c.id from instance c where c.workplace_id = e.workplace_id and c.caller_element_id = e.id limit 1) as called_instance_id,
      exists (select from incident n where n.workplace_id = e.workplace_id and n.root_id = e.root_id and n.element_id = e.id) as has_incident
    from (select * from element e where e.workplace_id = ${workplaceId} and e.root_id = ${root_id} and e.instance_id = ${id} and e.state <> 'compensable' and ${condition}
      order by e.id desc limit ${limit}) e
    left join task t on t.workplace_id = e.workplace_id and t.root_id = e.root_id and t.element_id = e.id`
}

function ended(
  workplaceId: string,
  { id }: InstanceRow,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  return sql`select e.id, e.parent_id, e.element_key, null::text, e.started_at, e.ended_at, e.is_cancelled, e.assignee, e.task_id, t.name, e.called_instance_id, false
    from (select * from history_element e where e.workplace_id = ${workplaceId} and e.instance_id = ${id} and ${condition} order by e.id desc limit ${limit}) e
    left join history_task t on t.workplace_id = e.workplace_id and t.instance_id = e.instance_id and t.id = e.task_id`
}

export interface ElementCount {
  readonly element_key: string
  readonly is_open: boolean
  readonly is_cancelled: boolean
  /** The body of a multi-instance activity, which holds its runs. */
  readonly is_body: boolean
  readonly count: number
}

/** Counts the element instances of each element by their outcome. */
export function countElements(tx: Tx, workplaceId: string, { id, root_id }: InstanceRow): Promise<ElementCount[]> {
  return tx.query(
    kysely
      .selectFrom(
        sql<ElementCount>`(select element_key, true as is_open, false as is_cancelled, coalesce(loop = 'body', false) as is_body, count(*) as count
          from element where workplace_id = ${workplaceId} and root_id = ${root_id} and instance_id = ${id} and state <> 'compensable' group by 1, 4
          union all
          select element_key, false, is_cancelled, coalesce(loop = 'body', false), count(*) from history_element where workplace_id = ${workplaceId} and instance_id = ${id} group by 1, 3, 4)`.as(
          'c',
        ),
      )
      .selectAll(),
  )
}

/** Reads the incidents by element, and the flows that were taken. */
export async function readMarks(
  tx: Tx,
  workplaceId: string,
  { id, root_id }: InstanceRow,
): Promise<{ incidents: Map<string, number>; flows: string[] }> {
  const [incidents, flows] = await tx.queries(
    kysely
      .selectFrom('incident')
      .where('workplace_id', '=', workplaceId)
      .where('root_id', '=', root_id)
      .where('instance_id', '=', id)
      .where('element_key', 'is not', null)
      .groupBy('element_key')
      .select(['element_key', ({ fn }) => fn.countAll<number>().as('count')]),
    kysely
      .selectFrom(
        sql<{
          flow_key: string
        }>`(select flow_key from element where workplace_id = ${workplaceId} and root_id = ${root_id} and instance_id = ${id} and flow_key is not null
        union select flow_key from history_element where workplace_id = ${workplaceId} and instance_id = ${id} and flow_key is not null)`.as(
          'f',
        ),
      )
      .select('flow_key')
      .orderBy('flow_key'),
  )
  return {
    incidents: new Map(incidents.map(({ element_key, count }) => [element_key ?? '', count])),
    flows: flows.map(({ flow_key }) => flow_key),
  }
}
