import type { BatchKind } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { need, needRoleOr } from '../rights.ts'
import { kinds } from './kinds/index.ts'

/** Null when the user may start a batch over tasks. Whether they may change a task is checked for each task. */
export function refuseBatch(user: Person): Refusal | null {
  return needRoleOr(user, workers, 'tasks.work')
}

/**
 * Null when the user may have that done to many: only a right to all processes will do, because what a batch is about is
 * found by whatever query. Each item is checked by itself when its turn comes, by the rights that its user has then, so a
 * token with limits would be outlived by what it has started.
 */
export function refuseOrder(user: Person, kind: BatchKind): Refusal | null {
  const { right } = kinds[kind]
  return right === null ? refuseBatch(user) : need(user, right)
}

/** Null when the user may pause, cancel and retry batches of all users. */
export function refuseKeeping(user: Person): Refusal | null {
  return need(user, 'instances.operate')
}

/** Nobody sees the batch of somebody else. */
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
