import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { filedAtOnce, fileTasksStatement } from '../save/file-tasks-statement.ts'

/** The maximum number of portions in one turn, so that it ends. */
const maxPortions = 200

/**
 * Adds open tasks of a workplace to the indexes of the sort orders in which API clients list them, in portions with
 * their own transactions. Tasks that a step has locked are skipped until the next time, and steps never wait longer
 * than for one portion.
 */
export async function fileTasks({ db }: Pick<Runtime, 'db'>, workplaceId: string): Promise<void> {
  const actor = systemActor(workplaceId, 'maintenance')
  for (let turn = 0; turn < maxPortions; turn++) {
    const [rows] = await db.withTransaction(actor, (tx) => tx.commit([fileTasksStatement(workplaceId)]))
    if (Number(rows?.[0]?.[0] ?? 0) < filedAtOnce) return
  }
}
