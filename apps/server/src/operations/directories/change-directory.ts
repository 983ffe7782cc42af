import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { directoryRecord } from './directory.ts'
import { columnsOfDirectory, type EnteredDirectory } from './directory-columns.ts'

export interface DirectoryChange extends EnteredDirectory {
  readonly id: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
}

/** Changes a directory. Runs have the permissions of the caller from then on. @returns null on success, otherwise a refusal. */
export function changeDirectory(
  context: OperationContext & { readonly secret: string },
  request: Request,
  { id, revision, ...entered }: DirectoryChange,
): Promise<Refusal | null> {
  return change(context, request, directoryRecord, {
    ref: id,
    revision,
    columns: (tx, row) => columnsOfDirectory(tx, request, context, entered, row),
  })
}
