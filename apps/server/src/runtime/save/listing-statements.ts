import type { InstanceState, Task } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'

/**
 * In which lists of candidates tasks stand, as the view `task_reading` says once they are written. A task without
 * candidates, and what lists do not show of one, costs nothing.
 */
export function listingStatements(workplaceId: string, tasks: InstanceState['tasks']): Statement[] {
  const { inserted, updated, deleted } = tasks.changes()
  const moved = updated.filter((task) => listingOf(task) !== listingOf(tasks.before(task.id)))
  const gone = [...moved, ...deleted].filter(({ id }) => hasCandidates(tasks.before(id))).map(({ id }) => id)
  const open = [...inserted, ...moved].filter(hasCandidates).map(({ id }) => id)
  return [
    ...(gone.length === 0 ? [] : [deleteStatement(workplaceId, gone)]),
    ...(open.length === 0 ? [] : [insertStatement(workplaceId, open)]),
  ]
}

function hasCandidates(task: Task | null | undefined): boolean {
  return task != null && task.candidateUsers.length + task.candidateGroups.length > 0
}

/** All that the view reads of a task and a step can change. */
function listingOf(task: Task | null | undefined): string {
  if (task == null) return ''
  const { assignee, candidateUsers, candidateGroups, dueAt, followUpAt, priority, name } = task
  return JSON.stringify([assignee === null, candidateUsers, candidateGroups, dueAt, followUpAt, priority, name])
}

function deleteStatement(workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'task_listing_delete',
    text: 'delete from task_listing where workplace_id = $1 and task_id = any($2::uuid[])',
    values: [workplaceId, ids],
  }
}

function insertStatement(workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'task_listing_insert',
    text: `insert into task_listing (workplace_id, ${columns})
      select workplace_id, ${columns} from task_reading where workplace_id = $1 and task_id = any($2::uuid[])`,
    values: [workplaceId, ids],
  }
}

const columns =
  'reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key'
