import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'

/** Restores a disabled design. @returns null on success. */
export function restoreDesign<Row extends DesignRow>(
  context: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  ref: DesignRef,
): Promise<Refusal | null> {
  return restore(context, request, recordOf(ref), { ref })
}
