import type { Person } from '../../platform/auth/user.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'

/**
 * Returns the query of the next task of the user in an instance or the instances that it called; the oldest of several.
 * It runs in the commit of the command, without a round trip of its own.
 */
export function nextTaskStatement({ workplaceId, username }: Person, rootId: string): Statement {
  return {
    name: 'task_next',
    text: 'select id from task where workplace_id = $1 and root_id = $2 and assignee = $3 order by id limit 1',
    values: [workplaceId, rootId, username],
  }
}

/**
 * Reads the id of the next task.
 *
 * @param rows the result of `nextTaskStatement`.
 */
export function readNextTask(rows: ResultRows | undefined): string | null {
  return rows?.[0]?.[0] ?? null
}
