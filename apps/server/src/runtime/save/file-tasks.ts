import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'

const portion = 2_000
/** Of one turn, so that it ends: what is left is for the next. */
const maxPortions = 200

/**
 * Adds open tasks of a workplace to the indexes of the orders in which programs list them. It is a column that no step
 * reads or writes, so revisions stay. Tasks that a step has locked are skipped until the next time, and steps never wait
 * longer than for one portion.
 */
export async function fileTasks({ db }: Pick<Runtime, 'db'>, workplaceId: string): Promise<void> {
  const actor = systemActor(workplaceId, 'maintenance')
  for (let turn = 0; turn < maxPortions; turn++) {
    const [rows] = await db.withTransaction(actor, (tx) => tx.commit([{ ...statement, values: [workplaceId] }]))
    if (Number(rows?.[0]?.[0] ?? 0) < portion) return
  }
}

const statement = {
  name: 'task_file',
  text: `with found as materialized (select id from task where workplace_id = $1 and not is_filed
      order by id limit ${portion} for update skip locked),
    filed as (update task t set is_filed = true from found f where t.workplace_id = $1 and t.id = f.id returning true)
    select count(*) from filed`,
}
