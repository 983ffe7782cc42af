import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { StoredExternal } from './external.ts'
import { type ExternalKind, externalTables } from './external-kinds.ts'

/** Null when the user may keep external systems and what belongs to them. */
export function refuseIntegrator(user: User): Refusal | null {
  return needRole(user, ['RoleIntegration'])
}

/** Null when the user may change that one, or ask by it. */
export function refuseExternal(
  user: User,
  kind: ExternalKind,
  { name, disabled_at, disabled_reason }: Pick<StoredExternal, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseIntegrator(user)
  if (refusal !== null || disabled_at === null) return refusal
  return refuse(
    'external.disabled',
    `Expected ${externalTables[kind].words} that is in use, but “${name}” is disabled: ${disabled_reason}. Restore it first.`,
  )
}
