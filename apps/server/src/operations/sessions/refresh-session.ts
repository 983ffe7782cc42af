import { refreshSession as exchange, type RefreshOutcome } from '../../platform/auth/session.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseRefresh } from './policy.ts'

/**
 * Exchanges the refresh token of a session for new tokens; without tokens when another tab has refreshed the session
 * meanwhile.
 */
export async function refreshSession(
  context: OperationContext & { readonly secret: string },
  refreshToken: string | undefined,
  options: { readonly isQuiet: boolean },
): Promise<Exclude<RefreshOutcome, { kind: 'over' }> | Refusal> {
  const outcome = refreshToken === undefined ? null : await exchange(context, refreshToken, options)
  return outcome === null || outcome.kind === 'over' ? refuseRefresh() : outcome
}
