import { type JobData, jobData, noNotes } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import { rootTable } from './tables.ts'

type Suspension = JobData['suspension']

/** A job that suspends or activates a definition or its instances, with its due date; null for as soon as possible. */
export interface SuspensionJob extends Pick<Suspension, 'isSuspended' | 'planned'> {
  readonly id: string
  readonly definitionId: string
  readonly dueAt: string | null
}

/**
 * Returns the statements that create one job for each definition. The job suspends or activates the instances of the
 * definition, or, if it is planned, the definition itself at a date. The job is a root of its own, like a standalone
 * task, so it can fail, be retried and have an incident like any other job, and no instance waits for its lock.
 */
export function openSuspensionsStatements(workplaceId: string, jobs: readonly SuspensionJob[], now: Date): Statement[] {
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
      text: `insert into job (workplace_id, id, root_id, element_id, element_key, definition_id, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at, tenant_id)
        select $1::uuid, new.id, new.id, new.id, $4, d.id, 'suspension', new.due_at, 3, 0, true, false, new.data::jsonb, $7::timestamptz, d.tenant_id
        from unnest($2::uuid[], $3::uuid[], $5::text[], $6::timestamptz[]) new (id, definition_id, data, due_at)
        join process_definition d on d.workplace_id = $1 and d.id = new.definition_id`,
      values: [
        workplaceId,
        ids,
        jobs.map(({ definitionId }) => definitionId),
        standaloneTasks.element,
        jobs.map(({ isSuspended, planned }) =>
          JSON.stringify(jobData.suspension.encode({ isSuspended, planned, after: null, ...noNotes })),
        ),
        jobs.map(({ dueAt }) => dueAt),
        at,
      ],
    },
  ]
}

/**
 * Returns the statement that cancels suspensions and activations of definitions in progress, because the newest one
 * counts. Planned ones stay.
 */
export function dropSuspensionsStatement(workplaceId: string, definitionIds: readonly string[]): Statement {
  return {
    name: 'job_drop_suspensions',
    text: `with dropped as (delete from job where workplace_id = $1 and definition_id = any($2::uuid[]) and kind = 'suspension' and data->'planned' is null returning id),
        incidents as (delete from incident where workplace_id = $1 and root_id in (select id from dropped))
      delete from ${rootTable} where workplace_id = $1 and id in (select id from dropped)`,
    values: [workplaceId, definitionIds],
  }
}

/**
 * Returns the statement that moves planned suspensions and activations of all versions of a process from versions that
 * will be deleted to the newest remaining version. Send it before the deletion.
 *
 * @param deletedIds the ids of the definitions that will be deleted.
 */
export function handOnPlansStatement(workplaceId: string, deletedIds: readonly string[]): Statement {
  return {
    name: 'job_hand_on_plans',
    text: `update job j set definition_id = coalesce((
          select o.id from process_definition d join process_definition o on o.workplace_id = d.workplace_id and o.key = d.key
            and (j.data->'planned'->>'of' = 'tenants' or o.tenant_id is not distinct from d.tenant_id)
          where d.workplace_id = $1 and d.id = j.definition_id and o.id <> all($2::uuid[]) order by o.version desc, o.id desc limit 1), j.definition_id)
      where j.workplace_id = $1 and j.definition_id = any($2::uuid[]) and j.kind = 'suspension' and j.data->'planned'->>'of' <> 'version'`,
    values: [workplaceId, deletedIds],
  }
}

/**
 * Returns the statement that deletes a planned suspension or activation of a definition. It returns the id when the
 * plan existed.
 */
export function dropPlannedStatement(
  workplaceId: string,
  { id, definitionId }: { id: string; definitionId: string },
): Statement {
  return {
    name: 'job_drop_planned',
    text: `with dropped as (delete from job where workplace_id = $1 and id = $2 and definition_id = $3 and kind = 'suspension' and data->'planned' is not null returning id),
        incidents as (delete from incident where workplace_id = $1 and root_id in (select id from dropped)),
        roots as (delete from ${rootTable} where workplace_id = $1 and id in (select id from dropped))
      select id from dropped`,
    values: [workplaceId, id, definitionId],
  }
}
