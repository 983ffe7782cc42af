import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'

/**
 * Disables a design: it keeps its name and key, the next deployment leaves it out, and nobody designs or copies it any
 * more. @returns null on success.
 */
export function disableDesign<Row extends DesignRow>(
  context: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, reason }: { readonly ref: DesignRef; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, recordOf(ref), { ref, reason })
}
