import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { remove } from '../records/remove-record.ts'
import { directoryRecord } from './directory.ts'

/**
 * Removes a directory, with its runs. Its users and their groups stay, as those of local users, who need a password here
 * to sign in. @returns null on success, otherwise a refusal.
 */
export function removeDirectory(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return remove(context, request, directoryRecord, id)
}
