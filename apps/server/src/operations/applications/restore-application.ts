import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { applicationRecord } from './application.ts'
import { refuseBeyondLicence } from './licence.ts'

/** Restores a disabled application. Refused when the licence covers no more. @returns null on success. */
export function restoreApplication(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, applicationRecord, {
    ref: id,
    refuse: (tx, { key }) => refuseBeyondLicence(tx, request.workplaceId, { at: context.clock(), key }),
  })
}
