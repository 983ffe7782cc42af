import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type InstanceRights, maySeeInstance } from '../../runtime/rights/instance-rights.ts'
import { isOperator, operators } from '../../runtime/rights/start-rights.ts'
import { needOperator, needRole } from '../rights.ts'

/** To change is what only operators do: suspend, set variables, send on, activate what is ad hoc. */
export type InstanceAction = 'see' | 'see-data' | 'retry' | 'cancel' | 'change'

export function can(user: User, action: InstanceAction, rights: InstanceRights): boolean {
  switch (action) {
    case 'see':
      return maySeeInstance(user, rights)
    case 'see-data':
    case 'cancel':
      return isOperator(user) || rights.starters.includes(user.username)
    case 'retry':
    case 'change':
      return isOperator(user)
  }
}

/** Null when the user may do that to the instance. One that he may not see is as good as none. */
export function refuseInstance(user: User, action: InstanceAction, instance: InstanceRights): Refusal | null {
  if (!can(user, 'see', instance)) return noSuchInstance()
  return can(user, action, instance) ? null : refuse('right.missing', sentences[action])
}

/** What can be told before it is known which instance it is. */
export function refuseAnyInstance(user: User, action: InstanceAction): Refusal | null {
  return action === 'retry' || action === 'change' ? needOperator(user) : needRole(user, ['RoleUser', ...operators])
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
  change: 'Expected to be a process administrator, but you are not. Ask one to change the instance.',
} satisfies Record<InstanceAction, string>
