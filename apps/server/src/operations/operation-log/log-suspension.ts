import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type LogContext, type LoggedOperation, logOperation } from './logged-operation.ts'

export interface LoggedSuspension {
  readonly entity: 'ProcessDefinition' | 'JobDefinition' | 'Job'
  readonly isSuspended: boolean
  readonly to: NonNullable<LoggedOperation['to']>
}

/**
 * Returns the statement that logs a suspension or activation by a user. A planned one is logged when it is planned: the
 * job that does it later acts for nobody, and Camunda 7 logs nothing then.
 */
export function logSuspension(
  context: LogContext,
  request: Request,
  { entity, isSuspended, to }: LoggedSuspension,
): Statement {
  return logOperation(context, request, {
    operation: `${isSuspended ? 'Suspend' : 'Activate'}${entity}`,
    entity,
    category: 'Operator',
    changes: [{ property: 'suspensionState', newValue: isSuspended ? 'suspended' : 'active' }],
    to,
  })
}
