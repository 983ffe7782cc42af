import type { Request } from '../../platform/auth/request.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isOperator, mayStart, type StartRights } from '../../runtime/rights/start-rights.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor, type ProcessReference } from '../process-reference.ts'
import { hasRight, isWithinToken, needRoleOr } from '../rights.ts'

/** The facts on which the permissions for a process depend. */
export interface DefinitionRights extends StartRights {
  readonly key: string
  readonly is_startable: boolean
  readonly has_none_start: boolean
  readonly is_suspended: boolean
}

/**
 * Checks that the user may start a process. A process that the user may never start is reported as not found. Processes
 * that their model hides from lists can be started by callers with a permission beyond the model. Returns null if so,
 * otherwise a refusal.
 */
export function refuseStart(user: Person, definition: DefinitionRights): Refusal | null {
  const missing = refuseAnyStart(user)
  if (missing !== null) return missing
  const isFree = hasRight(user, 'instances.start', definition.key)
  if (!isFree && !(hasRole(user, ['RoleUser']) && mayStart(user, definition) && isWithinToken(user, definition.key)))
    return noSuchProcess()
  if (!isFree && (!definition.is_startable || !definition.has_none_start)) {
    return refuse(
      'definition.not-startable',
      'Expected a process that users can start, but its model does not permit it.',
    )
  }
  if (definition.is_suspended)
    return refuse(
      'definition.not-startable',
      'Expected a process that can be started, but it is suspended. Wait until it is activated again.',
    )
  return null
}

/**
 * Checks that the user may suspend or delete versions of a process and set their time to live. Returns null if so,
 * otherwise a refusal.
 */
export function refuseDefinition(
  context: OperationContext,
  request: Request,
  action: 'operate' | 'delete',
  thing: ProcessReference,
): Promise<Refusal | null> {
  return needFor(context, request, `definitions.${action}`, { thing, gone: noSuchProcess })
}

/**
 * Checks what does not depend on the process, before it is loaded. Returns null when the call may continue, otherwise a
 * refusal.
 */
export function refuseAnyStart(user: Person): Refusal | null {
  return needRoleOr(user, ['RoleUser'], 'instances.start')
}

export function canSeeDefinition(user: Person, definition: DefinitionRights): boolean {
  return isOperator(user) || mayStart(user, definition) || hasRight(user, 'definitions.read', definition.key)
}

export function noSuchProcess() {
  return refuse(
    'thing.not-found',
    'Expected a process that you have permission to start, but there is none with this id.',
  )
}
