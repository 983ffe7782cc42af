import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { AppDecisionRow } from './app-decision.ts'

/** Null when the user may design decisions. */
export function refuseDecisionDesigner(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may change that decision, or its design. */
export function refuseAppDecision(
  user: User,
  decision: Pick<AppDecisionRow, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null || decision.disabled_at === null) return refusal
  return refuse(
    'app-decision.disabled',
    `Expected a decision that is in use, but “${decision.name}” is disabled: ${decision.disabled_reason}. Restore it first.`,
  )
}
