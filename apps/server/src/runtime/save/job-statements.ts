import type { Statement } from '../../platform/db/batch.ts'
import { placeOfJob } from '../definitions/place-of-job.ts'
import type { RootsQuery } from '../load/load-rows.ts'

/** A selection of jobs: one by id, or all of an instance, a definition, or a job definition. */
export type JobSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'instance'; readonly id: string }
  | { readonly by: 'definition'; readonly id: string }
  | { readonly by: 'jobDefinition'; readonly id: string }

/** All jobs of several definitions or job definitions. */
export interface JobsOfPlaces {
  readonly by: 'definition' | 'jobDefinition'
  readonly ids: readonly string[]
}

/** Changes that an operator may make to a job, except its retries, which belong to the engine. */
export interface JobPatch {
  readonly isSuspended?: boolean
  readonly priority?: number
  /** The due date, ISO 8601; null: as soon as a worker is free. */
  readonly dueAt?: string | null
}

const selections = {
  id: 'j.id = $2',
  instance: 'j.instance_id = $2 and j.root_id = (select root_id from instance where workplace_id = $1 and id = $2)',
  definition:
    'coalesce(j.definition_id, (select i.definition_id from instance i where i.workplace_id = $1 and i.id = j.instance_id)) = any($2::uuid[])',
  jobDefinition: `exists (select 1 from job_definition d where d.workplace_id = $1 and d.id = any($2::uuid[]) and ${placeOfJob('d')})`,
} satisfies Record<JobSelection['by'], string>

export function rootsOfJobs(workplaceId: string, selection: JobSelection | JobsOfPlaces): RootsQuery {
  const { by } = selection
  return {
    name: `roots_of_jobs_${by}`,
    text: `select j.root_id from job j where j.workplace_id = $1 and ${selections[by]}`,
    values: [workplaceId, selectedBy(selection)],
  }
}

function selectedBy(selection: JobSelection | JobsOfPlaces): string | readonly string[] {
  if ('ids' in selection) return selection.ids
  return selection.by === 'jobDefinition' || selection.by === 'definition' ? [selection.id] : selection.id
}

/** Returns the statement that changes jobs. Their data keeps the values with which they were created, for the log. */
export function changeJobsStatement(
  workplaceId: string,
  selection: JobSelection | JobsOfPlaces,
  { isSuspended, priority, dueAt }: JobPatch,
): Statement {
  const { by } = selection
  return {
    name: `job_change_${by}`,
    text: `update job j set is_suspended = coalesce($3, is_suspended), priority = coalesce($4, priority), due_at = case when $5 then $6 else due_at end,
        data = case when coalesce(data, '{}') ? 'made' then data else coalesce(data, '{}') || jsonb_build_object('made', jsonb_build_object('priority', priority, 'dueAt', due_at)) end
      where j.workplace_id = $1 and ${selections[by]} returning j.id`,
    values: [
      workplaceId,
      selectedBy(selection),
      isSuspended ?? null,
      priority ?? null,
      dueAt !== undefined,
      dueAt ?? null,
    ],
  }
}

export function deleteJobStatement(workplaceId: string, id: string): Statement {
  return {
    name: 'job_delete_one',
    text: 'delete from job where workplace_id = $1 and id = $2 returning id',
    values: [workplaceId, id],
  }
}

/**
 * Returns the statement that sets the retries of a job to zero and removes the lease of its worker. It returns the id,
 * or no row when the worker no longer holds the job.
 */
export function shelveJobStatement(
  workplaceId: string,
  { id, workerId, message }: { readonly id: string; readonly workerId: string; readonly message: string },
): Statement {
  return {
    name: 'job_shelve',
    text: 'update job set retries = 0, attempts = 0, error = $4, locked_until = null, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $3 returning id',
    values: [workplaceId, id, workerId, message],
  }
}
