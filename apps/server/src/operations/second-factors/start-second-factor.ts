import type { Enrolment, SecondFactorKind } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { checkOwnPassword, type OwnPassword } from '../accounts/check-own-password.ts'
import { startEnrolment } from './enrolment.ts'
import type { AtServer, FactorContext } from './factor-context.ts'

/** Starts the set-up of a second factor of the caller, who proves the current password. */
export async function startSecondFactor(
  context: FactorContext,
  request: Request,
  { kind, party, ...password }: OwnPassword & AtServer & { readonly kind: SecondFactorKind },
): Promise<Enrolment | Refusal | TooMany> {
  const verified = await checkOwnPassword(context, request, password)
  if (isTooMany(verified) || verified instanceof Refusal) return verified
  return startEnrolment(context, { owner: request.user, kind, party })
}
