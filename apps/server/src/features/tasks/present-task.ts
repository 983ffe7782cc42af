import type { TaskRow as TaskAnswer, TaskEvent, TaskState } from '@millrace/contract'
import { inPlaceOf } from '../../operations/tasks/policy.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { People } from '../../runtime/rights/people.ts'
import { presentTitle } from '../../runtime/titles/instance-title.ts'
import type { TaskListRow } from './list-queries.ts'
import type { TaskFact, TaskRow } from './task-queries.ts'

/** Presents a task. @param user the reader, to whom it shows for which absent user they would work on it. */
export function presentTask(
  task: TaskListRow & Partial<Pick<TaskRow, 'ended_at' | 'reason'>>,
  people: People,
  user: Person,
): TaskAnswer {
  const { id, name, task_key, priority, due_at, follow_up_at, created_at, assignee } = task
  return {
    id,
    name: name ?? task_key ?? '',
    title: titleOf(task),
    state: stateOf(task),
    priority,
    dueAt: presentTime(due_at),
    followUpAt: presentTime(follow_up_at),
    createdAt: created_at.toISOString(),
    assignee: people.find(assignee),
    inPlaceOf:
      (task.ended_at ?? null) === null
        ? people.find(inPlaceOf(user, { assignee, processKey: task.process_key }))
        : null,
    process: presentProcess(task),
  }
}

export function presentTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}

function stateOf({
  ended_at = null,
  reason,
  is_suspended,
  delegation,
  assignee,
}: Parameters<typeof presentTask>[0]): TaskState {
  if (ended_at !== null) return reason === 'completed' ? 'completed' : 'cancelled'
  if (is_suspended) return 'suspended'
  if (assignee === null) return 'unclaimed'
  return delegation === 'PENDING' ? 'delegated' : 'assigned'
}

export function titleOf({
  title,
  instance_title,
  instance_id,
  business_key,
  process_name,
  process_key,
}: Pick<TaskListRow, 'title' | 'instance_title' | 'instance_id' | 'business_key' | 'process_name' | 'process_key'>):
  | string
  | null {
  if (title !== null) return title
  if (instance_id === null) return null
  const process = process_name ?? process_key ?? ''
  return presentTitle({ id: instance_id, title: instance_title, businessKey: business_key, process })
}

export function presentProcess({
  instance_id,
  business_key,
  definition_id,
  process_key,
  process_name,
  version,
}: Pick<
  TaskListRow,
  'instance_id' | 'business_key' | 'definition_id' | 'process_key' | 'process_name' | 'version'
>): TaskAnswer['process'] {
  if (instance_id === null || definition_id === null) return null
  const key = process_key ?? ''
  return {
    instanceId: instance_id,
    businessKey: business_key,
    definitionId: definition_id,
    key,
    name: process_name ?? key,
    version: version ?? 0,
  }
}

/** Presents a change of a task as events: one change may have changed several fields. */
export function presentFact({ id, at, user_id, change }: TaskFact, people: People): TaskEvent[] {
  return listChanges(change).map(({ kind, to = null, value = null }, index) => ({
    id: index === 0 ? id : `${id}.${index}`,
    at: at.toISOString(),
    kind,
    by: people.find(user_id),
    to: people.find(to),
    inPlaceOf: people.find(change.inPlaceOf ?? null),
    value,
  }))
}

interface Change {
  readonly kind: TaskEvent['kind']
  readonly to?: string | null
  readonly value?: string | number | null
}

function listChanges(change: TaskFact['change']): Change[] {
  const { operation, assignee, priority, dueAt, followUpAt, owner } = change
  const changes: Change[] = []
  if (operation === 'Claim') changes.push({ kind: 'claimed' })
  else if (operation === 'Delegate') changes.push({ kind: 'delegated', to: assignee ?? null })
  else if (operation === 'Resolve') changes.push({ kind: 'resolved' })
  else if (assignee !== undefined)
    changes.push(assignee === null ? { kind: 'released' } : { kind: 'assigned', to: assignee })
  if (priority !== undefined) changes.push({ kind: 'priority-changed', value: priority })
  if (dueAt !== undefined) changes.push({ kind: 'due-date-changed', value: dueAt })
  if (followUpAt !== undefined) changes.push({ kind: 'follow-up-changed', value: followUpAt })
  changes.push(...listCandidateChanges(change))
  if (operation === 'SetOwner') changes.push({ kind: 'owner-changed', to: owner ?? null })
  if (operation === 'Update' && (change.name !== undefined || change.description !== undefined))
    changes.push({ kind: 'details-changed' })
  return changes
}

function listCandidateChanges({ candidateUsers, candidateGroups, before }: TaskFact['change']): Change[] {
  const names = (now: readonly string[] | undefined, then: readonly string[] | undefined) => ({
    added: now?.filter((name) => then?.includes(name) !== true) ?? [],
    removed: now === undefined ? [] : (then?.filter((name) => !now.includes(name)) ?? []),
  })
  const users = names(candidateUsers, before?.candidateUsers)
  const groups = names(candidateGroups, before?.candidateGroups)
  const [added, removed] = [
    [...users.added, ...groups.added],
    [...users.removed, ...groups.removed],
  ]
  return [
    ...(added.length === 0 ? [] : [{ kind: 'candidates-added', value: added.join(', ') } as const]),
    ...(removed.length === 0 ? [] : [{ kind: 'candidates-removed', value: removed.join(', ') } as const]),
  ]
}
