import type { PlainVariable, Task } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'
import { variableStatements } from '../save/variable-statements.ts'
import { arrayLiteral } from '../save/write-rows.ts'

/** Tasks that belong to no process. They have no instance to lock and nothing goes on when they end. */

export interface StandaloneTask {
  readonly name: string | null
  readonly description: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly delegation: Task['delegation']
  readonly priority: number
  readonly dueAt: string | null
  readonly followUpAt: string | null
  readonly tenantId: string | null
  readonly parentTaskId: string | null
}

export async function createStandaloneTask(
  runtime: Runtime,
  actor: Actor,
  id: string,
  task: StandaloneTask,
): Promise<void> {
  const { workplaceId } = actor
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'standalone_task_insert',
        text: `insert into task (workplace_id, id, name, description, assignee, owner, delegation, priority, due_at, follow_up_at, tenant_id, parent_task_id, is_suspended, created_at, candidate_users, candidate_groups)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, false, $13, '{}', '{}')`,
        values: [workplaceId, id, ...fieldsOf(task), runtime.clock().toISOString()],
      },
    ]),
  )
}

/** Writes all fields. @returns false when the task is gone. */
export async function replaceStandaloneTask(
  runtime: Runtime,
  actor: Actor,
  id: string,
  task: StandaloneTask,
): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'standalone_task_replace',
        text: `update task set name = $3, description = $4, assignee = $5, owner = $6, delegation = $7, priority = $8, due_at = $9, follow_up_at = $10, tenant_id = $11, parent_task_id = $12, updated_at = $13
          where workplace_id = $1 and id = $2 and root_id is null returning id`,
        values: [workplaceId, id, ...fieldsOf(task), runtime.clock().toISOString()],
      },
    ])
    await tx.commit(candidateStatements(workplaceId, id))
    return rows?.[0] !== undefined
  })
}

export interface StandalonePatch {
  readonly assignee?: string | null
  readonly owner?: string | null
  readonly delegation?: Task['delegation']
  readonly candidateUsers?: readonly string[]
  readonly candidateGroups?: readonly string[]
}

export async function changeStandaloneTask(
  runtime: Runtime,
  actor: Actor,
  id: string,
  patch: StandalonePatch,
): Promise<void> {
  const { workplaceId } = actor
  const { assignee, owner, delegation, candidateUsers, candidateGroups } = patch
  const set = (value: unknown) => value !== undefined
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'standalone_task_change',
        text: `update task set assignee = case when $3 then $4 else assignee end, owner = case when $5 then $6 else owner end, delegation = case when $7 then $8 else delegation end,
            candidate_users = coalesce($9::text[], candidate_users), candidate_groups = coalesce($10::text[], candidate_groups), updated_at = $11
          where workplace_id = $1 and id = $2 and root_id is null`,
        values: [
          workplaceId,
          id,
          set(assignee),
          assignee ?? null,
          set(owner),
          owner ?? null,
          set(delegation),
          delegation ?? null,
          candidateUsers === undefined ? null : arrayLiteral(candidateUsers),
          candidateGroups === undefined ? null : arrayLiteral(candidateGroups),
          runtime.clock().toISOString(),
        ],
      },
      ...candidateStatements(workplaceId, id),
    ]),
  )
}

/** Ends a task. What it was stays in history under no instance. @returns false when it is gone already. */
export async function endStandaloneTask(runtime: Runtime, actor: Actor, id: string, reason: string): Promise<boolean> {
  const { workplaceId, userId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'standalone_task_end',
        text: `with gone as (delete from task where workplace_id = $1 and id = $2 and root_id is null returning *)
          insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, description, assignee, owner, priority, due_at, follow_up_at, created_at, ended_at, reason, ended_by, tenant_id)
          select workplace_id, $5::uuid, id, $5, $5, $5, $5, '', name, description, assignee, owner, priority, due_at, follow_up_at, created_at, $3, $4, $6, tenant_id from gone returning id`,
        values: [workplaceId, id, runtime.clock().toISOString(), reason, noInstance, userId],
      },
    ])
    await tx.commit([
      {
        name: 'task_candidate_delete',
        text: 'delete from task_candidate where workplace_id = $1 and task_id = any($2::uuid[])',
        values: [workplaceId, [id]],
      },
      {
        name: 'standalone_variable_delete',
        text: 'delete from variable where workplace_id = $1 and root_id = $2 and scope_id = $2',
        values: [workplaceId, id],
      },
      {
        name: 'task_link_delete',
        text: 'delete from task_link where workplace_id = $1 and task_id = $2',
        values: [workplaceId, id],
      },
    ])
    return rows?.[0] !== undefined
  })
}

/** Stands for no instance in history, where the column is part of the key. */
export const noInstance = '00000000-0000-0000-0000-000000000000'

export async function setStandaloneVariables(
  runtime: Runtime,
  actor: Actor,
  id: string,
  { set, remove }: { set: readonly PlainVariable[]; remove: readonly string[] },
): Promise<void> {
  const { workplaceId } = actor
  const at = runtime.clock().toISOString()
  const kept = set.filter(({ name }) => !remove.includes(name))
  const inserted = kept.map(({ name, value }) => ({
    id: runtime.newId(),
    instanceId: id,
    scopeId: id,
    name,
    value,
    revision: 0,
    createdAt: at,
  }))
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'standalone_variable_remove',
        text: 'delete from variable where workplace_id = $1 and root_id = $2 and scope_id = $2 and name = any($3::text[])',
        values: [workplaceId, id, remove],
      },
      ...variableStatements({ workplaceId, rootId: id }, { inserted, updated: [], deleted: [] }),
      {
        name: 'task_touch',
        text: 'update task set updated_at = $3 where workplace_id = $1 and id = $2',
        values: [workplaceId, id, at],
      },
    ]),
  )
}

function fieldsOf(task: StandaloneTask): unknown[] {
  const { name, description, assignee, owner, delegation, priority, dueAt, followUpAt, tenantId, parentTaskId } = task
  return [name, description, assignee, owner, delegation, priority, dueAt, followUpAt, tenantId, parentTaskId]
}

/** The rows by which unclaimed tasks are found are made anew. */
function candidateStatements(workplaceId: string, id: string): Statement[] {
  return [
    {
      name: 'task_candidate_delete',
      text: 'delete from task_candidate where workplace_id = $1 and task_id = any($2::uuid[])',
      values: [workplaceId, [id]],
    },
    {
      name: 'task_candidate_of_task',
      text: `insert into task_candidate (workplace_id, task_id, due_at, candidate)
        select workplace_id, id, coalesce(due_at, 'infinity'), c from task, unnest((select array_agg('u:' || u) from unnest(candidate_users) u) || (select array_agg('g:' || g) from unnest(candidate_groups) g)) c
        where workplace_id = $1 and id = $2 and assignee is null`,
      values: [workplaceId, id],
    },
  ]
}
