import type { SsoTestResult } from '@millrace/contract'
import { findSession } from '../../platform/auth/session.ts'
import { readToken } from '../../platform/auth/token.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { systemActor } from '../../platform/db/actor.ts'

/**
 * Stores the result of a test of single sign-on, once. Does nothing for an unknown token.
 *
 * @param started.accessToken of the session here: only the user who started the test may see the claims.
 */
export async function keepSsoTest(
  { db, clock }: AuthContext,
  { token, accessToken }: { readonly token: string; readonly accessToken: string },
  result: Omit<SsoTestResult, 'at'>,
): Promise<void> {
  const read = readToken(token)
  if (read === null) return
  const { workplaceId, hash } = read
  const session = await findSession({ db, clock }, accessToken)
  const at = clock().toISOString()
  await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        name: 'sso_test_keep',
        text: `update sso_test set result = $3::jsonb where workplace_id = $1 and token_hash = $2 and result is null
          and user_id = $5 and created_at > $4::timestamptz - interval '1 hour'`,
        values: [workplaceId, hash, JSON.stringify({ ...result, at }), at, session?.user.id ?? null],
      },
    ]),
  )
}
