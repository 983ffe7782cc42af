import type { PasswordContext } from '../platform/auth/directory-password.ts'
import type { OperationContext } from './operation-context.ts'

/** The parts of the operation context that are needed for checking passwords. */
export type WithPasswords = Pick<OperationContext, 'db' | 'clock' | 'runtime'>

/** Returns the context for checking passwords: database, clock, directories and secret. */
export function passwordContextOf({ db, clock, runtime }: WithPasswords): PasswordContext {
  return { db, clock, directories: runtime.directories, secret: runtime.secret }
}
