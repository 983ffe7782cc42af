import { endSession, type SessionOptions, type SessionTokens, startSession } from '../../platform/auth/session.ts'
import type { OperationContext } from '../operation-context.ts'

export interface NewSession extends SessionOptions {
  /** Earlier session tokens of the browser, including foreign ones that somebody planted in it: their sessions end. */
  readonly replaces: readonly (string | undefined)[]
}

/** Begins the session of a user who has just signed in. */
export async function beginSession(
  context: OperationContext,
  { replaces, ...session }: NewSession,
): Promise<SessionTokens> {
  await endSession(context, replaces)
  return startSession(context, session)
}
