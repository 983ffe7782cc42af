import { hasRole, type Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { hasRight, isWithinToken, need, needRoleOr, needSomewhere } from '../rights.ts'

/** The facts on which the permissions for a task depend. */
export interface TaskRights {
  /** Null for a task that belongs to no process. */
  readonly processKey: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
  readonly isSuspended: boolean
}

/**
 * Actions on tasks, by permission:
 * - `delegate`: let another user work on it, who gives it back
 * - `assign`: set its assignee, regardless of the current one
 * - `plan`: set due date and priority
 * - `share`: change its candidates
 * - `own`: change the description of a standalone task, or delete it
 * - `comment`: write comments and attach files
 * - `edit`: everything else, such as links and variables
 */
export type TaskAction =
  | 'see'
  | 'claim'
  | 'unclaim'
  | 'complete'
  | 'delegate'
  | 'assign'
  | 'plan'
  | 'share'
  | 'own'
  | 'comment'
  | 'edit'

/** Columns of a task that rights depend on. */
export interface TaskRightsRow {
  readonly process_key: TaskRights['processKey']
  readonly assignee: TaskRights['assignee']
  readonly owner: TaskRights['owner']
  readonly candidate_users: TaskRights['candidateUsers']
  readonly candidate_groups: TaskRights['candidateGroups']
  readonly is_suspended: TaskRights['isSuspended']
}

export function rightsOf(row: TaskRightsRow): TaskRights {
  const { process_key, assignee, owner, candidate_users, candidate_groups, is_suspended } = row
  return {
    processKey: process_key,
    assignee,
    owner,
    candidateUsers: candidate_users,
    candidateGroups: candidate_groups,
    isSuspended: is_suspended,
  }
}

export function can(user: Person, action: TaskAction, task: TaskRights): boolean {
  return refuseTask(user, action, task) === null
}

/**
 * Checks that the user has the permission for an action on the task. Returns null if so, otherwise a refusal. If the
 * user may not see the task, it is the same refusal as for an unknown one.
 */
export function refuseTask(user: Person, action: TaskAction, task: TaskRights): Refusal | null {
  const missing = refuseWork(user, action)
  if (missing !== null) return missing
  const operates = mayOperate(user, task)
  if (!isWithinToken(user, task.processKey) || !(isVisible(user, task) || operates)) return noSuchTask()
  if (action === 'see') return null
  if (action === 'comment') return null
  if (isForHolders(action)) {
    const isAllowed = operates || (isUser(user) && holders[action](user, task))
    if (!isAllowed) return notToChange()
    if (!moves.includes(action)) return null
  }
  const reason = isForHolders(action) ? null : reasons[action](user, task)
  if (reason !== null || !task.isSuspended) return reason
  return refuse(
    'task.suspended',
    'Expected an active task, but its process is suspended. Wait until the process is activated.',
  )
}

/**
 * Checks what does not depend on the task, before it is loaded. Returns null when the call may continue, otherwise a
 * refusal.
 */
export function refuseWork(user: Person, action: TaskAction): Refusal | null {
  if (action === 'see') return null
  if (action === 'edit') return needSomewhere(user, 'tasks.operate')
  return needRoleOr(user, workers, isForHolders(action) || action === 'comment' ? 'tasks.operate' : 'tasks.work')
}

/**
 * Checks that the user may create a task without a process: everybody for themselves, process administrators for all
 * users. Returns null if so, otherwise a refusal.
 */
export function refuseStandalone(user: Person, { owner }: Pick<TaskRights, 'owner'>): Refusal | null {
  const refusal = need(user, 'tasks.operate')
  if (refusal === null || owner !== user.username) return refusal
  return needRoleOr(user, workers, 'tasks.operate')
}

type HolderAction = 'delegate' | 'assign' | 'plan' | 'share' | 'own' | 'edit'

/** Actions that are refused while the process is suspended. */
const moves: readonly TaskAction[] = ['delegate', 'assign']

/** Actions that assignees may do with their own tasks, and otherwise only operators. */
const holders = {
  delegate: (user, task) => holds(user, task),
  assign: ({ username }, { owner }) => owner === username,
  plan: (user, task) => holds(user, task) || task.owner === user.username,
  share: ({ username }, { owner }) => owner === username,
  own: ({ username }, { owner, processKey }) => owner === username && processKey === null,
  edit: () => false,
} satisfies Record<HolderAction, (user: Person, task: TaskRights) => boolean>

function isForHolders(action: TaskAction): action is HolderAction {
  return action in holders
}

const reasons = {
  claim: (user, task) => {
    if (task.assignee === user.username || standsInFor(user, task)) return null
    if (task.assignee !== null) return taken()
    return (isUser(user) && isCandidate(user, task)) || mayWork(user, task) || mayOperate(user, task)
      ? null
      : refuse(
          'right.missing',
          'Expected a candidate of the task, but you are not one. Ask a process administrator to assign it to you.',
        )
  },
  unclaim: (user, task) => {
    if (mayWork(user, task)) return null
    if (!holds(user, task)) return notYours()
    return hasCandidates(task) || mayOperate(user, task)
      ? null
      : refuse(
          'right.missing',
          'Expected a task with candidates, but the process assigned it only to you. Complete it, or ask a process administrator to reassign it.',
        )
  },
  complete: (user, task) =>
    ((isUser(user) || mayOperate(user, task)) && holds(user, task)) || mayWork(user, task) ? null : notYours(),
} satisfies Record<'claim' | 'unclaim' | 'complete', (user: Person, task: TaskRights) => Refusal | null>

export function noSuchTask(): Refusal {
  return refuse('thing.not-found', 'Expected a task that you have access to, but there is none with this id.')
}

export function taskIsOver(): Refusal {
  return refuse('task.over', 'Expected an open task, but it was completed or cancelled.')
}

export function taken(): Refusal {
  return refuse('task.taken', 'Expected an unclaimed task, but another user has claimed it. Choose another task.')
}

function notYours(): Refusal {
  return refuse('task.not-yours', 'Expected a task that is assigned to you, but it is not. Claim it first.')
}

function notToChange(): Refusal {
  return refuse('right.missing', 'Expected the permission to change this task, but you do not have it.')
}

/** Returns whether the user works on the task: as its assignee, or as the substitute of the assignee. */
function holds(user: Person, task: Held): boolean {
  return task.assignee === user.username || standsInFor(user, task)
}

export type Held = Pick<TaskRights, 'assignee' | 'processKey'>

/** Returns whether the assignee is away and the user is their substitute for the task. */
export function standsInFor({ username, standsInFor: absent = [] }: Person, { assignee, processKey }: Held): boolean {
  if (assignee === null || assignee === username) return false
  return absent.some(
    ({ username: name, processKeys }) =>
      name === assignee && (processKeys === null || (processKey !== null && processKeys.includes(processKey))),
  )
}

/** Returns the absent assignee for whom the user acts on the task; null: they act for themselves. */
export function inPlaceOf(user: Person, task: Held): string | null {
  return standsInFor(user, task) ? task.assignee : null
}

/** Returns whether the user has a role for working on tasks. */
function isUser(user: Person): boolean {
  return hasRole(user, ['RoleUser'])
}

/** Returns whether the user may assign the tasks of the process, also to themselves. */
function mayOperate(user: Person, { processKey }: TaskRights): boolean {
  return hasRight(user, 'tasks.operate', processKey)
}

/** Returns whether the user may work on any task of the process. */
function mayWork(user: Person, { processKey }: TaskRights): boolean {
  return hasRight(user, 'tasks.work', processKey)
}

function isVisible(user: Person, task: TaskRights): boolean {
  if (holds(user, task) || task.owner === user.username || isCandidate(user, task)) return true
  return isOperator(user) || mayWork(user, task) || hasRight(user, 'tasks.read', task.processKey)
}

function isCandidate({ username, groups }: Person, { candidateUsers, candidateGroups }: TaskRights): boolean {
  return candidateUsers.includes(username) || candidateGroups.some((group) => groups.includes(group))
}

function hasCandidates({ candidateUsers, candidateGroups }: TaskRights): boolean {
  return candidateUsers.length > 0 || candidateGroups.length > 0
}
