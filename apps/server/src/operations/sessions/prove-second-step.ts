import type { SignInMethod } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import type { AtServer, FactorContext } from '../second-factors/factor-context.ts'
import { wrongFactor } from '../second-factors/policy.ts'
import { findRecoveryCode, spendAppCode, spendAssertion, spendRecoveryCode } from '../second-factors/spend-factor.ts'
import { endSecondStep, findSecondStep, type SecondStep, secondStepOver, workplaceOfStep } from './second-step.ts'

export interface SecondProof extends AtServer {
  readonly token: string | undefined
  /** Six digits of an app, or a recovery code. */
  readonly code?: string | undefined
  /** The answer of the browser for a passkey. */
  readonly assertion?: unknown
}

export interface ProvedSignIn {
  readonly user: Person
  readonly method: SignInMethod
}

/** Tries with a passkey or a recovery code, which nobody guesses, in a minute. */
const maxTries = 20

/**
 * Completes a sign-in with a second factor. Wrong codes of authenticator apps are counted for the account, regardless
 * of their origin, because six digits can be guessed. After the maximum number of wrong codes in a row, codes are
 * locked like passwords; passkeys and recovery codes still work.
 */
export async function proveSecondStep(
  context: FactorContext,
  { token, code, assertion, party }: SecondProof,
): Promise<ProvedSignIn | Refusal | TooMany> {
  const workplaceId = workplaceOfStep(token)
  if (workplaceId === null) return secondStepOver()
  const wanted = { purpose: 'verify', now: context.clock() } as const
  const found = await context.db.read({ workplaceId }, async (tx) => ({
    step: await findSecondStep(tx, token, wanted),
    settings: await findSettings(tx),
  }))
  const { step, settings } = found
  if (step instanceof Refusal) return step
  const isAppCode = assertion === undefined && !findRecoveryCode(context, step.user, code)
  const counted = isAppCode
    ? await countTry(
        context,
        `second factor ${workplaceId} ${step.user.id}`,
        settings['signIn.failedTries'],
        settings['signIn.lockedMinutes'],
      )
    : await countTry(context, `second proof ${workplaceId} ${step.user.id}`, maxTries)
  if (isTooMany(counted)) return counted
  const by = { workplaceId, userId: step.user.username, cause: 'sign-in' }
  const proved = await context.db.withTransaction(by, async (tx) => {
    const method = await spend(tx, context, { step, code, assertion, party })
    if (method instanceof Refusal) return method
    return (await endSecondStep(tx, step, wanted.now)) ?? { user: step.user, method }
  })
  if (!(proved instanceof Refusal)) await counted.reset()
  return proved
}

type Given = Omit<SecondProof, 'token'> & { readonly step: SecondStep }

/** Uses up the proof: each code works once, and a rollback gives it back. */
async function spend(
  tx: Tx,
  context: FactorContext,
  { step, code = '', assertion, party }: Given,
): Promise<SignInMethod | Refusal> {
  const owner = step.user
  if (assertion !== undefined) {
    const { challenge } = step
    const isRight = challenge !== null && (await spendAssertion(tx, context, { owner, assertion, challenge, party }))
    return isRight ? 'passkey' : wrongFactor('passkey')
  }
  if (await spendAppCode(tx, context, { owner, code })) return 'totp'
  return (await spendRecoveryCode(tx, context, { owner, code })) ? 'recovery-code' : wrongFactor('code')
}
