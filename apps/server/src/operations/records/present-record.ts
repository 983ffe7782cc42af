import type { Disabled, Person } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import { noSuch } from './find-record.ts'
import type { DisabledColumns, RecordKind, RecordRow } from './record-kind.ts'

interface CreatedColumns {
  readonly created_at: Date
  readonly created_by: string | null
}

/** Reads one record for a surface, with the people that it names. Refuses with `thing.not-found`. */
export function getRecord<Row extends RecordRow & CreatedColumns & Partial<DisabledColumns>, Item>(
  db: Database,
  request: Request,
  kind: RecordKind<Row>,
  {
    id,
    present,
  }: { readonly id: string; readonly present: (row: Row, people: People, tx: Tx) => Item | Promise<Item> },
): Promise<Item | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const row = await kind.find(tx, workplaceId, id)
    if (row === null) return noSuch(kind)
    const names = [row.created_by, row.updated_by, row.disabled_by ?? null]
    return present(row, await readPeople(tx, workplaceId, names), tx)
  })
}

/** Returns the fields that all records have in answers: `recordFields` of the contract. */
export function presentRecord(row: RecordRow & CreatedColumns, people: People) {
  return {
    id: row.id,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(row.created_by),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(row.updated_by),
  }
}

/** Returns since when, by whom and why a record is disabled; null while it is enabled. */
export function presentDisabled(row: DisabledColumns, people: People): Disabled | null {
  const by: Person | null = people.find(row.disabled_by)
  return row.disabled_at === null ? null : { at: row.disabled_at.toISOString(), by, reason: row.disabled_reason ?? '' }
}
