import type { SsoTestResult } from '@millrace/contract'
import { readToken } from '../../platform/auth/token.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { systemActor } from '../../platform/db/actor.ts'

/**
 * Stores the result of a test, once. A token that no test has stores nothing.
 *
 * @param started.userId who is signed in here: nobody else may see the claims of whom a link to a test was sent to.
 */
export async function keepSsoTest(
  { db, clock }: AuthContext,
  { token, userId }: { readonly token: string; readonly userId: string | null },
  result: Omit<SsoTestResult, 'at'>,
): Promise<void> {
  const read = readToken(token)
  if (read === null) return
  const { workplaceId, hash } = read
  const at = clock().toISOString()
  await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        name: 'sso_test_keep',
        text: `update sso_test set result = $3::jsonb where workplace_id = $1 and token_hash = $2 and result is null
          and user_id = $5 and created_at > $4::timestamptz - interval '1 hour'`,
        values: [workplaceId, hash, JSON.stringify({ ...result, at }), at, userId],
      },
    ]),
  )
}
