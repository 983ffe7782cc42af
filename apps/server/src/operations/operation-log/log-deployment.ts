import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type LogContext, logOperation } from './logged-operation.ts'

export interface LoggedDeployment {
  readonly id: string
  /** Which unchanged files are skipped: none, all or nothing, or each. */
  readonly skips: 'nothing' | 'same' | 'same-files'
}

/** Returns the statement that logs a deployment by a user. Send it after those that create the deployment. */
export function logDeployment(context: LogContext, request: Request, { id, skips }: LoggedDeployment): Statement {
  const isFiltered = skips !== 'nothing'
  return logOperation(context, request, {
    operation: 'Create',
    entity: 'Deployment',
    category: 'Operator',
    changes: [
      { property: 'duplicateFilterEnabled', newValue: String(isFiltered) },
      ...(isFiltered ? [{ property: 'deployChangedOnly', newValue: String(skips === 'same-files') }] : []),
    ],
    to: { kind: 'deployment', id },
  })
}
