import type { InstanceState, Task } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { deleteRows } from './write-rows.ts'

/**
 * Returns the statements that update the candidate lists in which tasks appear, as the view `task_reading` defines them
 * after they are written. Tasks without candidates, and changes that lists do not show, cost nothing.
 */
export function listingStatements(workplaceId: string, tasks: InstanceState['tasks']): Statement[] {
  const { inserted, updated, deleted } = tasks.changes()
  const moved = updated.filter((task) => listingOf(task) !== listingOf(tasks.before(task.id)))
  const gone = [...moved, ...deleted].filter(({ id }) => hasCandidates(tasks.before(id))).map(({ id }) => id)
  const open = [...inserted, ...moved].filter(hasCandidates).map(({ id }) => id)
  return [
    ...(gone.length === 0 ? [] : [deleteRows('task_listing', workplaceId, gone, 'task_id')]),
    ...insertStatements(workplaceId, open),
  ]
}

/** Returns the statements that list new tasks for their candidates. */
export function newListingStatements(workplaceId: string, tasks: readonly Task[]): Statement[] {
  return insertStatements(
    workplaceId,
    tasks.filter(hasCandidates).map(({ id }) => id),
  )
}

function hasCandidates(task: Task | null | undefined): boolean {
  return task != null && task.candidateUsers.length + task.candidateGroups.length > 0
}

/** Returns all that the view reads of a task and a step can change. */
function listingOf(task: Task | null | undefined): string {
  if (task == null) return ''
  const { assignee, candidateUsers, candidateGroups, dueAt, followUpAt, priority, name, taskKey, definitionId } = task
  const shown = [dueAt, followUpAt, priority, name, taskKey, definitionId]
  return JSON.stringify([assignee === null, candidateUsers, candidateGroups, ...shown])
}

function insertStatements(workplaceId: string, ids: readonly string[]): Statement[] {
  const into = `insert into task_listing (workplace_id, ${columns})
    select workplace_id, ${columns} from task_reading where workplace_id = $1 and task_id`
  if (ids.length > singly)
    return [{ name: 'task_listing_insert_many', text: `${into} = any($2::uuid[])`, values: [workplaceId, ids] }]
  return ids.map((id) => ({ name: 'task_listing_insert_one', text: `${into} = $2`, values: [workplaceId, id] }))
}

/** Up to so many are a statement each, which PostgreSQL plans once for good and not again each time. */
const singly = 4

const columns =
  'reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key'
