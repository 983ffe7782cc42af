import type { User } from '../../platform/auth/user.ts'
import { findFailed } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord, findApplications } from '../applications/application.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChange } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { findAppProcesses, processRecord } from './app-process.ts'
import { type CopiedProcess, copiedStatements, copyDesign, copyName, readProcessSources } from './copied-process.ts'
import { refuseProcessDesigner } from './policy.ts'

export interface AppProcessCopy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

/**
 * Copies processes with the last version of their designs, all of them or none. What they call is called by the copies too.
 *
 * @returns the ids of the copies.
 */
export async function copyAppProcesses(
  { db, clock, runtime }: OperationContext,
  user: User,
  copies: readonly AppProcessCopy[],
): Promise<string[] | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const sources = await db.read(user, (tx) => readSources(tx, user, copies))
  if (sources instanceof Refusal) return sources
  const made: CopiedProcess[] = []
  for (const [index, source] of sources.entries()) {
    const copy = copies[index]
    if (copy !== undefined) made.push(await copyDesign(runtime, user, { source, ...copy }))
  }
  const where = (field: string, error: unknown) =>
    copies.length === 1 ? field : `processes.${findFailed(error, copyName)}.${field}`
  return withFreeNames(
    processRecord,
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
async function readSources(tx: Tx, user: User, copies: readonly AppProcessCopy[]) {
  const { workplaceId } = user
  const found = await findAppProcesses(
    tx,
    workplaceId,
    copies.map(({ sourceId }) => sourceId),
  )
  const rows = []
  for (const [index, { sourceId }] of copies.entries()) {
    const row = found.get(sourceId)
    if (row === undefined) return noSuch(index, 'sourceId', 'a process of this workplace to copy')
    const refusal = refuseChange(user, processRecord, row)
    if (refusal !== null) return refuse(refusal.code, refusal.message, [fault(index, 'sourceId', refusal.message)])
    rows.push(row)
  }
  return readProcessSources(tx, workplaceId, rows)
}

async function refuseTargets(tx: Tx, user: User, copies: readonly AppProcessCopy[]): Promise<Refusal | null> {
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
  return { where: `processes.${index}.${field}`, message }
}
