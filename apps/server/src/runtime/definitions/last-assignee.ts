import type { Tx } from '../../platform/db/database.ts'

/** Finds the last assignee of a user task that an instance has completed; null when there was none. */
export async function findLastAssignee(
  tx: Tx,
  workplaceId: string,
  { instanceId, elementId }: { readonly instanceId: string; readonly elementId: string },
): Promise<string | null> {
  const [rows] = await tx.batch([
    {
      name: 'last_assignee_find',
      text: `select assignee from history_task where workplace_id = $1 and instance_id = $2 and task_key = $3
        and reason = 'completed' order by ended_at desc, id desc limit 1`,
      values: [workplaceId, instanceId, elementId],
    },
  ])
  return rows?.[0]?.[0] ?? null
}
