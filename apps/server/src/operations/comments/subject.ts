import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'

/** What people write about: a task, open or over, or an instance. */
export type Subject = { readonly by: 'task'; readonly id: string } | { readonly by: 'instance'; readonly id: string }

/** A task that is open or was. */
export interface KnownTask {
  readonly id: string
  readonly rootId: string
  readonly instanceId: string | null
  readonly isOpen: boolean
}

export async function findKnownTask(tx: Tx, { workplaceId }: User, id: string): Promise<KnownTask | null> {
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

/** The column by which comments are of a subject. */
export const columns = { task: 'task_id', instance: 'instance_id' } as const
