import type { Enrolment, SecondFactorKind } from '@millrace/contract'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { completeEnrolment, type Proved, startEnrolment } from '../second-factors/enrolment.ts'
import type { AtServer, FactorContext } from '../second-factors/factor-context.ts'
import { addFactor } from '../second-factors/new-factor.ts'
import type { ProvedSignIn } from './prove-second-step.ts'
import { endSecondStep, findSecondStep, type SecondStep, secondStepOver, workplaceOfStep } from './second-step.ts'

interface Waiting {
  readonly token: string | undefined
}

/** Starts the set-up of the factor that a user needs to sign in. */
export async function startSetUp(
  context: FactorContext,
  { token, kind, party }: Waiting & AtServer & { readonly kind: SecondFactorKind },
): Promise<Enrolment | Refusal> {
  const step = await find(context, token)
  return step instanceof Refusal ? step : startEnrolment(context, { owner: step.user, kind, party })
}

/** Sets up the factor and completes the sign-in. */
export async function completeSetUp(
  context: FactorContext,
  { token, ...proof }: Waiting & Omit<Proved, 'owner'>,
): Promise<(ProvedSignIn & { readonly recoveryCodes: string[] }) | Refusal | TooMany> {
  const step = await find(context, token)
  if (step instanceof Refusal) return step
  const { user } = step
  const factor = await completeEnrolment(context, { ...proof, owner: user })
  if (isTooMany(factor) || factor instanceof Refusal) return factor
  const by = { workplaceId: user.workplaceId, userId: user.username, cause: 'sign-in' }
  return context.db.withTransaction(by, async (tx) => {
    const added = await addFactor(tx, context, factor)
    if (added instanceof Refusal) return added
    // A factor that another window set up in the meantime is proved, not added to: whoever has it signs in with it.
    if (added.recoveryCodes === null) return secondStepOver()
    const method = factor.kind === 'totp' ? ('totp' as const) : ('passkey' as const)
    return (await endSecondStep(tx, step, context.clock())) ?? { user, method, recoveryCodes: added.recoveryCodes }
  })
}

async function find({ db, clock }: FactorContext, token: string | undefined): Promise<SecondStep | Refusal> {
  const workplaceId = workplaceOfStep(token)
  if (workplaceId === null) return secondStepOver()
  return db.read({ workplaceId }, (tx) => findSecondStep(tx, token, { purpose: 'set-up', now: clock() }))
}
