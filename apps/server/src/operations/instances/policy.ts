import type { User } from '../../platform/auth/user.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { type InstanceRights, maySeeInstance } from '../../runtime/rights/instance-rights.ts'
import { isOperator, mayStart, type StartRights } from '../../runtime/rights/start-rights.ts'

export type InstanceAction = 'see' | 'see-data' | 'retry' | 'cancel'

export function can(user: User, action: InstanceAction, rights: InstanceRights): boolean {
  switch (action) {
    case 'see':
      return maySeeInstance(user, rights)
    case 'see-data':
    case 'cancel':
      return isOperator(user) || rights.starters.includes(user.username)
    case 'retry':
      return isOperator(user)
  }
}

/** @throws Refusal. An instance that the user may not see is as good as none. */
export function assertCan(user: User, action: InstanceAction, instance: InstanceRights): void {
  if (!can(user, 'see', instance)) throw noSuchInstance()
  if (!can(user, action, instance)) throw refuse('right.missing', sentences[action])
}

export function noSuchInstance() {
  return refuse('thing.not-found', 'Expected an instance that you may see, but there is none with this id.')
}

const sentences = {
  see: '',
  'see-data':
    'Expected to have started the instance or to be a process administrator, but you are neither. Its variables and incidents are not for you to see.',
  cancel:
    'Expected to have started the instance or to be a process administrator, but you are neither. Ask one of them to cancel it.',
  retry: 'Expected to be a process administrator, but you are not. Ask one to try again.',
} satisfies Record<InstanceAction, string>

/** What the rights on a process depend on. */
export interface DefinitionRights extends StartRights {
  readonly is_startable: boolean
  readonly has_none_start: boolean
  readonly is_suspended: boolean
}

/** @throws Refusal. A process that the user may never start is as good as none. */
export function assertCanStart(user: User, definition: DefinitionRights): void {
  if (!mayStart(user, definition)) throw noSuchProcess()
  if (!definition.is_startable || !definition.has_none_start) {
    throw refuse(
      'definition.not-startable',
      'Expected a process that users can start, but its model does not let them.',
    )
  }
  if (definition.is_suspended)
    throw refuse(
      'definition.not-startable',
      'Expected a process that can be started, but it is suspended. Wait until it is activated again.',
    )
}

export function canSeeDefinition(user: User, definition: DefinitionRights): boolean {
  return isOperator(user) || mayStart(user, definition)
}

export function noSuchProcess() {
  return refuse('thing.not-found', 'Expected a process that you may start, but there is none with this id.')
}
