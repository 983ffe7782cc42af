import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { loadRecord } from '../records/load-record.ts'
import { discardStatement, keepStatement } from './auto-save.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'

export interface DesignAutoSaving {
  readonly ref: DesignRef
  readonly text: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps the unsaved text of a user, finished or not, for this user alone. @returns when. */
export async function keepDesign<Row extends DesignRow>(
  { db, clock }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, text, version }: DesignAutoSaving,
): Promise<Date | Refusal> {
  const { user } = request
  const record = recordOf(ref)
  const refusal = record.refuse(user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  const savedAt = clock()
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await loadRecord(tx, user, record, ref)
    if (row instanceof Refusal) return row
    await tx.commit([keepStatement({ workplaceId, designId: row.id, userId }, { text, version, savedAt })])
    return savedAt
  })
}

/** Discards the unsaved text of a user. @returns null when it is done, or there was none. */
export async function discardDesign<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  ref: DesignRef,
): Promise<Refusal | null> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    await tx.commit([discardStatement({ workplaceId, designId: row.id, userId })])
    return null
  })
}
