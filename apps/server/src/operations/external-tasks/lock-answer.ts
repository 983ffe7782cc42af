import type { Refusal } from '../../platform/errors/refusal.ts'
import type { LockAnswer } from '../../runtime/execute/lock-external-tasks.ts'
import { lockedByOther, noSuchExternalTask } from './policy.ts'

/** Returns the refusal for an unsuccessful change of an external task outside of a step; null on success. */
export function refusalOfLock(answer: LockAnswer): Refusal | null {
  if (answer.ok) return null
  return answer.reason === 'gone' ? noSuchExternalTask() : lockedByOther(answer.workerId)
}
