import type { BatchKind } from '@millrace/contract'
import { isUnlimited } from '../../platform/auth/reach.ts'
import { operators, reachOf } from '../../platform/auth/rights.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { need, needRoleOr, needSomewhere } from '../rights.ts'
import { kinds } from './kinds/index.ts'
import { subjectsOfProcesses } from './narrow-items.ts'

/**
 * Checks that the user may start a batch on tasks. The permission on each task is checked when its turn comes. Returns
 * null if so, otherwise a refusal.
 */
export function refuseBatch(user: Person): Refusal | null {
  return needRoleOr(user, workers, 'tasks.work')
}

/**
 * Checks that the user may start a batch on instances, jobs or history. Users with a permission for some processes may
 * start one for these; `narrowItems` leaves out the other items. A limited API token may start none, because a batch
 * continues with the permissions of its user. Each item is checked again when it is processed. Returns null if so,
 * otherwise a refusal.
 */
export function refuseOrder(user: Person, kind: BatchKind): Refusal | null {
  const { right, subject } = kinds[kind]
  if (right === null) return refuseBatch(user)
  return user.token === null && subjectsOfProcesses.has(subject) ? needSomewhere(user, right) : need(user, right)
}

/**
 * Checks that the user may pause, cancel and retry batches: of all users, or only their own when their permission
 * covers some processes (`ownBatchesOf`). Returns null if so, otherwise a refusal.
 */
export function refuseKeeping(user: Person): Refusal | null {
  return user.token === null ? needSomewhere(user, 'instances.operate') : need(user, 'instances.operate')
}

/**
 * Returns the user id to which lists and changes of batches are limited; null for users with access to the batches of
 * all users.
 */
export function ownBatchesOf(user: Person): string | null {
  return isUnlimited(reachOf(user, 'instances.operate')) || hasRole(user, operators) ? null : user.id
}

/** Returns the refusal for a batch that does not exist or belongs to another user. */
export function noSuchBatch(): Refusal {
  return refuse('thing.not-found', 'Expected a batch of yours, but there is none with this id.')
}

export function noBatch(): Refusal {
  return refuse('thing.not-found', 'Expected a batch, but there is none with this id.')
}

export function batchIsRunning(): Refusal {
  return refuse(
    'batch.running',
    'Expected a cause without a running retry, but its incidents are being retried. Wait until the retry has finished, or end it.',
  )
}

export function batchIsOver(): Refusal {
  return refuse('batch.over', 'Expected a batch that is under way, but it has ended. Nothing was changed.')
}
