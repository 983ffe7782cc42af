import type { Request } from '../../platform/auth/request.ts'
import { operators } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type InstanceRights, maySeeInstance } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { hasRight, isWithinToken, need, needRoleOr, needSomewhere } from '../rights.ts'

export type InstanceAction = 'see' | 'see-data' | 'retry' | 'cancel' | 'force-end'

export function can(user: Person, action: InstanceAction, rights: InstanceRights): boolean {
  const { processKey, starters } = rights
  switch (action) {
    case 'see':
      return maySeeInstance(user, rights) && isWithinToken(user, processKey)
    case 'see-data':
      return isOperator(user) || starters.includes(user.username) || hasRight(user, 'instances.read', processKey)
    case 'cancel':
      return starters.includes(user.username) || hasRight(user, 'instances.delete', processKey)
    case 'retry':
      return hasRight(user, 'instances.operate', processKey)
    case 'force-end':
      return hasRight(user, 'instances.operate', processKey) && hasRight(user, 'instances.delete', processKey)
  }
}

/**
 * Checks that the user has the permission for an action on the instance. Returns null if so, otherwise a refusal. If
 * the user may not see the instance, it is the same refusal as for an unknown one.
 */
export function refuseInstance(user: Person, action: InstanceAction, instance: InstanceRights): Refusal | null {
  if (can(user, action, instance) && isWithinToken(user, instance.processKey)) return null
  return can(user, 'see', instance) ? refuse('right.missing', sentences[action]) : noSuchInstance()
}

/**
 * Checks what does not depend on the instance, before it is loaded. Returns null when the call may continue, otherwise
 * a refusal.
 */
export function refuseAnyInstance(user: Person, action: InstanceAction): Refusal | null {
  if (action === 'retry') return needSomewhere(user, 'instances.operate')
  if (action === 'force-end') return needSomewhere(user, 'instances.operate') ?? needSomewhere(user, 'instances.delete')
  if (action === 'cancel') return needRoleOr(user, ['RoleUser'], 'instances.delete')
  return needRoleOr(user, ['RoleUser', ...operators], 'instances.read')
}

/**
 * Checks that the user may change an instance as an operator: suspend it, move its tokens, or start ad-hoc activities.
 * Returns null if so, otherwise a refusal.
 */
export function refuseChange(
  context: OperationContext,
  request: Request,
  thing: { readonly kind: 'instance' | 'execution'; readonly id: string },
): Promise<Refusal | null> {
  return needFor(context, request, 'instances.operate', { thing, gone: noSuchInstance })
}

/** Checks that the user may change many instances at the same time. Returns null if so, otherwise a refusal. */
export function refuseManyChanges(user: Person): Refusal | null {
  return need(user, 'instances.operate')
}

export function noSuchInstance() {
  return refuse('thing.not-found', 'Expected an instance that you have access to, but there is none with this id.')
}

const sentences = {
  see: '',
  'see-data':
    'Expected the starter of the instance or a process administrator, but you are neither. You have no access to its variables and incidents.',
  cancel:
    'Expected the starter of the instance or a process administrator, but you are neither. Ask one of them to cancel the instance.',
  'force-end':
    'Expected a process administrator, but you are not one. Ask a process administrator to end the instance by force.',
  retry: 'Expected a process administrator, but you are not one. Ask a process administrator to retry.',
} satisfies Record<InstanceAction, string>
