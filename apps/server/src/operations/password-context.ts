import type { PasswordContext } from '../platform/auth/directory-password.ts'
import type { OperationContext } from './operation-context.ts'

/** The parts of the operation context with which passwords are checked. */
export type WithPasswords = Pick<OperationContext, 'db' | 'clock' | 'runtime'>

/** Returns what passwords are checked with. */
export function passwordContextOf({ db, clock, runtime }: WithPasswords): PasswordContext {
  return { db, clock, directories: runtime.directories, secret: runtime.secret }
}
