import { endSession } from '../../platform/auth/session.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Ends the session of the tokens, whoever comes with them. Ending what has ended changes nothing.
 *
 * @returns what the provider said of the user, sealed, where the session began there.
 */
export function signOut(context: OperationContext, tokens: readonly (string | undefined)[]): Promise<Buffer | null> {
  return endSession(context, tokens)
}
