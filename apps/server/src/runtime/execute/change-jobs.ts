import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'

/** What an operator may change of a job beside its retries, which are the engine's. */
export interface JobPatch {
  readonly isSuspended?: boolean
  readonly priority?: number
  /** Null: as soon as somebody has time. */
  readonly dueAt?: string | null
}

/** Which jobs: one by its id, all of an instance, of a definition, or of one place in it. */
export type JobSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'instance'; readonly id: string }
  | { readonly by: 'definition'; readonly id: string }
  | { readonly by: 'jobDefinition'; readonly id: string }

const selections = {
  id: 'j.id = $2',
  instance: 'j.instance_id = $2 and j.root_id = (select root_id from instance where workplace_id = $1 and id = $2)',
  definition:
    'coalesce(j.definition_id, (select i.definition_id from instance i where i.workplace_id = $1 and i.id = j.instance_id)) = $2',
  jobDefinition: `exists (select 1 from job_definition d where d.workplace_id = $1 and d.id = $2 and d.element_key = j.element_key and d.kind = j.kind
    and d.definition_id = coalesce(j.definition_id, (select i.definition_id from instance i where i.workplace_id = $1 and i.id = j.instance_id)))`,
} satisfies Record<JobSelection['by'], string>

/**
 * Changes jobs where they stand; what they were made with stays in their data, for the log. Their roots are locked first, so that no step that has loaded them writes back what it
 * saw.
 *
 * @returns how many there were.
 */
export async function changeJobs(
  runtime: Runtime,
  actor: Actor,
  selection: JobSelection,
  patch: JobPatch,
): Promise<number> {
  const { workplaceId } = actor
  const where = selections[selection.by]
  const { isSuspended, priority, dueAt } = patch
  return runtime.db.withTransaction(actor, async (tx) => {
    const lock: Statement = {
      name: `job_roots_lock_${selection.by}`,
      text: `select id from instance where workplace_id = $1 and id in (select j.root_id from job j where j.workplace_id = $1 and ${where}) order by id for no key update`,
      values: [workplaceId, selection.id],
    }
    const change: Statement = {
      name: `job_change_${selection.by}`,
      text: `update job j set is_suspended = coalesce($3, is_suspended), priority = coalesce($4, priority), due_at = case when $5 then $6 else due_at end,
          data = case when coalesce(data, '{}') ? 'made' then data else coalesce(data, '{}') || jsonb_build_object('made', jsonb_build_object('priority', priority, 'dueAt', due_at)) end
        where j.workplace_id = $1 and ${where} returning j.id`,
      values: [workplaceId, selection.id, isSuspended ?? null, priority ?? null, dueAt !== undefined, dueAt ?? null],
    }
    await tx.batch([lock])
    const [rows] = await tx.batch([change])
    return rows?.length ?? 0
  })
}

/** Removes a job without doing what it was made for. @returns false when there is none. */
export async function deleteJob(runtime: Runtime, actor: Actor, id: string): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    await tx.batch([
      {
        name: 'job_roots_lock_id',
        text: 'select id from instance where workplace_id = $1 and id in (select j.root_id from job j where j.workplace_id = $1 and j.id = $2) order by id for no key update',
        values: [workplaceId, id],
      },
    ])
    const [rows] = await tx.batch([
      {
        name: 'job_delete_one',
        text: 'delete from job where workplace_id = $1 and id = $2 returning id',
        values: [workplaceId, id],
      },
    ])
    return rows?.[0] !== undefined
  })
}
