import { type PriorityLevel, priorityLevels, type QueryOf, type taskCalls } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { containing, countLimit, rangeOf } from '../../platform/db/page.ts'

export type TaskListQuery = Required<Pick<QueryOf<typeof taskCalls.assigned>, 'page' | 'size'>> &
  Omit<QueryOf<typeof taskCalls.assigned>, 'page' | 'size'>

export interface TaskListRow {
  readonly id: string
  readonly name: string | null
  readonly task_key: string | null
  readonly assignee: string | null
  readonly delegation: string | null
  readonly is_suspended: boolean
  readonly priority: number
  readonly due_at: Date | null
  readonly created_at: Date
  readonly instance_id: string | null
  readonly business_key: string | null
  readonly definition_id: string | null
  readonly process_key: string | null
  readonly process_name: string | null
  readonly version: number | null
}

export interface TaskListPage {
  readonly rows: TaskListRow[]
  /** Up to `countLimit`. */
  readonly count: number
  readonly isCutOff: boolean
}

/** Whose tasks: an assignee's, or those that nobody has of several candidates (`u:USER`, `g:GROUP`). */
export type TaskPool = { readonly assignee: string } | { readonly candidates: readonly string[] }

/**
 * One page of tasks. In the order of due dates, and filtered by nothing else, the index gives it: the cost does not grow
 * with the number of tasks or groups. Any other order or filter works on the `listWindow` tasks that are due first.
 */
export async function listTasks(
  tx: Tx,
  workplaceId: string,
  pool: TaskPool,
  query: TaskListQuery,
): Promise<TaskListPage> {
  const { offset, limit } = rangeOf(query)
  const isFlat =
    (query.sort === undefined || query.sort === 'due') &&
    query.q === undefined &&
    query.process === undefined &&
    query.priority === undefined
  const found = (reach: number) => dueFirst(workplaceId, pool, query, reach)
  if (isFlat) {
    const [rows, [counted]] = await tx.queries(
      selectRows(
        workplaceId,
        sql`select id from (${found(offset + limit)}) f order by due, id offset ${offset} limit ${limit}`,
        sql`due_at nulls last, id`,
      ),
      kysely
        .selectFrom(sql<{ id: string }>`(${found(countLimit)})`.as('f'))
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    return { rows, count: counted?.count ?? 0, isCutOff: false }
  }
  const matching = sql`select * from (${rowsOf(workplaceId, sql`select id from found limit ${listWindow}`)}) r where ${conditions(query)}`
  const order = sql`${orders[query.sort ?? 'due']}, id`
  const rows = await tx.query(
    kysely
      .selectFrom(
        sql<TaskListRow & { matches: number; seen: number }>`(
          with found as materialized (${found(listWindow + 1)}), matching as materialized (${matching})
          select * from (select (select count(*) from found) as seen, (select count(*) from matching) as matches) c
          left join (select * from matching order by ${order} offset ${offset} limit ${limit}) m on true order by ${order})`.as(
          't',
        ),
      )
      .selectAll(),
  )
  const [{ matches = 0, seen = 0 } = {}] = rows
  // A page without tasks is one row with nothing but the counts.
  return {
    rows: rows.filter(({ id }) => id !== null),
    count: Math.min(matches, countLimit),
    isCutOff: seen > listWindow,
  }
}

/** How many tasks are looked at for an order or filter that no index serves. */
export const listWindow = 5_000

/** Tasks of a pool up to a number: `id` and `due`, unordered, but those that are due first. */
export function dueFirst(
  workplaceId: string,
  pool: TaskPool,
  range: { dueFrom?: string; dueBefore?: string },
  reach: number,
): RawBuilder<unknown> {
  const from = range.dueFrom ?? '-infinity'
  const before = range.dueBefore === undefined ? sql`true` : sql`due < ${range.dueBefore}::timestamptz`
  if ('assignee' in pool) {
    return sql`select id, due from (select id, coalesce(due_at, 'infinity') as due from task where workplace_id = ${workplaceId} and assignee = ${pool.assignee}
      and coalesce(due_at, 'infinity') >= ${from}::timestamptz order by coalesce(due_at, 'infinity'), id limit ${reach}) f where ${before}`
  }
  // A task of several candidates is found by each of them, so each has to give as many as are wanted altogether.
  return sql`select distinct task_id as id, due from unnest(${[...pool.candidates]}::text[]) c
    cross join lateral (select task_id, due_at as due from task_candidate where workplace_id = ${workplaceId} and candidate = c
      and due_at >= ${from}::timestamptz and ${range.dueBefore === undefined ? sql`true` : sql`due_at < ${range.dueBefore}::timestamptz`} order by due_at, task_id limit ${reach}) t
    order by due, id limit ${reach}`
}

function selectRows(workplaceId: string, ids: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return kysely.selectFrom(sql<TaskListRow>`(${rowsOf(workplaceId, ids)} order by ${order})`.as('t')).selectAll()
}

function rowsOf(workplaceId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select t.id, t.name, t.task_key, t.assignee, t.delegation, t.is_suspended, t.priority, t.due_at, t.created_at, t.instance_id,
      i.business_key, t.definition_id, d.key as process_key, d.name as process_name, d.version
    from task t left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
    left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
    where t.workplace_id = ${workplaceId} and t.id in (${ids})`
}

function conditions({ q, process, priority }: TaskListQuery): RawBuilder<unknown> {
  const all = [sql`true`]
  if (q !== undefined && q !== '') {
    const pattern = containing(q)
    all.push(
      sql`(r.name ilike ${pattern} or r.task_key ilike ${pattern} or r.process_name ilike ${pattern} or r.process_key ilike ${pattern} or r.business_key ilike ${pattern})`,
    )
  }
  if (process !== undefined) all.push(sql`r.process_key = ${process}`)
  if (priority !== undefined) all.push(priorityCondition(priority))
  return sql.join(all, sql` and `)
}

function priorityCondition(level: PriorityLevel): RawBuilder<unknown> {
  const above = Object.values(priorityLevels).filter((from) => from > priorityLevels[level])
  const least = priorityLevels[level]
  const parts = [
    ...(Number.isFinite(least) ? [sql`r.priority >= ${least}`] : []),
    ...(above.length > 0 ? [sql`r.priority < ${Math.min(...above)}`] : []),
  ]
  return sql.join(parts, sql` and `)
}

const orders = {
  due: sql`due_at nulls last`,
  '-due': sql`due_at desc nulls last`,
  priority: sql`priority`,
  '-priority': sql`priority desc`,
  created: sql`created_at`,
  '-created': sql`created_at desc`,
  name: sql`lower(coalesce(name, task_key))`,
  '-name': sql`lower(coalesce(name, task_key)) desc`,
  process: sql`lower(coalesce(process_name, process_key))`,
  '-process': sql`lower(coalesce(process_name, process_key)) desc`,
} satisfies Record<NonNullable<TaskListQuery['sort']>, RawBuilder<unknown>>
