import type { Refusal } from '../../platform/errors/refusal.ts'
import type { LockAnswer } from '../../runtime/execute/lock-external-tasks.ts'
import { lockedByOther, noSuchExternalTask } from './policy.ts'

/** The outcome of a change of an external task that no step of its process is part of; null when it was made. */
export function refusalOfLock(answer: LockAnswer): Refusal | null {
  if (answer.ok) return null
  return answer.reason === 'gone' ? noSuchExternalTask() : lockedByOther(answer.workerId)
}
