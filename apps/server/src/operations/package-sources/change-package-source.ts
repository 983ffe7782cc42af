import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { makeDue } from './make-due.ts'
import { packageSourceRecord } from './package-source.ts'
import { columnsOfSource, type EnteredSource } from './source-columns.ts'

export interface PackageSourceChange extends EnteredSource {
  readonly id: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
}

/**
 * Changes a package source. Its packages are compared with the permissions of the caller from then on.
 *
 * @returns null on success, otherwise a refusal.
 */
export async function changePackageSource(
  context: OperationContext & { readonly secret: string },
  request: Request,
  { id, revision, ...entered }: PackageSourceChange,
): Promise<Refusal | null> {
  const refusal = await change(context, request, packageSourceRecord, {
    ref: id,
    revision,
    columns: (tx, row) => columnsOfSource(tx, request, context.secret, entered, row),
  })
  if (refusal === null) await makeDue(context.runtime, request, id)
  return refusal
}
