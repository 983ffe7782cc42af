import { secondFactorLimits } from '@millrace/contract'
import type { SecondStepPurpose } from '../../platform/auth/second-factor/needs-second-factor.ts'
import { createToken } from '../../platform/auth/token.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import { systemActor } from '../../platform/db/actor.ts'

export interface NewSecondStep {
  readonly user: Person
  readonly purpose: SecondStepPurpose
  readonly passwordHash: string
  /** The hash of a new password, which replaces the current one when the second step succeeds. */
  readonly newPasswordHash: string | null
}

/** Second steps of one user that wait at the same time. The oldest give way. */
const most = 10

/**
 * Stores that the password was correct, so that the sign-in can continue with the second step.
 *
 * @returns the token by which the browser continues.
 */
export async function startSecondStep(
  { db, clock }: AuthContext,
  { user: { workplaceId, id }, purpose, passwordHash, newPasswordHash }: NewSecondStep,
): Promise<string> {
  const { text, hash } = createToken(workplaceId)
  const now = clock()
  const until = new Date(now.getTime() + secondFactorLimits.minutes * 60_000).toISOString()
  await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        name: 'second_step_sweep',
        text: `delete from second_step where workplace_id = $1 and (expires_at < $2 or token_hash in
          (select token_hash from second_step where workplace_id = $1 and user_id = $3 order by created_at desc offset $4))`,
        values: [workplaceId, now.toISOString(), id, String(most - 1)],
      },
      {
        name: 'second_step_start',
        text: `insert into second_step (workplace_id, token_hash, user_id, purpose, password_hash, new_password_hash, created_at, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [workplaceId, hash, id, purpose, passwordHash, newPasswordHash, now.toISOString(), until],
      },
    ]),
  )
  return text
}
