import type { Person } from '../../platform/auth/user.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'

/**
 * The task of an instance, or of those that it called, that is already the user's: where to go on. The oldest of several.
 * Behind a command in its commit it costs no round trip.
 */
export function nextTaskStatement({ workplaceId, username }: Person, rootId: string): Statement {
  return {
    name: 'task_next',
    text: 'select id from task where workplace_id = $1 and root_id = $2 and assignee = $3 order by id limit 1',
    values: [workplaceId, rootId, username],
  }
}

/** @param rows what `nextTaskStatement` has answered. */
export function readNextTask(rows: ResultRows | undefined): string | null {
  return rows?.[0]?.[0] ?? null
}
