import type { UserImportField } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseBeyondUsers } from '../licences/licence.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseUser } from '../users/policy.ts'
import { type PlainRow, planRows } from './plan-rows.ts'
import { lockFound, readFacts, readRightsOf } from './read-facts.ts'
import type { RowValues } from './read-row.ts'
import type { RowOutcome } from './row-changes.ts'
import { writeRows } from './write-rows.ts'

export interface ReadImportRow {
  readonly position: number
  readonly values: RowValues
}

export interface RowsImport {
  readonly rows: readonly ReadImportRow[]
  /** The field that users are known by. */
  readonly key: UserImportField
  /** Whether the changes are rolled back, so that only the result is known. */
  readonly isDryRun: boolean
  /** Returns which of these users are in the file, and can be managers before their accounts exist. */
  readonly listInFile: (tx: Tx, usernames: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * Creates or changes the users of many rows by few statements in one transaction. It refuses nothing: special cases are
 * left to `importRow`, which decides them one by one. If anything fails, none of these rows is written.
 *
 * @returns the outcomes by position, without the rows that are left to `importRow`.
 */
export async function importRows(
  context: OperationContext,
  request: Request,
  { rows, ...how }: RowsImport,
): Promise<ReadonlyMap<number, RowOutcome>> {
  if (refuseUser(request.user, 'create') !== null) return new Map()
  let tried = rows
  // Rows that turn out to be unusual when they are written are left out of a second attempt.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { outcomes, unusual } = await tryRows(context, request, { rows: tried, ...how })
    if (unusual.size === 0) return outcomes
    tried = tried.filter(({ position }) => !unusual.has(position))
  }
  return new Map()
}

interface Attempt {
  readonly outcomes: ReadonlyMap<number, RowOutcome>
  /** Positions of rows because of which nothing was written. */
  readonly unusual: ReadonlySet<number>
}

const leftAll: Attempt = { outcomes: new Map(), unusual: new Set() }

async function tryRows({ db, clock, runtime }: OperationContext, request: Request, work: RowsImport): Promise<Attempt> {
  const { user } = request
  try {
    return await db.withTransaction(actorOf(request), async (tx): Promise<Attempt> => {
      const early = await readFacts(tx, user, work)
      // What was found is read again under its lock, unless nothing of it changes.
      const isChanging = planRows(user, work, early).some(({ isNew, changes }) => !isNew && changes.length > 0)
      const facts = isChanging ? await lockFound(tx, user, early) : early
      const plain = planRows(user, work, facts)
      const written = plain.filter(({ isNew, changes }) => isNew || changes.length > 0)
      const unusual = await write(tx, user, written, { newId: runtime.newId, at: clock() })
      if (unusual === null || unusual.size > 0) {
        await tx.rollback()
        return unusual === null ? leftAll : { outcomes: new Map(), unusual }
      }
      if (work.isDryRun) await tx.rollback()
      return {
        outcomes: new Map(plain.map(({ position, result, changes }) => [position, { result, changes }])),
        unusual: new Set(),
      }
    })
  } catch (error) {
    if (hasLostDatabase(error)) throw error
    // Row by row it becomes clear which one it is, and is logged.
    return leftAll
  }
}

interface Writing {
  readonly newId: () => string
  readonly at: Date
}

/** Writes the rows; null: something stands against all of them. Else the positions that stand against it. */
async function write(
  tx: Tx,
  user: Person,
  rows: readonly PlainRow[],
  { newId, at }: Writing,
): Promise<ReadonlySet<number> | null> {
  const none: ReadonlySet<number> = new Set()
  if (rows.length === 0) return none
  const changed = rows.filter(({ isNew }) => !isNew)
  const before = await findRefused(
    tx,
    user,
    changed.map((row) => ({ ...row, id: row.id ?? '' })),
  )
  if (before.size > 0) return before
  const withIds = rows.map((row) => ({ ...row, id: row.id ?? newId() }))
  const taken = await writeRows(tx, user, withIds, at)
  if (taken.size > 0) return taken
  if (changed.length < rows.length && (await refuseBeyondUsers(tx, user.workplaceId, at)) !== null) return null
  return findRefused(tx, user, withIds)
}

/** Returns the positions of accounts that the user may not manage with the rights that they have now. */
async function findRefused(
  tx: Tx,
  user: Person,
  rows: readonly { readonly position: number; readonly id: string; readonly hasValues: boolean }[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set()
  const rights = await readRightsOf(
    tx,
    user,
    rows.map(({ id }) => id),
  )
  const refused = rows.filter(({ id, hasValues }) => {
    const account = rights.get(id)
    if (account === undefined) return true
    const of = { id, ...account }
    return refuseUser(user, 'keep', of) !== null || (hasValues && refuseUser(user, 'arrange', of) !== null)
  })
  return new Set(refused.map(({ position }) => position))
}
