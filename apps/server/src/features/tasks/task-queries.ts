import { sql } from 'kysely'
import type { TaskRights } from '../../operations/tasks/policy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { type FactData, type FactKind, readFact } from '../../runtime/history/facts.ts'
import type { TaskListRow } from './list-queries.ts'

/** A task with all values of its page. `ended_at` is null while it is open. */
export interface TaskRow
  extends TaskListRow,
    Omit<TaskRights, 'processKey' | 'candidateUsers' | 'candidateGroups' | 'isSuspended'> {
  readonly description: string | null
  readonly ended_at: Date | null
  readonly ended_by: string | null
  /** Why it ended: `completed`, or anything else. */
  readonly reason: string | null
  readonly root_id: string
  /** The id of its history: that of its instance, or its own without a process. */
  readonly history_id: string
  readonly element_id: string
  readonly form_key: string | null
  readonly candidate_users: readonly string[]
  readonly candidate_groups: readonly string[]
}

/** Finds an open or ended task by its id; null when it does not exist. */
export async function findTask(tx: Tx, workplaceId: string, id: string): Promise<TaskRow | null> {
  if (!isUuid(id)) return null
  const [open] = await tx.query(
    kysely
      .selectFrom('task as t')
      .leftJoin('instance as i', (join) =>
        join.onRef('i.workplace_id', '=', 't.workplace_id').onRef('i.id', '=', 't.instance_id'),
      )
      .leftJoin('process_definition as d', (join) =>
        join.onRef('d.workplace_id', '=', 't.workplace_id').onRef('d.id', '=', 't.definition_id'),
      )
      .where('t.workplace_id', '=', workplaceId)
      .where('t.id', '=', id)
      .select([
        't.id',
        't.name',
        't.title',
        't.task_key',
        't.assignee',
        't.owner',
        't.delegation',
        't.is_suspended',
        't.priority',
        't.due_at',
        't.follow_up_at',
        't.created_at',
        't.description',
      ])
      .select([
        't.instance_id',
        't.root_id',
        't.element_id',
        't.definition_id',
        't.form_key',
        't.candidate_users',
        't.candidate_groups',
      ])
      .select([
        'i.business_key',
        'i.title as instance_title',
        'd.key as process_key',
        'd.name as process_name',
        'd.version',
      ])
      .select(sql<string>`coalesce(t.instance_id, t.root_id)`.as('history_id')),
  )
  if (open !== undefined) return { ...open, ended_at: null, ended_by: null, reason: null }
  return findEndedTask(tx, workplaceId, id)
}

async function findEndedTask(tx: Tx, workplaceId: string, id: string): Promise<TaskRow | null> {
  const [ended] = await tx.query(
    kysely
      .selectFrom('history_task as t')
      .leftJoin('process_definition as d', (join) =>
        join.onRef('d.workplace_id', '=', 't.workplace_id').onRef('d.id', '=', 't.definition_id'),
      )
      .where('t.workplace_id', '=', workplaceId)
      .where('t.id', '=', id)
      .select([
        't.id',
        't.name',
        't.title',
        't.task_key',
        't.assignee',
        't.owner',
        't.priority',
        't.due_at',
        't.follow_up_at',
        't.created_at',
        't.description',
      ])
      .select(['t.root_id', 't.element_id', 't.ended_at', 't.ended_by', 't.reason', 't.instance_id as history_id'])
      .select([
        sql<string | null>`nullif(t.instance_id, t.id)`.as('instance_id'),
        sql<string | null>`nullif(t.definition_id, ${standaloneTasks.id})`.as('definition_id'),
      ])
      .select(['d.key as process_key', 'd.name as process_name', 'd.version'])
      .select(ofInstance('t', 'business_key').as('business_key'))
      .select(ofInstance('t', 'title').as('instance_title')),
  )
  if (ended === undefined) return null
  return {
    ...ended,
    delegation: null,
    is_suspended: false,
    form_key: null,
    candidate_users: [],
    candidate_groups: [],
  }
}

function ofInstance(task: string, column: 'business_key' | 'title') {
  const of = (table: string) =>
    sql`(select ${sql.ref(column)} from ${sql.table(table)} i where i.workplace_id = ${sql.ref(`${task}.workplace_id`)} and i.id = ${sql.ref(`${task}.instance_id`)} limit 1)`
  return sql<string | null>`coalesce(${of('instance')}, ${of('history_instance')})`
}

export interface TaskFact {
  readonly id: string
  readonly at: Date
  readonly user_id: string | null
  readonly change: FactData['task-changed']
}

/** Lists the history facts of a task, oldest first. */
export async function listTaskFacts(
  tx: Tx,
  workplaceId: string,
  { id, history_id }: Pick<TaskRow, 'id' | 'history_id'>,
): Promise<TaskFact[]> {
  const rows = await tx.query(
    kysely
      .selectFrom('history_fact')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', history_id)
      .where('subject_id', '=', id)
      .where('kind', '=', 'task-changed' satisfies FactKind)
      .orderBy('id')
      .limit(1_000)
      .select(['id', 'at', 'user_id', 'data']),
  )
  return rows.flatMap(({ id, at, user_id, data }) => {
    const fact = readFact({ kind: 'task-changed', data })
    return fact?.kind === 'task-changed' ? [{ id, at, user_id, change: fact.data }] : []
  })
}

/** Returns who started a running or ended instance, and when. */
export async function findStart(
  tx: Tx,
  workplaceId: string,
  instanceId: string,
): Promise<{ started_at: Date; start_user_id: string | null } | null> {
  const [live, ended] = await tx.queries(
    kysely
      .selectFrom('instance')
      .where('workplace_id', '=', workplaceId)
      .where('id', '=', instanceId)
      .select(['started_at', 'start_user_id']),
    kysely
      .selectFrom('history_instance')
      .where('workplace_id', '=', workplaceId)
      .where('id', '=', instanceId)
      .select(['started_at', 'start_user_id']),
  )
  return live[0] ?? ended[0] ?? null
}
