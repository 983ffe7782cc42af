import type { SsoTestResult } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { refuseSsoTest } from './policy.ts'

/** Returns the result of the last test of the caller, for one hour; null without one. */
export async function readSsoTest(
  context: AuthContext & { readonly settings: InstallationSettings },
  request: Request,
): Promise<SsoTestResult | Refusal | null> {
  const refusal = refuseSsoTest(context, request)
  if (refusal instanceof Refusal) return refusal
  const [rows] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'sso_test_read',
        text: `select result::text from sso_test where workplace_id = $1 and user_id = $2 and result is not null
          and created_at > $3::timestamptz - interval '1 hour' order by created_at desc limit 1`,
        values: [request.workplaceId, request.user.id, context.clock().toISOString()],
      },
    ]),
  )
  const text = rows?.[0]?.[0]
  return text == null ? null : (JSON.parse(text) as SsoTestResult)
}
