import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { refuseApplicationDesigner } from '../applications/policy.ts'
import type { DesignRef } from '../designs/design-kind.ts'

/** The application of a design; null: any application. */
type Designed = Pick<DesignRef, 'applicationId'> | null

/** Checks that the user may design a decision. Returns null if so, otherwise a refusal. */
export function refuseDecisionDesigner(user: Person, ref: Designed): Refusal | null {
  return refuseApplicationDesigner(user, ref?.applicationId ?? null)
}
