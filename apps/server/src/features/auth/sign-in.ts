import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { AuthContext, User } from '../../platform/auth/user.ts'

export interface SignIn {
  readonly username: string
  readonly password: string
  /** Reference; the default workplace without one. */
  readonly workplace?: string | undefined
}

/** Null for whatever does not fit together: nobody learns which part. */
export async function signIn(context: AuthContext, { username, password, workplace }: SignIn): Promise<User | null> {
  const workplaceId = await findWorkplaceId(context.db, workplace ?? null)
  const verified = await checkCredentials(context, { workplaceId, username, password })
  return verified?.user ?? null
}
