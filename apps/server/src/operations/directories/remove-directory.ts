import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { remove } from '../records/remove-record.ts'
import { directoryRecord } from './directory.ts'

/**
 * Removes a directory and its runs. Its users and groups become local; the users need a password of this installation
 * to sign in.
 * @returns null on success, otherwise a refusal.
 */
export function removeDirectory(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return remove(context, request, directoryRecord, id)
}
