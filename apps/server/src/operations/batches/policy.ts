import type { BatchKind } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { need, needRoleOr } from '../rights.ts'
import { kinds } from './kinds/index.ts'

/**
 * Checks that the user may start a batch on tasks. The permission on each task is checked when its turn comes. Returns
 * null if so, otherwise a refusal.
 */
export function refuseBatch(user: Person): Refusal | null {
  return needRoleOr(user, workers, 'tasks.work')
}

/**
 * Checks that the user may start a batch on instances, jobs or history. Only a right to all processes is enough,
 * because any query may select the items. Each item is checked again when its turn comes, with the rights that the user
 * has then. Returns null if so, otherwise a refusal.
 */
export function refuseOrder(user: Person, kind: BatchKind): Refusal | null {
  const { right } = kinds[kind]
  return right === null ? refuseBatch(user) : need(user, right)
}

/** Checks that the user may pause, cancel and retry batches of all users. Returns null if so, otherwise a refusal. */
export function refuseKeeping(user: Person): Refusal | null {
  return need(user, 'instances.operate')
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
