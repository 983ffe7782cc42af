import { jobKinds } from '@millrace/engine'
import { sql } from 'kysely'
import { engineKinds, kinds } from '../../operations/batches/kinds/index.ts'
import { isLiveBatch } from '../batch/batch-query.ts'
import type { Sql } from '../query/filters.ts'

/** Kinds of batches whose jobs name the instance that they are about. */
const naming = engineKinds.filter((kind) => kinds[kind].namesInstance === true)
const others = engineKinds.filter((kind) => kinds[kind].namesInstance !== true)

const isOf = (workplaceId: string, kindsOf: readonly string[]): Sql =>
  sql`b.workplace_id = ${workplaceId}::uuid and b.kind = any(${kindsOf}::text[])`

/** Of a batch that has no job of its own: by which job definition, its id, what is left of it, and when it is due. */
function ofBatch(definition: Sql, id: Sql, { dueAt }: { readonly dueAt: Sql }): Sql {
  return sql`select b.workplace_id, ${id} as id, null::uuid as root_id, null::uuid as instance_id, null::uuid as definition_id, null::uuid as element_id, null as element_key, 'batch' as kind,
    null::jsonb as data, null as error, 3 as retries, ${dueAt} as due_at, b.is_suspended, 0::bigint as priority, b.tenant_id, b.created_at, null as locked_by, null::timestamptz as locked_until,
    ${definition} as own_definition_id, b.id as batch_id from batch b`
}

/** The jobs of items that are ready and not done. */
function ofItems(workplaceId: string, instance: Sql, kindsOf: readonly string[]): Sql {
  return sql`select i.workplace_id, i.job_id, null::uuid, ${instance}, null::uuid, null::uuid, null::text, 'batch', null::jsonb, i.message, i.retries::int, null::timestamptz, b.is_suspended, 0::bigint, b.tenant_id, b.created_at, null::text, null::timestamptz, b.job_definition_id, b.id
    from batch b join batch_item i on i.workplace_id = b.workplace_id and i.batch_id = b.id
    where ${isOf(workplaceId, kindsOf)} and ${isLiveBatch} and i.state <> 'done' and i.position <= b.seeded`
}

/**
 * Returns a source with the jobs of the engine and the jobs that clients see of a batch: a seed job, an execution job
 * for each item, and a monitor job. Jobs of batches have no rows: a worker runs one job for a batch.
 */
export function allJobs(workplaceId: string): Sql {
  return sql`(${ofEngine} union all ${ofBatches(workplaceId)})`
}

/** Returns the jobs of the engine and those of batches as separate parts of a list, each in its own order. */
export function jobParts(workplaceId: string): readonly Sql[] {
  return [sql`(${ofEngine})`, sql`(${ofBatches(workplaceId)})`]
}

const ofEngine: Sql = sql`select j.workplace_id, j.id, j.root_id, j.instance_id, j.definition_id, j.element_id, j.element_key, j.kind, j.data, j.error, j.retries, j.due_at, j.is_suspended, j.priority,
      j.tenant_id, j.created_at, j.locked_by, j.locked_until, null::uuid as own_definition_id, null::uuid as batch_id from job j where j.kind = any(${jobKinds}::text[])`

function ofBatches(workplaceId: string): Sql {
  return sql`${ofBatch(sql`b.seed_definition_id`, sql`b.seed_job_id`, { dueAt: sql`null::timestamptz` })} where ${isOf(workplaceId, engineKinds)} and b.state = 'waiting' and b.seeded < b.total
    union all ${ofBatch(sql`b.monitor_definition_id`, sql`b.monitor_job_id`, { dueAt: sql`b.monitor_due_at` })} where ${isOf(workplaceId, engineKinds)} and ${isLiveBatch} and b.seeded >= b.total
    union all ${ofItems(workplaceId, sql`i.subject_id`, naming)}
    union all ${ofItems(workplaceId, sql`null::uuid`, others)}`
}
