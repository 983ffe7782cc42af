import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { makeDue } from './make-due.ts'
import { packageSourceRecord } from './package-source.ts'
import { refuseBeyondSources } from './refuse-beyond-sources.ts'

/** Restores a disabled package source. Refuses with `budget.exceeded` beyond the limit of sources in use. @returns null on success, otherwise a refusal. */
export async function restorePackageSource(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = await restore(context, request, packageSourceRecord, {
    ref: id,
    refuse: (tx) => refuseBeyondSources(tx, request.workplaceId),
  })
  if (refusal === null) await makeDue(context.runtime, request, id)
  return refusal
}
