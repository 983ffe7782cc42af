import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { decisionDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type AppDecisionRef, type AppDecisionRow, decisionRecord } from './app-decision.ts'
import type { AppDecisionDetails } from './create-app-decision.ts'
import { findDecisionVersion, versionStatement } from './decision-versions.ts'
import { changeDecisionFile, readDecisionFile } from './design-file.ts'
import { refuseDecisionDesigner } from './policy.ts'

export interface AppDecisionChange extends AppDecisionDetails {
  readonly ref: AppDecisionRef
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/**
 * Changes what a decision is called. It is written into its design, as its next version: so it is refused while somebody
 * else is at it. Null when it is done.
 */
export async function changeAppDecision(
  { db, clock, runtime }: OperationContext,
  user: User,
  { ref, name, key, revision }: AppDecisionChange,
): Promise<Refusal | null> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const early = await db.read(user, async (tx) => {
    const decision = await loadRecord(tx, user, decisionRecord, ref)
    if (decision instanceof Refusal) return decision
    const { id: decisionId, version } = decision
    return { decision, xml: await findDecisionVersion(tx, workplaceId, { decisionId, version }) }
  })
  if (early instanceof Refusal) return early
  const isSame = name === early.decision.name && key === early.decision.decision_key
  const design =
    isSame || early.xml === null
      ? null
      : await readDecisionFile(runtime, user, {
          xml: await rewrite(early.decision, early.xml),
          key,
        })
  if (design instanceof Refusal) return design
  return withFreeNames(decisionRecord, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const decision = await loadRecord(tx, user, decisionRecord, ref, { lock: true })
      if (decision instanceof Refusal) return decision
      const changed = await refuseChangedMeanwhile(tx, decision, revision)
      if (changed !== null) return changed
      if (design === null) return null
      const save = { token: undefined, version: early.decision.version }
      const refused = await refuseOthers(tx, user, { kind: decisionDesigns, design: decision, save })
      if (refused !== null) return refused
      const at = clock()
      const version = decision.version + 1
      await tx.query(
        kysely
          .updateTable('app_decision')
          .set({
            name,
            decision_key: key,
            decision_keys: [...design.decision.keys],
            revision: decision.revision + 1,
            version,
            updated_at: at,
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', decision.id),
      )
      const next = { decisionId: decision.id, version, note: 'Details changed', restoredFrom: null, savedAt: at }
      await tx.batch([versionStatement(user, { ...next, xml: design.xml })])
      return null
    }),
  )

  function rewrite({ decision_key }: AppDecisionRow, xml: string): Promise<string> {
    return changeDecisionFile(runtime, user, {
      xml,
      name: { key: decision_key, name },
      ...(key !== decision_key && { keys: [[decision_key, key]] as const }),
    })
  }
}
