import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { refuseApplicationDesigner, refuseApplicationReader } from '../applications/policy.ts'
import type { DesignRef } from '../designs/design-kind.ts'

/** The application of a design; null: any application. */
type Designed = Pick<DesignRef, 'applicationId'> | null

/** Checks that the user may design a process. Returns null if so, otherwise a refusal. */
export function refuseProcessDesigner(user: Person, ref: Designed): Refusal | null {
  return refuseApplicationDesigner(user, ref?.applicationId ?? null)
}

/**
 * Checks that the user may run trials of the current design of a process, which change nothing. Returns null if so,
 * otherwise a refusal.
 */
export function refuseProcessTrier(user: Person, ref: Designed): Refusal | null {
  return refuseApplicationReader(user, ref?.applicationId ?? null)
}
