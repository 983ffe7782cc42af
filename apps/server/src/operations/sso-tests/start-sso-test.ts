import type { Request } from '../../platform/auth/request.ts'
import { createToken } from '../../platform/auth/token.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSsoTest } from './policy.ts'

/** Starts a test of single sign-on. @returns the token that the sign-in at the provider carries. */
export async function startSsoTest(
  context: OperationContext & { readonly settings: InstallationSettings },
  request: Request,
): Promise<string | Refusal> {
  const refusal = refuseSsoTest(context, request)
  if (refusal !== null) return refusal
  const { workplaceId, user } = request
  const { text, hash } = createToken(workplaceId)
  const now = context.clock().toISOString()
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'sso_test_sweep',
        text: `delete from sso_test where workplace_id = $1 and (user_id = $2 or created_at < $3::timestamptz - interval '1 hour')`,
        values: [workplaceId, user.id, now],
      },
      {
        name: 'sso_test_start',
        text: 'insert into sso_test (workplace_id, token_hash, user_id, created_at) values ($1, $2, $3, $4)',
        values: [workplaceId, hash, user.id, now],
      },
    ]),
  )
  return text
}
