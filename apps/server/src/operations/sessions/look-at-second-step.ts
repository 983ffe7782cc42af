import type { AnswerOf, authCalls } from '@millrace/contract'
import { createAssertionOptions } from '../../platform/auth/second-factor/passkey.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { AtServer, FactorContext } from '../second-factors/factor-context.ts'
import { challengeStatement, findSecondStep, secondStepOver, workplaceOfStep } from './second-step.ts'

/** Returns how the second step of a sign-in can be proved, with a challenge for passkeys. */
export async function lookAtSecondStep(
  { db, clock }: FactorContext,
  { token, party }: AtServer & { readonly token: string | undefined },
): Promise<AnswerOf<typeof authCalls.secondStep> | Refusal> {
  const workplaceId = workplaceOfStep(token)
  if (workplaceId === null) return secondStepOver()
  return db.withTransaction(systemActor(workplaceId, 'sign-in'), async (tx) => {
    const step = await findSecondStep(tx, token, { purpose: 'verify', now: clock() })
    if (step instanceof Refusal) return step
    const [factors, codes] = await tx.queries(
      kysely
        .selectFrom('second_factor')
        .select(['kind', 'credential_id', 'transports'])
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', step.user.id),
      kysely
        .selectFrom('recovery_codes')
        .select('hashes')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', step.user.id),
    )
    const passkeys = factors.flatMap(({ credential_id: credentialId, transports }) =>
      credentialId === null ? [] : [{ credentialId, transports }],
    )
    const options = passkeys.length === 0 ? null : await createAssertionOptions(party, passkeys)
    if (options !== null) await tx.batch([challengeStatement(step, options.challenge)])
    return {
      username: step.user.username,
      hasApp: factors.some(({ kind }) => kind === 'totp'),
      hasRecoveryCodes: (codes[0]?.hashes.length ?? 0) > 0,
      passkeys: options === null ? null : { ...options },
    }
  })
}
