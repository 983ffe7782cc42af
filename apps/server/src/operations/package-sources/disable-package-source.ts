import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { packageSourceRecord } from './package-source.ts'

/** Disables a package source: it keeps its name, and nobody changes it. @returns null on success, otherwise a refusal. */
export function disablePackageSource(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, packageSourceRecord, { ref: id, reason })
}
