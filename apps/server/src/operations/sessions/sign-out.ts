import { endSession } from '../../platform/auth/session.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Ends the session of the tokens. Does nothing for a session that has ended.
 *
 * @returns the encrypted ID token of the provider, where the session began with single sign-on.
 */
export function signOut(context: OperationContext, tokens: readonly (string | undefined)[]): Promise<Buffer | null> {
  return endSession(context, tokens)
}
