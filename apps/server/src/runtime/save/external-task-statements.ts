import type { ExternalTask, InstanceState } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type RootPlace, rowStatements } from './row-statements.ts'
import { externalTaskTable, type LiveTable } from './tables.ts'

/**
 * Returns the statements that save the changes of external tasks. Workers lock external tasks without the lock of the
 * root, also during a run: lock owner and lock time are written only where the run changes them.
 */
export function externalTaskStatements(place: RootPlace, { externalTasks }: InstanceState): Statement[] {
  const { updated, ...rest } = externalTasks.changes()
  const isLockKept = (task: ExternalTask): boolean => {
    const before = externalTasks.before(task.id)
    return before?.workerId === task.workerId && before.lockedUntil === task.lockedUntil
  }
  return [
    ...rowStatements(externalTaskTable, place, { ...rest, updated: updated.filter((task) => !isLockKept(task)) }),
    ...rowStatements(tableWithoutLock, place, { inserted: [], deleted: [], updated: updated.filter(isLockKept) }),
  ]
}

const tableWithoutLock: LiveTable<ExternalTask> = {
  ...externalTaskTable,
  columns: externalTaskTable.columns.filter(({ field }) => field !== 'workerId' && field !== 'lockedUntil'),
}

/** Returns the statement that sets the priority of an external task. It returns a row when the task exists. */
export function externalTaskPriorityStatement(
  { workplaceId }: Actor,
  { id, priority }: { readonly id: string; readonly priority: number },
): Statement {
  return {
    name: 'external_task_priority',
    text: 'update external_task set priority = $3 where workplace_id = $1 and id = $2 returning id',
    values: [workplaceId, id, priority],
  }
}
