import type { Person } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { runSql } from '../../platform/list/sql.ts'
import { presence } from '../../platform/live/task-viewers.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'

/** Lists the other users who have a task open in a browser window now, for users who may see the task. */
export async function listViewers({ db, clock }: Runtime, request: Request, id: string): Promise<Person[]> {
  const { workplaceId, username } = request.user
  return db.read(request, async (tx) => {
    const task = await getVisibleTask(tx, request.user, id)
    const since = new Date(clock().getTime() - presence.gone)
    const rows = await runSql<{ username: string }>(
      tx,
      sql`select distinct username from task_viewer where workplace_id = ${workplaceId} and task_id = ${task.id}
        and username <> ${username} and seen_at > ${since} order by username limit 20`,
    )
    const names = rows.map((row) => row.username)
    const people = await readPeople(tx, workplaceId, names)
    return names.map(people.get)
  })
}
