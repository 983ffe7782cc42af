import type { Opening, Role } from '@millrace/contract'
import { hasRole, reaches, useSession } from './session.ts'

/**
 * Returns whether the user has a right to an object, by a role or by a permission of an own role; null: to all objects.
 */
export function useMay(right: RoleRight, thing: string | null): boolean {
  const session = useSession()
  const [subject] = right.split('.') as [keyof typeof roles]
  return hasRole(session, roles[subject]) || reaches(session, right, thing)
}

type RoleRight = Extract<Opening, `${keyof typeof roles}.${string}`>

/** The roles that have all rights to a kind of objects. */
const roles = {
  applications: ['RoleDesign'],
  'data-lists': ['RoleDesign'],
  'email-templates': ['RoleDesign'],
  'system-templates': ['RoleAdmin'],
  deployments: ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
