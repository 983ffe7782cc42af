import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { decisionRecord } from './app-decision.ts'
import { versionStatement } from './decision-versions.ts'
import { changeDecisionFile, type ReadDecisionFile, readDecisionFile } from './design-file.ts'
import { newDecisionDesign } from './new-design.ts'
import { refuseDecisionDesigner } from './policy.ts'

/** What a designer says of a decision. */
export interface AppDecisionDetails {
  readonly name: string
  readonly key: string
}

/** Makes a decision with a table and no rules. @returns its id. */
export async function createAppDecision(
  context: OperationContext,
  user: User,
  { applicationId, details }: { readonly applicationId: string; readonly details: AppDecisionDetails },
): Promise<string | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const { key, name } = details
  const xml = await changeDecisionFile(context.runtime, user, { xml: newDecisionDesign(key), name: { key, name } })
  const design = await readDecisionFile(context.runtime, user, { xml, key })
  if (design instanceof Refusal) return design
  return insertAppDecision(context, user, { applicationId, name, design })
}

export interface InsertedDecision {
  readonly applicationId: string
  readonly name: string
  readonly design: ReadDecisionFile
}

/** @returns its id. */
export async function insertAppDecision(
  { db, clock, runtime }: OperationContext,
  user: User,
  { applicationId, name, design }: InsertedDecision,
): Promise<string | Refusal> {
  const id = runtime.newId()
  const at = clock()
  return withFreeNames(decisionRecord, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const application = await loadRecord(tx, user, applicationRecord, applicationId)
      if (application instanceof Refusal) return application
      await insertDecisionRow(tx, user, { id, applicationId: application.id, name, design, note: null, at })
      return id
    }),
  )
}

interface DecisionRowToInsert extends InsertedDecision {
  readonly id: string
  /** Of its first version. */
  readonly note: string | null
  readonly at: Date
}

/** The row of a decision and its first version. */
export async function insertDecisionRow(
  tx: Tx,
  user: User,
  { id, applicationId, name, design: { xml, decision }, note, at }: DecisionRowToInsert,
): Promise<void> {
  const { workplaceId, username } = user
  await tx.query(
    kysely.insertInto('app_decision').values({
      workplace_id: workplaceId,
      id,
      application_id: applicationId,
      name,
      decision_key: decision.key,
      decision_keys: [...decision.keys],
      created_at: at,
      created_by: username,
      updated_at: at,
      updated_by: username,
    }),
  )
  await tx.batch([versionStatement(user, { decisionId: id, version: 1, xml, note, restoredFrom: null, savedAt: at })])
}
