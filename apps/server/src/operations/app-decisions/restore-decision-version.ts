import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppDecisionRef, decisionRecord, findAppDecision } from './app-decision.ts'
import { findDecisionVersion } from './decision-versions.ts'
import { refuseDecisionDesigner } from './policy.ts'
import { type DecisionDesignSaved, saveDecisionDesign } from './save-decision-design.ts'

export interface DecisionVersionRestoring {
  readonly ref: AppDecisionRef
  /** Whose design is saved again. */
  readonly version: number
  /** The version that the user has seen as the last one. */
  readonly current: number
  readonly token: string | undefined
}

/** Saves the design of an earlier version as the next one. */
export async function restoreDecisionVersion(
  context: OperationContext,
  user: User,
  { ref, version, current, token }: DecisionVersionRestoring,
): Promise<DecisionDesignSaved | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const found = await context.db.read(user, async (tx) => {
    const decision = await findAppDecision(tx, workplaceId, ref)
    if (decision === null) return null
    return { decision, xml: await findDecisionVersion(tx, workplaceId, { decisionId: decision.id, version }) }
  })
  if (found === null) return noSuch(decisionRecord)
  const { decision, xml } = found
  if (xml === null)
    return refuse('thing.not-found', `Expected a version ${version} of “${decision.name}”, but there is none.`)
  return saveDecisionDesign(context, user, {
    ref,
    save: { xml, version: current, token, note: null, restoredFrom: version },
  })
}
