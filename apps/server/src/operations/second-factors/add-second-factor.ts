import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseAccount } from '../accounts/policy.ts'
import { completeEnrolment, type Proved } from './enrolment.ts'
import type { FactorContext } from './factor-context.ts'
import { addFactor } from './new-factor.ts'

/** Adds a second factor for the caller. The ticket proves that the caller has entered the password before. */
export async function addSecondFactor(
  context: FactorContext,
  request: Request,
  proof: Omit<Proved, 'owner'>,
): Promise<{ readonly recoveryCodes: string[] | null } | Refusal | TooMany> {
  const refusal = refuseAccount(request.user)
  if (refusal !== null) return refusal
  const factor = await completeEnrolment(context, { ...proof, owner: request.user })
  if (isTooMany(factor) || factor instanceof Refusal) return factor
  const added = await context.db.withTransaction(actorOf(request), (tx) => addFactor(tx, context, factor))
  if (!(added instanceof Refusal)) context.runtime.announceJobs()
  return added
}
