import type { User } from '../../platform/auth/user.ts'
import { findFailed } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord, findApplications } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChange } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { decisionRecord, findAppDecisions } from './app-decision.ts'
import {
  type CopiedDecision,
  copiedStatements,
  copyDecisionDesign,
  copyName,
  readDecisionSources,
} from './copied-decision.ts'
import { findFreeKeysInside } from './free-names.ts'
import { refuseDecisionDesigner } from './policy.ts'

export interface AppDecisionCopy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

/**
 * Copies decisions with the last version of their designs, all of them or none. Other decisions in a file get keys that are free.
 *
 * @returns the ids of the copies.
 */
export async function copyAppDecisions(
  { db, clock, runtime }: OperationContext,
  user: User,
  copies: readonly AppDecisionCopy[],
): Promise<string[] | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  const sources = await db.read(user, (tx) => readSources(tx, user, copies))
  if (sources instanceof Refusal) return sources
  const made: CopiedDecision[] = []
  for (const [index, source] of sources.entries()) {
    const copy = copies[index]
    if (copy !== undefined) made.push(await copyDecisionDesign(runtime, user, { ...copy, ...source }))
  }
  const where = (field: string, error: unknown) =>
    copies.length === 1 ? field : `decisions.${findFailed(error, copyName)}.${field}`
  return withFreeNames(
    decisionRecord,
    () =>
      db.withTransaction(actorOf(user), async (tx) => {
        const refused = await refuseTargets(tx, user, copies)
        if (refused !== null) return refused
        await tx.batch(copiedStatements(user, made, clock()))
        return made.map(({ id }) => id)
      }),
    { where },
  )
}

/** What each is copied from, in their order. */
async function readSources(tx: Tx, user: User, copies: readonly AppDecisionCopy[]) {
  const { workplaceId } = user
  const found = await findAppDecisions(
    tx,
    workplaceId,
    copies.map(({ sourceId }) => sourceId),
  )
  const rows = []
  for (const [index, { sourceId }] of copies.entries()) {
    const row = found.get(sourceId)
    if (row === undefined) return noSuch(index, 'sourceId', 'a decision of this workplace to copy')
    const refusal = refuseChange(user, decisionRecord, row)
    if (refusal !== null) return refuse(refusal.code, refusal.message, [fault(index, 'sourceId', refusal.message)])
    rows.push(row)
  }
  const read = await readDecisionSources(tx, workplaceId, rows)
  const inside = await findFreeKeysInside(tx, workplaceId, rows)
  return read.map((source, index) => {
    const keys = new Map(inside[index])
    return { source, keys: keys.set(source.row.decision_key, copies[index]?.key ?? '') }
  })
}

async function refuseTargets(tx: Tx, user: User, copies: readonly AppDecisionCopy[]): Promise<Refusal | null> {
  const applications = await findApplications(
    tx,
    user.workplaceId,
    copies.map(({ applicationId }) => applicationId),
  )
  for (const [index, { applicationId }] of copies.entries()) {
    const target = applications.get(applicationId)
    if (target === undefined) return noSuch(index, 'applicationId', 'an application of this workplace')
    const closed = refuseChange(user, applicationRecord, target)
    if (closed !== null) return refuse(closed.code, closed.message, [fault(index, 'applicationId', closed.message)])
  }
  return null
}

function noSuch(index: number, field: 'sourceId' | 'applicationId', what: string): Refusal {
  const message = `Expected ${what}, but there is none with this id.`
  return refuse('thing.not-found', message, [fault(index, field, message)])
}

function fault(index: number, field: 'sourceId' | 'applicationId', message: string) {
  return { where: `decisions.${index}.${field}`, message }
}
