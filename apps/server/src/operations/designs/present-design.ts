import type { EditLock } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import { noSuch } from '../records/find-record.ts'
import { presentDisabled, presentRecord } from '../records/present-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'
import { findHolder, type LockHeld, type LockHolder } from './edit-lock.ts'

/** Converts the row of a design into the answer of a surface, without the text of the design. */
export type Present<Row, Item> = (row: Row, seen: Seen) => Item

/** Data that presenting a design needs in addition to its row: users and the lock holder. */
export interface Seen {
  readonly people: People
  /** The holder of the lock; null for none. */
  readonly holder: LockHolder | null
}

/** Reads one design for a surface, without its text. Refuses with `thing.not-found`. */
export async function getDesign<Row extends DesignRow, Item>(
  db: Database,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, present }: { readonly ref: DesignRef; readonly present: Present<Row, Item> },
): Promise<Item | Refusal> {
  const record = recordOf(ref)
  const { id } = ref
  if (!isUuid(id)) return noSuch(record)
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [row, holder] = await Promise.all([
      record.find(tx, workplaceId, ref),
      findHolder(tx, { workplaceId, designId: id }),
    ])
    return row === null ? noSuch(record) : presentRow(tx, row, { holder, present })
  })
}

/** Reads designs that an operation has just created, in its order. */
export async function getDesigns<Row extends DesignRow, Item>(
  db: Database,
  request: Request,
  { finder }: Pick<DesignKind<Row>, 'finder'>,
  { ids, present }: { readonly ids: readonly string[]; readonly present: Present<Row, Item> },
): Promise<Item[]> {
  const { user } = request
  return db.read(request, async (tx) => {
    const rows = await finder.findMany(tx, user.workplaceId, ids)
    const people = await readPeople(tx, user.workplaceId, [user.username])
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [present(row, { people, holder: null })]
    })
  })
}

/** Presents a row with the people that it names. */
export async function presentRow<Row extends DesignRow, Item>(
  tx: Tx,
  row: Row,
  { holder, present }: { readonly holder: LockHolder | null; readonly present: Present<Row, Item> },
): Promise<Item> {
  const names = [row.created_by, row.updated_by, row.disabled_by, holder?.username ?? null]
  return present(row, { people: await readPeople(tx, row.workplace_id, names), holder })
}

/** Returns the fields that the answers of all kinds of designs share. */
export function presentDesign(row: DesignRow, { people, holder }: Seen) {
  return {
    ...presentRecord(row, people),
    name: row.name,
    version: row.version,
    disabled: presentDisabled(row, people),
    editor:
      holder === null
        ? null
        : {
            holder: people.get(holder.username),
            since: holder.since.toISOString(),
            until: holder.until.toISOString(),
          },
  }
}

export async function presentLock(
  tx: Tx,
  { workplaceId }: Person,
  { token, username, since, until }: LockHeld,
): Promise<EditLock> {
  const people = await readPeople(tx, workplaceId, [username])
  return { token, holder: people.get(username), since: since.toISOString(), until: until.toISOString() }
}
