import type { Role } from '@millrace/contract'
import { hasRole, type User } from '../platform/auth/user.ts'
import { type Refusal, refuse } from '../platform/errors/refusal.ts'
import { operators } from '../runtime/rights/start-rights.ts'

/** Null for whoever has one of the roles. */
export function needRole(user: User, roles: readonly Role[]): Refusal | null {
  return hasRole(user, roles)
    ? null
    : refuse('right.missing', `Expected the role ${roles.join(' or ')}, but you do not have it.`)
}

/** To operate: what is deployed, what runs, and what became of it. */
export function needOperator(user: User): Refusal | null {
  return needRole(user, operators)
}

/** What only programs do: work of external tasks, messages, variables beside a form. */
export function needEngine(user: User): Refusal | null {
  return needRole(user, ['RoleFullAPI'])
}
