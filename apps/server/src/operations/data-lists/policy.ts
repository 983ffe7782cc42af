import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { StoredDataList } from './data-list.ts'

/** Null when the user may keep data lists. */
export function refuseListKeeper(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may change that list, or what is in it. */
export function refuseDataList(
  user: User,
  list: Pick<StoredDataList, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseListKeeper(user)
  if (refusal !== null || list.disabled_at === null) return refusal
  return refuse(
    'data-list.disabled',
    `Expected a data list that is in use, but “${list.name}” is disabled: ${list.disabled_reason}. Restore it first.`,
  )
}
