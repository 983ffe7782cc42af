import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needEngine, needOperator } from '../rights.ts'

/** Null when the user may fetch, lock and report on external tasks: programs do. */
export function refuseWorker(user: User): Refusal | null {
  return needEngine(user)
}

/** Null when the user may say how often and how soon external tasks are tried. */
export function refuseRetries(user: User): Refusal | null {
  return needOperator(user)
}

export function noSuchExternalTask(): Refusal {
  return refuse('thing.not-found', 'Expected an external task, but there is none with this id.')
}

/** Only the worker that holds the lock may report. `details` names the one that does. */
export function lockedByOther(holder: string | null): Refusal {
  return refuse(
    'external-task.locked',
    `Expected an external task that you have locked, but ${holder === null ? 'nobody has' : `${holder} has`}.`,
    [{ where: holder ?? '', message: 'Expected the worker that holds the lock.' }],
  )
}
