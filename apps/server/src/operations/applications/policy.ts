import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { needOn } from '../rights.ts'

/**
 * Checks that the user may design an application. Returns null if so, otherwise a refusal.
 *
 * @param id the application; null to create one.
 */
export function refuseApplicationDesigner(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'applications.design', id)
}

/**
 * Checks that the user may deploy or undeploy an application. Returns null if so, otherwise a refusal.
 *
 * @param id the application; null for any application.
 */
export function refuseApplicationDeployer(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'applications.deploy', id)
}

/** Checks that the user may read the designs of an application. Returns null if so, otherwise a refusal. */
export function refuseApplicationReader(user: Person, id: string | null): Refusal | null {
  return needOn(user, 'applications.read', id)
}
