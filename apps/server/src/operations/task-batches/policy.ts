import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { needRoleOr } from '../rights.ts'

/**
 * Checks that the user may have the server process tasks. Returns null if so, otherwise a refusal. Whether they may do
 * it to a task, each task says.
 */
export function refuseBatch(user: Person): Refusal | null {
  return needRoleOr(user, workers, 'tasks.work')
}

/** Returns the refusal for a batch that does not exist or belongs to another user. */
export function noSuchBatch(): Refusal {
  return refuse('thing.not-found', 'Expected a batch of yours, but there is none with this id.')
}
