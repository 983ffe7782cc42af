import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { applicationRecord } from '../applications/application.ts'
import { refuseExpired } from '../licences/licence.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { DesignKind, DesignRow, DesignText } from './design-kind.ts'
import { insertStatement, versionStatement } from './write-design.ts'

export interface NewDesign<Row, Design> {
  /** Null for a template. */
  readonly applicationId: string | null
  readonly name: string
  /** Its first version; null for none. */
  readonly design: Design | null
  /** The note of its first version. */
  readonly note?: string | null
  /** Returns the values of columns that do not follow from the text, in the transaction. */
  readonly columns?: (tx: Tx) => Partial<Row> | Refusal | Promise<Partial<Row> | Refusal>
}

/** Creates a design. @returns its id. */
export async function insertDesign<Row extends DesignRow, Design extends DesignText>(
  { db, clock, runtime }: OperationContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { applicationId, name, design, note = null, columns = () => ({}) }: NewDesign<Row, Design>,
): Promise<string | Refusal> {
  const { user } = request
  const record = kind.recordOf({ applicationId })
  const id = runtime.newId()
  const refusal = record.refuse(user, { id, applicationId })
  if (refusal !== null) return refusal
  return withFreeNames(record, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const application = applicationId === null ? null : await loadRecord(tx, user, applicationRecord, applicationId)
      if (application instanceof Refusal) return application
      const at = clock()
      const unlicensed = await refuseExpired(tx, request.workplaceId, at)
      if (unlicensed !== null) return unlicensed
      const given = await columns(tx)
      if (given instanceof Refusal) return given
      const made = { id, applicationId, name, design, columns: given, note, at }
      await tx.batch(createdStatements(user, kind, made))
      return id
    }),
  )
}

interface Created<Row, Design> extends Omit<NewDesign<Row, Design>, 'columns' | 'note'> {
  readonly id: string
  readonly columns: Partial<Row>
  /** The note of its first version. */
  readonly note: string | null
  readonly at: Date
}

/** Returns the statements that write a new design: its row, and its first version. */
export function createdStatements<Row extends DesignRow, Design extends DesignText>(
  user: Person,
  { tables, columnsOf }: DesignKind<Row, Design>,
  { id, applicationId, name, design, columns: given, note, at }: Created<Row, Design>,
): Statement[] {
  const columns = design === null ? given : { ...columnsOf(design), ...given }
  const version = design === null ? 0 : 1
  const row = insertStatement(user, tables, { id, applicationId, name, version, columns, at })
  if (design === null) return [row]
  return [row, versionStatement(user, tables, { id, version, design, note, restoredFrom: null, savedAt: at })]
}
