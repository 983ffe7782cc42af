import { type TypedValue, toPlain } from '@millrace/engine'
import type { NamedVariable, TypedVariable } from '@millrace/forms'
import type { ResultRows } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readValue } from '../load/read-variable.ts'

/**
 * The variables that are visible at a position of an instance, the innermost of each name. Bytes and very long values
 * are null.
 */
export type VisibleVariables = ReadonlyMap<string, TypedValue>

export const noVariables: VisibleVariables = new Map()

export interface TaskPlace {
  readonly workplaceId: string
  readonly taskId: string
  readonly rootId: string
  /** The element instance of the task. */
  readonly elementId: string
}

/** Longer values are no matter of forms. Lists and groups of a form are JSON, and may be long. */
const longestText = 100_000
const longestJson = 2_000_000
export const maxVariables = 2_000

/** The SQL expression for the value of a variable `v`; null if the value is too long for a form. */
export const valueForForms = `case when length(v.value) <= case when v.type in ('Json', 'Object') then ${longestJson} else ${longestText} end then v.value end`

/**
 * Reads the variables that a task sees: its own, those of its parent scopes, and those of its instance.
 *
 * @param names null for all.
 */
export async function readTaskVariables(
  tx: Tx,
  place: TaskPlace,
  names: readonly string[] | null,
): Promise<VisibleVariables> {
  const { workplaceId, taskId, rootId, elementId } = place
  const [rows] = await tx.batch([
    {
      name: 'task_variables',
      text: `with recursive scope (id, depth) as (
          select $3::uuid, 0 union all select $4::uuid, 1
          union all
          select e.parent_id, s.depth + 1 from scope s join element e on e.workplace_id = $1 and e.id = s.id and s.depth > 0)
        select distinct on (v.name) v.name, v.type, ${valueForForms}, v.info::text
        from scope s join variable v on v.workplace_id = $1 and v.root_id = $2 and v.scope_id = s.id
        where $5::text[] is null or v.name = any($5::text[])
        order by v.name, s.depth limit ${maxVariables}`,
      values: [workplaceId, rootId, taskId, elementId, names],
    },
  ])
  return readVisible(rows ?? [])
}

/** Reads visible variables from rows of name, type and value. */
export function readVisible(rows: ResultRows): VisibleVariables {
  return new Map(
    rows.map(([name, type, value, info]) => [
      name ?? '',
      {
        type: type ?? 'Null',
        value: readValue(type ?? 'Null', value ?? null),
        info: info == null ? null : (JSON.parse(info) as Record<string, unknown>),
      },
    ]),
  )
}

/** Converts variables to the format of form fields. */
export function toFormVariables(variables: VisibleVariables): Record<string, TypedVariable> {
  const record: Record<string, TypedVariable> = Object.create(null)
  for (const { name, type, value } of describeVariables(variables)) record[name] = { type, value }
  return record
}

export function describeVariables(variables: VisibleVariables): NamedVariable[] {
  return [...variables].map(([name, { type, value }]) => ({
    name,
    type,
    value: value instanceof Uint8Array ? null : value,
  }))
}

/** Converts variables to plain values for expressions. */
export function toPlainVariables(variables: VisibleVariables): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null)
  for (const [name, typed] of variables) record[name] = toPlain(typed)
  return record
}
