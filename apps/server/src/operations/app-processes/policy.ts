import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { AppProcessRow } from './app-process.ts'

/** Null when the user may design processes. */
export function refuseProcessDesigner(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may try processes as they are designed: nothing is changed by that. */
export function refuseProcessTrier(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'], 'read')
}

/** Null when the user may change that process, or its design. */
export function refuseAppProcess(
  user: User,
  process: Pick<AppProcessRow, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null || process.disabled_at === null) return refusal
  return refuse(
    'app-process.disabled',
    `Expected a process that is in use, but “${process.name}” is disabled: ${process.disabled_reason}. Restore it first.`,
  )
}
