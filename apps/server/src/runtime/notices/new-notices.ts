import { dueSoonHours, type NoticeKind } from '@millrace/contract'
import type { Event, InstanceState, ProcessInstance, Task } from '@millrace/engine'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import { isListener } from '../listeners/listener-person.ts'

/** A notification for a user, before the user's settings are applied. */
export interface NewNotice {
  readonly kind: NoticeKind
  /** The recipient: a username, as models write it. */
  readonly username: string
  readonly taskId: string | null
  readonly instanceId: string | null
  readonly dueAt: string | null
  readonly outcome: NoticeOutcome | null
}

export type NoticeOutcome = 'completed' | 'cancelled' | 'failed'

export interface Step {
  readonly state: InstanceState
  /** The acting user; null for the product itself. */
  readonly userId: string | null
  readonly events: readonly Event[]
  readonly now: Date
}

/**
 * Lists the notifications of a step: tasks assigned by somebody else, due dates that are near or past, and ended
 * instances that the user started. Most steps have none.
 */
export function listNewNotices(step: Step): NewNotice[] {
  return [...ofTasks(step), ...ofInstances(step)]
}

function ofTasks({ state, userId, now }: Step): NewNotice[] {
  const { inserted, updated } = state.tasks.changes()
  if (inserted.length + updated.length === 0) return []
  const soon = now.getTime() + dueSoonHours * 3_600_000
  return [...inserted, ...updated].flatMap((task) => {
    const { assignee, dueAt } = task
    if (assignee === null) return []
    const before = state.tasks.before(task.id)
    const isGiven = before?.assignee !== assignee
    const notices: NewNotice[] = isGiven && assignee !== userId ? [ofTask('assigned', task, assignee)] : []
    if (dueAt !== null && (isGiven || before?.dueAt !== dueAt) && Date.parse(dueAt) <= soon)
      notices.push({ ...ofTask(Date.parse(dueAt) <= now.getTime() ? 'overdue' : 'dueSoon', task, assignee), dueAt })
    return notices
  })
}

function ofTask(kind: NoticeKind, { id }: Task, username: string): NewNotice {
  return { kind, username, taskId: id, instanceId: null, dueAt: null, outcome: null }
}

function ofInstances({ state, userId, events }: Step): NewNotice[] {
  const notices = events.flatMap((event) =>
    event.type === 'instanceEnded'
      ? ofInstance(event.instance, userId, event.outcome === 'deleted' ? 'cancelled' : 'completed')
      : [],
  )
  const { inserted } = state.incidents.changes()
  const root = inserted.length === 0 ? undefined : state.instances.get(state.rootId)
  return root === undefined ? notices : [...notices, ...ofInstance(root, userId, 'failed')]
}

/**
 * One that another instance has called ends with it, what came by a public link nobody has started, and a task that
 * belongs to no process is none.
 */
function ofInstance(
  { id, definitionId, startUserId, callerInstanceId }: ProcessInstance,
  userId: string | null,
  outcome: NoticeOutcome,
): NewNotice[] {
  if (startUserId === null || startUserId === userId || startUserId.startsWith('link:') || isListener(startUserId))
    return []
  if (callerInstanceId !== null || definitionId === standaloneTasks.id) return []
  return [{ kind: 'ended', username: startUserId, taskId: null, instanceId: id, dueAt: null, outcome }]
}
