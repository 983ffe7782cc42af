import type { JobRow as JobAnswer } from '@millrace/contract'
import { type Definition, jobKinds } from '@millrace/engine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { firstOf } from '../../platform/db/first-of.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { isOneOf } from '../../platform/list/conditions.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { getProcess, UnreadableDefinition } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { presentTitle } from '../../runtime/titles/instance-title.ts'

export interface JobRow {
  readonly id: string
  readonly kind: JobAnswer['kind']
  readonly state: JobAnswer['state']
  readonly is_suspended: boolean
  readonly element_key: string | null
  readonly instance_id: string | null
  readonly instance_title: string | null
  readonly business_key: string | null
  readonly definition_id: string | null
  readonly process_key: string | null
  readonly process_name: string | null
  readonly version: number | null
  readonly due_at: Date | null
  readonly retries: number
  readonly priority: number
  readonly locked_by: string | null
  readonly locked_until: Date | null
  readonly created_at: Date
  readonly error: string | null
}

/** The SQL condition for rows `j` that the job belongs to the engine, not to the product itself, as its mails do. */
export const isOfEngine: Sql = isOneOf(sql`j.kind`, jobKinds)

/** The selected columns of rows `j`, `i` and `d`. */
export const jobColumns: Sql = sql`j.id, j.kind, j.element_key, j.instance_id, i.title as instance_title, i.business_key, coalesce(j.definition_id, i.definition_id) as definition_id,
  d.key as process_key, d.name as process_name, d.version, j.due_at, j.retries, j.priority, j.is_suspended, j.locked_by, j.locked_until, j.created_at, j.error,
  case when j.retries = 0 then 'failed' when j.is_suspended then 'suspended' when j.locked_until > now() then 'active' else 'waiting' end as state`

/**
 * Joins the instance and the process of rows `j`, looked up one by one: for thousands of jobs, PostgreSQL would
 * otherwise read all instances.
 */
export function withProcess(workplaceId: string): Sql {
  return sql`left join lateral (select * from instance where workplace_id = ${workplaceId} and id = j.instance_id offset 0) i on true
    left join process_definition d on d.workplace_id = ${workplaceId} and d.id = ${sql.raw(firstOf('j.definition_id', 'i.definition_id'))}`
}

/** Presents jobs with the names of their elements in the models. */
export async function presentJobs(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  rows: readonly JobRow[],
): Promise<JobAnswer[]> {
  const definitions = new Map<string, Definition | null>()
  for (const id of new Set(rows.flatMap(({ definition_id }) => (definition_id === null ? [] : [definition_id]))))
    definitions.set(id, await getProcess(runtime, tx, workplaceId, { by: 'id', id }).catch(nullOfUnreadable))
  return rows.map((row) => presentJob(row, definitions.get(row.definition_id ?? '') ?? null))
}

/** Returns null for a definition that cannot be read, so that its jobs are shown by ids. Throws other errors. */
function nullOfUnreadable(error: unknown): null {
  if (error instanceof UnreadableDefinition) return null
  if (error instanceof Refusal && error.code === 'budget.exceeded') return null
  throw error
}

function presentJob(row: JobRow, definition: Definition | null): JobAnswer {
  const { element_key: elementId, definition_id, process_key, process_name, version, instance_id } = row
  const process = process_name ?? process_key ?? ''
  return {
    id: row.id,
    name: (elementId === null ? null : definition?.model.elements[elementId]?.name) ?? elementId,
    elementId,
    kind: row.kind,
    state: row.state,
    isSuspended: row.is_suspended,
    process:
      definition_id === null || process_key === null
        ? null
        : { id: definition_id, key: process_key, name: process, version: version ?? 0 },
    instance:
      instance_id === null
        ? null
        : {
            id: instance_id,
            title: presentTitle({
              id: instance_id,
              title: row.instance_title,
              businessKey: row.business_key,
              process,
            }),
          },
    dueAt: row.due_at?.toISOString() ?? null,
    retries: row.retries,
    priority: Number(row.priority),
    lockedBy: row.state === 'active' ? row.locked_by : null,
    lockedUntil: row.state === 'active' ? (row.locked_until?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    error: row.error,
  }
}
