import { hasRole, type User } from '../../platform/auth/user.ts'
import { refuse } from '../../platform/errors/refusal.ts'

/** What the rights on a task depend on. */
export interface TaskRights {
  readonly assignee: string | null
  readonly owner: string | null
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
  readonly isSuspended: boolean
}

export type TaskAction = 'see' | 'claim' | 'unclaim' | 'complete'

export function can(user: User, action: TaskAction, task: TaskRights): boolean {
  return findReason(user, action, task) === null
}

/** @throws Refusal with the code and sentence for the user. A task that he may not see is as good as none. */
export function assertCan(user: User, action: TaskAction, task: TaskRights): void {
  const reason = findReason(user, action, task)
  if (reason !== null) throw refuse(...reason)
}

type Reason = Parameters<typeof refuse>

function findReason(user: User, action: TaskAction, task: TaskRights): Reason | null {
  if (!isVisible(user, task)) return noSuchTask
  if (action === 'see') return null
  const reason = reasons[action](user, task)
  if (reason !== null || !task.isSuspended) return reason
  return [
    'task.suspended',
    'Expected a task that can be worked on, but its process is suspended. Wait until it is activated again.',
  ]
}

const reasons = {
  claim: (user, task) => {
    if (task.assignee === user.username) return null
    if (task.assignee !== null)
      return ['task.taken', 'Expected a task that nobody has, but someone else has claimed it. Choose another one.']
    return isCandidate(user, task)
      ? null
      : [
          'right.missing',
          'Expected to be a candidate for the task or in one of its groups, but you are not. Ask for it to be given to you.',
        ]
  },
  unclaim: (user, task) => {
    if (task.assignee !== user.username) return notYours
    return hasCandidates(task)
      ? null
      : [
          'right.missing',
          'Expected a task that others can claim, but the process gives it to you alone. Complete it, or ask for it to be given to someone else.',
        ]
  },
  complete: (user, task) => (task.assignee === user.username ? null : notYours),
} satisfies Record<Exclude<TaskAction, 'see'>, (user: User, task: TaskRights) => Reason | null>

export const noSuchTask: Reason = [
  'thing.not-found',
  'Expected a task that you may see, but there is none with this id.',
]
const notYours: Reason = ['task.not-yours', 'Expected a task that is assigned to you, but it is not. Claim it first.']

function isVisible(user: User, task: TaskRights): boolean {
  return (
    task.assignee === user.username ||
    task.owner === user.username ||
    isCandidate(user, task) ||
    hasRole(user, ['RoleProcessAdmin', 'RoleAdmin'])
  )
}

function isCandidate({ username, groups }: User, { candidateUsers, candidateGroups }: TaskRights): boolean {
  return candidateUsers.includes(username) || candidateGroups.some((group) => groups.includes(group))
}

function hasCandidates({ candidateUsers, candidateGroups }: TaskRights): boolean {
  return candidateUsers.length > 0 || candidateGroups.length > 0
}
