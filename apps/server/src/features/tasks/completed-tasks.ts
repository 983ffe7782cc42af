import type { CompletedTaskRow } from '@millrace/contract'
import { completedTaskList } from '@millrace/contract/lists/tasks'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import type { Key } from '../../platform/list/keys.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import { allOf, runSql, type Sql } from '../../platform/list/sql.ts'
import { standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { presentProcess, titleOf } from './present-task.ts'
import { listWindow } from './task-listing.ts'

interface Row {
  readonly id: string
  readonly name: string | null
  readonly title: string | null
  readonly task_key: string
  readonly created_at: Date
  readonly ended_at: Date
  readonly instance_id: string | null
  readonly definition_id: string | null
  readonly process_key: string | null
  readonly process_name: string | null
  readonly version: number | null
}

const keys = { ended: { sql: sql`t.ended_at`, type: 'instant' } } as const satisfies Record<string, Key>

/**
 * The list of tasks that the user has completed. Sorted by end, an index has all of them; for any other order or filter
 * the newest `listWindow` tasks of the period are searched.
 */
export const completedTasks: ListSource<typeof completedTaskList, Row, CompletedTaskRow> = defineSource({
  list: completedTaskList,
  columns: sql`t.id, t.name, t.title, t.task_key, t.created_at, t.ended_at, nullif(t.instance_id, t.id) as instance_id,
    nullif(t.definition_id, ${standaloneTasks.id}::uuid) as definition_id, d.key as process_key, d.name as process_name, d.version`,
  from: (ask) => sql`${isFlat(ask) ? sql`history_task t` : sql`(${newest(ask)}) t`}
    left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id`,
  where: own,
  keys,
  id: { sql: sql`t.id`, type: 'id' },
  filters: {
    ended: sql`t.ended_at`,
    process: sql`d.key`,
    name: onTextKey(sql`left(lower(coalesce(t.name, t.task_key)), 200)`),
  },
  search: (text) => containsAny([sql`t.name`, sql`t.task_key`, sql`t.title`, sql`d.name`, sql`d.key`], text),
  isCutOff: (ask) =>
    isFlat(ask)
      ? sql`false`
      : sql`(select count(*) > ${listWindow} from (select from history_task t where ${allOf(inTime(ask))} limit ${listWindow + 1}) w)`,
  present: async (rows, { tx, user }) => {
    const instances = await readTitles(tx, user.workplaceId, rows)
    return rows.map((row) => {
      const of = instances.get(row.instance_id ?? '')
      const task = { ...row, business_key: of?.business_key ?? null, instance_title: of?.title ?? null }
      return {
        id: row.id,
        name: row.name ?? row.task_key,
        title: titleOf(task),
        createdAt: row.created_at.toISOString(),
        endedAt: row.ended_at.toISOString(),
        process: presentProcess(task),
      }
    })
  },
})

/** Narrowed by nothing but the time. */
function isFlat({ query }: Ask): boolean {
  return query.q === '' && query.filters.every(({ name }) => name === 'ended')
}

function own({ user: { workplaceId, username } }: Ask): Sql[] {
  return [sql`t.workplace_id = ${workplaceId}`, sql`t.ended_by = ${username}`, sql`t.reason = 'completed'`]
}

/** Returns the conditions for tasks that the user completed in the requested time. */
function inTime(ask: Ask): Sql[] {
  const times = ask.query.filters.filter(({ name }) => name === 'ended')
  return [
    ...own(ask),
    ...times.map(
      ({ operator, values }) =>
        sql`t.ended_at ${sql.raw(operator === 'before' ? '<' : '>=')} ${values[0] ?? ''}::timestamptz`,
    ),
  ]
}

function newest(ask: Ask): Sql {
  return sql`select * from history_task t where ${allOf(inTime(ask))} order by t.ended_at desc, t.id desc limit ${listWindow}`
}

interface InstanceTitle {
  readonly business_key: string | null
  readonly title: string | null
}

/** Reads the titles of the instances of a page, running and ended. */
async function readTitles(
  tx: Tx,
  workplaceId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, InstanceTitle>> {
  const ids = [...new Set(rows.flatMap(({ instance_id }) => instance_id ?? []))]
  if (ids.length === 0) return new Map()
  const of = (table: string) =>
    sql`select i.id, i.business_key, i.title from ${sql.table(table)} i where i.workplace_id = ${workplaceId} and i.id = any(${ids}::uuid[])`
  const found = await runSql<InstanceTitle & { readonly id: string }>(
    tx,
    sql`${of('instance')} union all ${of('history_instance')}`,
  )
  return new Map(found.map(({ id, ...title }) => [id, title]))
}
