import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { ContentRow } from '../../platform/uploads/stored-content.ts'
import type { InstanceRow } from './instance-queries.ts'

export interface VariableRow {
  readonly id: string
  readonly name: string
  readonly type: string
  /** One character more than is shown tells that it goes on. */
  readonly text: string | null
  readonly scope_id: string
  /** Key of the element that the scope is, null for the process. */
  readonly element_key: string | null
  /** Name of the task, when the scope is one. */
  readonly task_name: string | null
  /** The description of a file. */
  readonly info: Readonly<Record<string, unknown>> | null
  /** Bytes of a file or binary value; null without content. */
  readonly size: number | null
}

export const shownLength = 2_000
/** The maximum number of examined values: the newest values of ended instances, and variables of running ones. */
const maxValues = 10_000

export interface VariablesAsked {
  /** Looked for in names and the beginnings of values; empty for all. */
  readonly q: string
  readonly sort: 'scope' | `${'' | '-'}${'name' | 'type' | 'value'}`
  /** As they were then; null for now, or the end. */
  readonly at: string | null
  readonly limit: number
}

/**
 * Lists the variables of an instance with their current values, their last values when the instance has ended, or their
 * values at a time, up to a limit.
 */
export function listVariables(
  tx: Tx,
  workplaceId: string,
  instance: InstanceRow,
  { q, sort, at, limit }: VariablesAsked,
): Promise<VariableRow[]> {
  const isNow = at === null && instance.ended_at === null
  const rows = kysely
    .selectFrom(
      sql<VariableRow>`(${isNow ? liveVariables(workplaceId, instance) : lastVariables(workplaceId, instance, at)})`.as(
        'v',
      ),
    )
    .selectAll()
    .where(q === '' ? sql<boolean>`true` : (containsAny([sql`v.name`, sql`v.text`], q) as RawBuilder<boolean>))
  const isDescending = sort.startsWith('-')
  const key = sort === 'scope' ? sql`element_key` : sortKeys[sort.replace(/^-/, '') as keyof typeof sortKeys]
  return tx.query(
    rows
      .orderBy(
        sql`${key} ${isDescending ? sql`desc nulls last` : sort === 'scope' ? sql`asc nulls first` : sql`asc nulls last`}`,
      )
      .orderBy('name')
      .orderBy('id')
      .limit(limit),
  )
}

const sortKeys = { name: sql`lower(name)`, type: sql`type`, value: sql`left(lower(text), 200)` } as const

/** Returns the full text of a value; undefined when the instance has no such variable. */
export async function findVariableText(
  tx: Tx,
  workplaceId: string,
  { id, root_id, ended_at }: InstanceRow,
  variableId: string,
): Promise<string | null | undefined> {
  const query =
    ended_at === null
      ? kysely
          .selectFrom('variable')
          .where('workplace_id', '=', workplaceId)
          .where('root_id', '=', root_id)
          .where('instance_id', '=', id)
          .where('id', '=', variableId)
          .select('value')
      : kysely
          .selectFrom('history_variable')
          .where('workplace_id', '=', workplaceId)
          .where('instance_id', '=', id)
          .where('variable_id', '=', variableId)
          .orderBy('id', 'desc')
          .limit(1)
          .select('value')
  const [row] = await tx.query(query)
  return row?.value
}

/** The content of a file or binary variable, as it is or as it last was when the instance has ended. */
export interface VariableContent {
  readonly type: string
  readonly info: Readonly<Record<string, unknown>> | null
  /** Bytes; null for values of other types. */
  readonly size: number | null
  /** The row with the content. */
  readonly row: Pick<ContentRow, 'table' | 'id' | 'among'>
}

/** Finds the content of one variable; undefined when the instance has no such variable. */
export async function findVariableContent(
  tx: Tx,
  workplaceId: string,
  { id, root_id, ended_at }: InstanceRow,
  variableId: string,
): Promise<VariableContent | undefined> {
  const isNow = ended_at === null
  const row = await findContentRow(
    tx,
    isNow
      ? sql`variable where workplace_id = ${workplaceId} and root_id = ${root_id} and instance_id = ${id} and id = ${variableId}`
      : sql`history_variable where workplace_id = ${workplaceId} and instance_id = ${id} and variable_id = ${variableId} order by id desc limit 1`,
  )
  if (row === undefined) return undefined
  const { revision, ...content } = row
  return {
    ...content,
    row: isNow
      ? { table: 'variable', id: row.id, among: [root_id, revision] }
      : { table: 'history_variable', id: row.id, among: [id] },
  }
}

/** Finds the content of an earlier value of a variable; undefined when the variable had no such value, or was deleted then. */
export async function findPastContent(
  tx: Tx,
  workplaceId: string,
  { id }: InstanceRow,
  { variableId, value }: { readonly variableId: string; readonly value: string },
): Promise<VariableContent | undefined> {
  const row = await findContentRow(
    tx,
    sql`history_variable where workplace_id = ${workplaceId} and instance_id = ${id} and id = ${value} and variable_id = ${variableId} and not is_removed`,
  )
  if (row === undefined) return undefined
  const { revision: _, ...content } = row
  return { ...content, row: { table: 'history_variable', id: row.id, among: [id] } }
}

interface FoundContent extends Pick<VariableContent, 'type' | 'info' | 'size'> {
  readonly id: string
  readonly revision: number
}

async function findContentRow(tx: Tx, from: RawBuilder<unknown>): Promise<FoundContent | undefined> {
  const [row] = await runSql<FoundContent>(
    tx,
    sql`select id, revision, type, info, octet_length(bytes) as size from ${from}`,
  )
  return row
}

export async function countData(
  tx: Tx,
  workplaceId: string,
  instance: InstanceRow,
): Promise<{ variables: number; incidents: number }> {
  const { id, root_id } = instance
  const variables =
    instance.ended_at === null ? liveVariables(workplaceId, instance) : lastVariables(workplaceId, instance, null)
  const [row] = await tx.query(
    kysely.selectNoFrom([
      sql<number>`(select count(*) from (${variables}) v)`.as('variables'),
      sql<number>`(select count(*) from incident where workplace_id = ${workplaceId} and root_id = ${root_id} and instance_id = ${id})`.as(
        'incidents',
      ),
    ]),
  )
  return row ?? { variables: 0, incidents: 0 }
}

function liveVariables(workplaceId: string, { id, root_id }: InstanceRow): RawBuilder<unknown> {
  return sql`select v.id, v.name, v.type, left(v.value, ${shownLength + 1}) as text, v.scope_id, coalesce(e.element_key, t.task_key) as element_key, t.name as task_name,
      v.info, octet_length(v.bytes) as size
    from variable v
    left join element e on e.workplace_id = v.workplace_id and e.id = v.scope_id
    left join task t on t.workplace_id = v.workplace_id and t.id = v.scope_id
    where v.workplace_id = ${workplaceId} and v.root_id = ${root_id} and v.instance_id = ${id} limit ${maxValues}`
}

function lastVariables(workplaceId: string, { id, root_id }: InstanceRow, at: string | null): RawBuilder<unknown> {
  const isThen = at === null ? sql`true` : sql`at <= ${at}::timestamptz`
  return sql`select v.id, v.name, v.type, v.text, v.scope_id, coalesce(e.element_key, t.task_key, o.element_key, w.task_key) as element_key, coalesce(t.name, w.name) as task_name, v.info, v.size
    from (select distinct on (variable_id) variable_id as id, name, type, left(value, ${shownLength + 1}) as text, scope_id, is_removed,
        info, octet_length(bytes) as size
      from (select * from history_variable where workplace_id = ${workplaceId} and instance_id = ${id} and ${isThen} order by id desc limit ${maxValues}) newest
      order by variable_id, newest.id desc) v
    left join history_element e on e.workplace_id = ${workplaceId} and e.instance_id = ${id} and e.id = v.scope_id
    left join history_task t on t.workplace_id = ${workplaceId} and t.instance_id = ${id} and t.id = v.scope_id
    left join element o on o.workplace_id = ${workplaceId} and o.root_id = ${root_id} and o.id = v.scope_id
    left join task w on w.workplace_id = ${workplaceId} and w.id = v.scope_id
    where not v.is_removed`
}
