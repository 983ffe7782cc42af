import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { noSuchInstance } from '../instances/policy.ts'
import { noSuchTask } from '../tasks/policy.ts'

/** The object of a comment: a task, open or ended, or an instance. */
export type Subject = { readonly by: 'task'; readonly id: string } | { readonly by: 'instance'; readonly id: string }

/** An open or ended task. */
export interface KnownTask {
  readonly id: string
  readonly rootId: string
  readonly instanceId: string | null
  readonly isOpen: boolean
}

export async function findKnownTask(tx: Tx, { workplaceId }: Person, id: string): Promise<KnownTask | null> {
  if (!isUuid(id)) return null
  const [rows] = await tx.batch([
    {
      name: 'task_known',
      text: `select id, root_id, instance_id, 'open' from task where workplace_id = $1 and id = $2
        union all select id, root_id, nullif(instance_id, id), 'over' from history_task where workplace_id = $1 and id = $2 order by 4 limit 1`,
      values: [workplaceId, id],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return null
  const [taskId, rootId, instanceId, state] = row
  return { id: taskId ?? '', rootId: rootId ?? '', instanceId: instanceId ?? null, isOpen: state === 'open' }
}

/** Finds the instance and process of the task or instance that a comment is about. */
export async function findPlace(tx: Tx, user: Person, { by, id }: Subject): Promise<Omit<KnownTask, 'id'> | Refusal> {
  if (by === 'task') return (await findKnownTask(tx, user, id)) ?? noSuchTask()
  if (!isUuid(id)) return noSuchInstance()
  const [rows] = await tx.batch([
    {
      name: 'instance_of_comments',
      text: `select root_id, 'open' from instance where workplace_id = $1 and id = $2
        union all select root_id, 'over' from history_instance where workplace_id = $1 and id = $2 order by 2 limit 1`,
      values: [user.workplaceId, id],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return noSuchInstance()
  return { rootId: row[0] ?? '', instanceId: id, isOpen: row[1] === 'open' }
}

/** Returns the author of a comment or attachment; undefined when it does not exist. */
export async function findWriter(
  tx: Tx,
  { workplaceId }: Person,
  { of, id, table }: { of: Subject; id: string; table: 'task_comment' | 'task_attachment' },
): Promise<string | null | undefined> {
  if (!isUuid(id) || !isUuid(of.id)) return undefined
  const [rows] = await tx.batch([
    {
      name: `${table}_writer_${of.by}`,
      text: `select user_id from ${table} where workplace_id = $1 and ${columns[of.by]} = $2 and id = $3`,
      values: [workplaceId, of.id, id],
    },
  ])
  return rows?.[0]?.[0]
}

/** The column of the subject of a comment, by kind of subject. */
export const columns = { task: 'task_id', instance: 'instance_id' } as const
