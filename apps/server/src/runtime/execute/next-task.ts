import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'

/** The task of an instance, or of those that it called, that is already the user's: where to go on. The oldest of several. */
export async function findNextTask(
  db: Database,
  { workplaceId, username }: User,
  rootId: string,
): Promise<string | null> {
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'task_next',
        text: 'select id from task where workplace_id = $1 and root_id = $2 and assignee = $3 order by id limit 1',
        values: [workplaceId, rootId, username],
      },
    ]),
  )
  return rows?.[0]?.[0] ?? null
}
