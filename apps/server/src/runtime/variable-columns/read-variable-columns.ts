import { listLimits, type ShownVariable } from '@millrace/contract'
import { findWholeDay } from '@millrace/forms'
import { sql } from 'kysely'
import { reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { getProcess } from '../definitions/definitions.ts'
import { listFormVariables } from '../forms/definition-fields.ts'
import { dataVisibleInSql, reachesInSql } from '../rights/instance-rights.ts'
import { isOperator } from '../rights/start-rights.ts'
import type { Runtime } from '../runtime.ts'
import { isPlainInSql, isShownBy, listShownOf, type TaskOfRow } from './shown-by-tasks.ts'

/** The instance of a row, and the task that may show its variables. */
export interface PlaceOfVariables {
  readonly instanceId: string | null
  /** The task of the row, whose form can show variables to users who may not see the data of the instance. */
  readonly task?: TaskOfRow
}

interface ValueRow {
  readonly instance_id: string
  readonly definition_id: string
  readonly name: string
  readonly type: string
  readonly text: string
  /** Whether the user sees the data of the instance. */
  readonly is_open: boolean
  /** If `is_open` is false: whether a form of a task starts with the value of the variable. */
  readonly is_plain: boolean
}

/**
 * Reads variables of instances for the rows of a list, by name: current values, or the last ones of ended instances.
 * Includes those that the user may see on the page of the instance, or that the form of the row's task shows, without
 * secret ones. One statement for any number of rows.
 */
export async function readVariableColumns(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  { names, places }: { names: readonly string[]; places: readonly PlaceOfVariables[] },
): Promise<Readonly<Record<string, ShownVariable>>[]> {
  const instanceIds = [...new Set(places.flatMap(({ instanceId }) => instanceId ?? []))]
  const hasTasks = !isOperator(user) && places.some(({ task }) => task !== undefined)
  // Asked before anything is waited for, so that it goes with what else the page reads.
  const rows =
    instanceIds.length === 0 ? [] : await runSql<ValueRow>(tx, valuesOf(user, { names, instanceIds, hasTasks }))
  const closed = new Set(rows.flatMap(({ is_open, definition_id }) => (is_open ? [] : [definition_id])))
  const shown = closed.size === 0 ? [] : await listShownOf(runtime, tx, user, [...closed])
  const secret = await findSecrets(runtime, tx, user.workplaceId, rows)
  const found = new Map<string, ValueRow[]>()
  for (const row of rows) {
    if (secret.has(`${row.definition_id} ${row.name}`)) continue
    const values = found.get(row.instance_id) ?? []
    values.push(row)
    found.set(row.instance_id, values)
  }
  return places.map(({ instanceId, task }) => {
    const values: Record<string, ShownVariable> = Object.create(null)
    for (const { name, type, text, is_open, is_plain } of found.get(instanceId ?? '') ?? [])
      if (is_open || (is_plain && task !== undefined && isShownBy(shown, task, name)))
        values[name] = presentShown(type, text, runtime.zone)
    return values
  })
}

interface Asked {
  readonly names: readonly string[]
  readonly instanceIds: readonly string[]
  /** Whether the rows have tasks, whose forms may show variables that the user may not see otherwise. */
  readonly hasTasks: boolean
}

function valuesOf(user: Person, { names, instanceIds, hasTasks }: Asked): Sql {
  const { workplaceId } = user
  const text = sql`left(v.value, ${listLimits.shownVariable}) as text`
  const isWithin = reachesInSql(reachOfToken(user), sql`r.key`)
  const of = (
    table: string,
  ) => sql`(select i.id, i.root_id, i.start_user_id, i.definition_id, d.key from ${sql.table(table)} i
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
    where i.workplace_id = ${workplaceId} and i.id = any(${[...instanceIds]}::uuid[]) offset 0) r`
  const wanted = sql`${[...names]}::text[]`
  const isPlain = isPlainInSql(workplaceId, { rootId: sql`r.root_id`, instanceId: sql`r.id` })
  const isOpen = sql`coalesce(${dataVisibleInSql(user)}, false)`
  const live = sql`select r.id as instance_id, r.definition_id, v.name, v.type, ${text}, ${isOpen} as is_open,
      ${hasTasks ? sql`case when not ${isOpen} then ${isPlain} else false end` : sql`false`} as is_plain from ${of('instance')}
      join variable v on v.workplace_id = ${workplaceId} and v.root_id = r.root_id and v.scope_id = r.id and v.name = any(${wanted})
      where v.value is not null and ${isWithin} offset 0`
  return sql`select * from (${live}) l where is_open or is_plain
    union all
    select r.id, r.definition_id, v.name, v.type, ${text}, true, false from ${of('history_instance')}
      cross join unnest(${wanted}) wanted (name)
      cross join lateral (select h.name, h.type, h.value, h.is_removed from history_variable h
        where h.workplace_id = ${workplaceId} and h.instance_id = r.id and h.scope_id = r.id and h.name = wanted.name order by h.id desc limit 1) v
      where v.value is not null and not v.is_removed and ${dataVisibleInSql(user)} and ${isWithin}`
}

/**
 * Finds secret fields among the found variables, as `DEFINITION NAME`. Forms are read at the first request for a
 * process.
 */
async function findSecrets(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  rows: readonly ValueRow[],
): Promise<ReadonlySet<string>> {
  const secret = new Set<string>()
  for (const id of new Set(rows.map(({ definition_id }) => definition_id))) {
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id })
    const variables = definition === null ? [] : await listFormVariables(runtime, tx, workplaceId, definition)
    for (const { name, isSecret } of variables) if (isSecret) secret.add(`${id} ${name}`)
  }
  return secret
}

const kinds: Readonly<Record<string, ShownVariable['type']>> = {
  ...{ Short: 'number', Integer: 'number', Long: 'number', Double: 'number', Number: 'number' },
  ...{ Boolean: 'flag', Date: 'instant' },
}

/** Returns a date at which a day begins is a day, the same for every reader. */
function presentShown(type: string, text: string, zone: string): ShownVariable {
  const day = type === 'Date' ? findWholeDay(text, zone) : null
  return day === null ? { type: kindOf(type), text } : { type: 'day', text: day }
}

function kindOf(type: string): ShownVariable['type'] {
  return kinds[type] ?? 'text'
}
