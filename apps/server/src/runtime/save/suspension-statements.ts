import { jobData, noNotes } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import { rootTable } from './tables.ts'

/**
 * Returns a job for each definition that suspends its instances, or lets them go on. It is a root of its own, as a task
 * that belongs to no process is, so that it fails, is tried again and has its incident like any other job, and no
 * instance waits for its lock.
 */
export function openSuspensionsStatements(
  workplaceId: string,
  jobs: readonly { readonly id: string; readonly definitionId: string }[],
  { isSuspended, now }: { readonly isSuspended: boolean; readonly now: Date },
): Statement[] {
  const ids = jobs.map(({ id }) => id)
  const at = now.toISOString()
  return [
    {
      name: 'root_open_suspension',
      text: `insert into ${rootTable} (workplace_id, id, root_id, definition_id, is_suspended, open_children, started_at)
        select $1::uuid, id, id, $3::uuid, false, 0, $4::timestamptz from unnest($2::uuid[]) job (id)`,
      values: [workplaceId, ids, standaloneTasks.id, at],
    },
    {
      name: 'job_open_suspension',
      text: `insert into job (workplace_id, id, root_id, element_id, element_key, definition_id, kind, retries, priority, is_exclusive, is_suspended, data, created_at, tenant_id)
        select $1::uuid, new.id, new.id, new.id, $4, d.id, 'suspension', 3, 0, true, false, $5::jsonb, $6::timestamptz, d.tenant_id
        from unnest($2::uuid[], $3::uuid[]) new (id, definition_id)
        join process_definition d on d.workplace_id = $1 and d.id = new.definition_id`,
      values: [
        workplaceId,
        ids,
        jobs.map(({ definitionId }) => definitionId),
        standaloneTasks.element,
        JSON.stringify(jobData.suspension.encode({ isSuspended, after: null, ...noNotes })),
        at,
      ],
    },
  ]
}

/**
 * Returns the statement that drops pending suspensions and activations of definitions, because the latest action
 * counts.
 */
export function dropSuspensionsStatement(workplaceId: string, definitionIds: readonly string[]): Statement {
  return {
    name: 'job_drop_suspensions',
    text: `with dropped as (delete from job where workplace_id = $1 and definition_id = any($2::uuid[]) and kind = 'suspension' returning id),
        incidents as (delete from incident where workplace_id = $1 and root_id in (select id from dropped))
      delete from ${rootTable} where workplace_id = $1 and id in (select id from dropped)`,
    values: [workplaceId, definitionIds],
  }
}
