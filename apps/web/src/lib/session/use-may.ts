import type { Opening, Role } from '@millrace/contract'
import { hasRole, reaches, useSession } from './session.ts'

/** Whether the user has a right to a thing, by a role or by a permission of an own role; null: to all of them. */
export function useMay(right: DesignRight, thing: string | null): boolean {
  const session = useSession()
  return hasRole(session, designers) || reaches(session, right, thing)
}

type DesignRight = Extract<Opening, `applications.${string}` | `data-lists.${string}`>

const designers: readonly Role[] = ['RoleDesign']
