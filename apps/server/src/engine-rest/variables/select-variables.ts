import type { TypedValue } from '@millrace/engine'
import { sql } from 'kysely'
import { breathe } from '../../platform/breathe.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import { readValue } from '../../runtime/load/read-variable.ts'
import type { Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { type PresentedValue, presentColumns, type StoredColumns } from '../values/present-value.ts'

/** The number of variables after whose presentation other requests come in. */
const manyNames = 2000

/** The scope of variables: a process instance, an element instance or a task. */
export interface VariableScope {
  readonly rootId: string
  readonly instanceId: string
  readonly scopeId: string
  /** The element instance of a task; of an element itself. Null for the instance. */
  readonly elementId: string | null
}

export interface VariableRow extends StoredColumns {
  readonly name: string
}

/** Selects variables by their scope and names. */
export interface Choice {
  /**
   * Whether only variables of this scope are selected, or also those of its enclosing scopes, the innermost of each
   * name.
   */
  readonly isLocal: boolean
  readonly names?: readonly string[]
}

/** Reads variables with their values. The content of files is left out unless requested. */
export function selectVariables(
  tx: Tx,
  workplaceId: string,
  scope: VariableScope,
  { withFiles = false, ...choice }: Choice & { readonly withFiles?: boolean },
): Promise<VariableRow[]> {
  const bytes = withFiles ? sql`v.bytes` : sql`case when v.type <> 'File' then v.bytes end as bytes`
  return runSql(tx, choose(workplaceId, scope, choice, sql`v.name, v.type, v.value, ${bytes}, v.info`))
}

/**
 * Reads variables with the values that an answer shows.
 *
 * @param most the maximum size of all values of the answer in bytes, checked before any is read.
 * @param used bytes that the answer has already.
 * @returns the rows, each with the size of all their values in bytes.
 * @throws Refusal when they are larger.
 */
export async function selectShown(
  tx: Tx,
  workplaceId: string,
  scope: VariableScope,
  { most, used = 0, ...choice }: Choice & { readonly most: number; readonly used?: number },
): Promise<(VariableRow & { readonly total: number })[]> {
  const room = most - used
  const rows = await runSql<VariableRow & { readonly total: number }>(tx, shownSql(workplaceId, scope, choice, room))
  const [first] = rows
  // What has no variables needs no room, also when there is none left.
  if (first === undefined || first.total <= room) return rows
  throw refuse(
    'request.too-costly',
    `Expected values of at most ${most} bytes in one answer (answerValues), but there are ${used + first.total}. Ask for them by name, or for bytes by “…/data”.`,
  )
}

/**
 * Returns the query of variables with the size of all their values in bytes.
 *
 * @param room the size up to which the values are read.
 */
export function shownSql(workplaceId: string, scope: VariableScope, choice: Choice, room: number): Sql {
  const shown = sql`case when v.type <> 'File' then v.bytes end as bytes`
  const size = sql`coalesce(octet_length(v.value), 0) + case when v.type = 'File' then 0 else coalesce(octet_length(v.bytes), 0) end as size`
  const found = choose(workplaceId, scope, choice, sql`v.name, v.type, v.value, ${shown}, v.info, ${size}`)
  // The planner expects one row, because variables are joined with a query of scopes. Without the second `materialized`
  // it adds up all sizes once more for each row: 15 s for 40,000 variables.
  return sql`with found as materialized (${found}), counted as materialized (select coalesce(sum(size), 0)::float8 as total from found)
    select f.name, f.type, case when c.total <= ${room} then f.value end as value, case when c.total <= ${room} then f.bytes end as bytes, f.info, c.total
    from found f, counted c order by f.name`
}

/** A value of bytes that were not read yet. */
export interface BytesRow extends Pick<StoredColumns, 'type' | 'info'> {
  readonly id: string
  readonly revision: number
  /** Null for what is no bytes. */
  readonly size: number | null
}

export async function findBytes(
  tx: Tx,
  workplaceId: string,
  scope: VariableScope,
  { isLocal, name }: { readonly isLocal: boolean; readonly name: string },
): Promise<BytesRow | undefined> {
  const columns = sql`v.name, v.type, v.info, v.id, v.revision, octet_length(v.bytes) as size`
  const [row] = await runSql<BytesRow>(tx, choose(workplaceId, scope, { isLocal, names: [name] }, columns))
  return row
}

function choose(workplaceId: string, scope: VariableScope, { isLocal, names }: Choice, columns: Sql): Sql {
  const named = names === undefined ? sql`` : sql` and v.name = any(${names}::text[])`
  return isLocal
    ? sql`select ${columns} from variable v where v.workplace_id = ${workplaceId}::uuid and v.root_id = ${scope.rootId}::uuid and v.scope_id = ${scope.scopeId}::uuid${named} order by v.name`
    : sql`with recursive ${scopesAround(workplaceId, scope)}
      select distinct on (v.name) ${columns} from around a join variable v on v.workplace_id = ${workplaceId}::uuid and v.root_id = ${scope.rootId}::uuid and v.scope_id = a.id${named}
      order by v.name, a.depth`
}

/** `around (id, depth)`: the scope, then those around it up to the process instance. */
function scopesAround(workplaceId: string, { scopeId, elementId, instanceId }: VariableScope): Sql {
  const start = elementId ?? instanceId
  const own = start === scopeId ? sql`` : sql`select ${scopeId}::uuid as id, 0 as depth union all `
  return sql`up (id, parent_id, depth) as (
      select e.id, e.parent_id, 1 from element e where e.workplace_id = ${workplaceId}::uuid and e.id = ${start}::uuid
      union all select e.id, e.parent_id, up.depth + 1 from up join element e on e.workplace_id = ${workplaceId}::uuid and e.id = up.parent_id),
    around as (${own}select id, depth from up union all select ${instanceId}::uuid, 2147483647)`
}

/** Presents variables by their names, in turns: objects are parsed. */
export async function presentVariables(
  rows: readonly VariableRow[],
  deserialize: boolean,
): Promise<Record<string, PresentedValue>> {
  const weightOf = ({ value, bytes }: VariableRow) => 100 + (value?.length ?? 0) + (bytes?.length ?? 0)
  const presented = Object.fromEntries(
    await mapInTurns(rows, weightOf, (row) => [row.name, presentColumns(row, { deserialize })] as const),
  )
  // An object of 40,000 names takes 33 ms, and to begin its JSON as long again.
  if (rows.length > manyNames) await breathe()
  return presented
}

/** Returns the values of rows with the types of the engine. */
export function typedVariables(rows: readonly VariableRow[]): Map<string, TypedValue> {
  return new Map(
    rows.map(({ name, type, value, bytes, info }) => [name, { type, value: bytes ?? readValue(type, value), info }]),
  )
}
