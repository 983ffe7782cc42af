import type { AnswerOf, TaskEvent, taskCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'
import { presentFact } from './present-task.ts'
import { findStart, listTaskFacts, type TaskFact, type TaskRow } from './task-queries.ts'

/** Lists the events of a task, newest first. */
export async function getTaskHistory(
  { db }: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof taskCalls.history>> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const task = await getVisibleTask(tx, request.user, id)
    const [facts, start] = await Promise.all([
      listTaskFacts(tx, workplaceId, task),
      findStart(tx, workplaceId, task.history_id),
    ])
    const people = await readPeople(tx, workplaceId, [
      start?.start_user_id ?? null,
      task.ended_by,
      task.assignee,
      ...facts.flatMap(namesIn),
    ])
    const started =
      start === null ? [] : [event(`${id}.process`, start.started_at, 'process-started', people, start.start_user_id)]
    return [
      ...started,
      event(`${id}.created`, task.created_at, 'created', people, null),
      ...facts.flatMap((fact) => presentFact(fact, people)),
      ...endOf(task, people),
    ].reverse()
  })
}

function endOf({ id, ended_at, ended_by, assignee, reason }: TaskRow, people: People): TaskEvent[] {
  if (ended_at === null) return []
  if (reason !== 'completed') return [event(`${id}.ended`, ended_at, 'cancelled', people, ended_by)]
  const ended = event(`${id}.ended`, ended_at, 'completed', people, ended_by)
  // It is done by whoever has it, or in his place.
  return [{ ...ended, inPlaceOf: assignee === ended_by ? null : people.find(assignee) }]
}

function event(id: string, at: Date, kind: TaskEvent['kind'], people: People, by: string | null): TaskEvent {
  return { id, at: at.toISOString(), kind, by: people.find(by), to: null, inPlaceOf: null, value: null }
}

function namesIn({ user_id, change }: TaskFact): (string | null)[] {
  return [user_id, change.assignee ?? null, change.inPlaceOf ?? null]
}
