import { credentialOf } from '../../platform/auth/directory-password.ts'
import type { SecondStepPurpose } from '../../platform/auth/second-factor/needs-second-factor.ts'
import { readToken } from '../../platform/auth/token.ts'
import { isUserOpen, type Person, parseUser, userAsJson } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { changedMeanwhile, replaceStatements } from '../accounts/replace-password.ts'

/** A sign-in that waits for its second step. */
export interface SecondStep {
  readonly user: Person
  readonly passwordHash: string
  readonly newPasswordHash: string | null
  readonly challenge: string | null
  readonly tokenHash: Buffer
}

interface StepQuery {
  readonly purpose: SecondStepPurpose
  readonly now: Date
}

/**
 * Returns the second step of a token. Refuses with `session.second-step-over` when there is none: it has expired, was
 * completed, or the user was disabled or has another password.
 */
export async function findSecondStep(
  tx: Tx,
  token: string | undefined,
  { purpose, now }: StepQuery,
): Promise<SecondStep | Refusal> {
  const read = token === undefined ? null : readToken(token)
  if (read === null) return secondStepOver()
  const [rows] = await tx.batch([
    {
      name: 'second_step_find',
      text: `select ${userAsJson}, s.password_hash, s.new_password_hash, s.challenge from second_step s
        join app_user u on u.workplace_id = s.workplace_id and u.id = s.user_id and ${credentialOf} = s.password_hash and ${isUserOpen}
        where s.workplace_id = $1 and s.token_hash = $2 and s.purpose = $3 and s.expires_at > $4`,
      values: [read.workplaceId, read.hash, purpose, now.toISOString()],
    },
  ])
  const [user, passwordHash, newPasswordHash = null, challenge = null] = rows?.[0] ?? []
  if (user == null || passwordHash == null) return secondStepOver()
  return { user: parseUser(user), passwordHash, newPasswordHash, challenge, tokenHash: read.hash }
}

/** Returns the workplace of a token; null for an invalid token. */
export function workplaceOfStep(token: string | undefined): string | null {
  return token === undefined ? null : (readToken(token)?.workplaceId ?? null)
}

/**
 * Ends a second step, so that of two concurrent completions one is refused, and saves the new password if the user
 * chose one.
 */
export async function endSecondStep(tx: Tx, step: SecondStep, now: Date): Promise<Refusal | null> {
  const { user, passwordHash, newPasswordHash, tokenHash } = step
  const [ended] = await tx.batch([
    {
      name: 'second_step_end',
      text: 'delete from second_step where workplace_id = $1 and token_hash = $2 returning user_id',
      values: [user.workplaceId, tokenHash],
    },
  ])
  if (ended?.[0] === undefined) return secondStepOver()
  if (newPasswordHash === null) return null
  const [changed] = await tx.batch(replaceStatements({ user, passwordHash, newPasswordHash, keepSession: null, now }))
  return changed?.[0] === undefined ? changedMeanwhile() : null
}

/** Returns the statement that stores the challenge for a passkey to sign. */
export function challengeStatement({ user, tokenHash }: SecondStep, challenge: string): Statement {
  return {
    name: 'second_step_challenge',
    text: 'update second_step set challenge = $3 where workplace_id = $1 and token_hash = $2',
    values: [user.workplaceId, tokenHash, challenge],
  }
}

export function secondStepOver(): Refusal {
  return refuse(
    'session.second-step-over',
    'Expected a sign-in that waits for its second step, but it took too long, or was completed. Sign in again with your password.',
  )
}
