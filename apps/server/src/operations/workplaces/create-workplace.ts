import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Administrator, createAdministrator } from '../administrators/create-administrator.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { closeThere } from './moving/close-there.ts'
import { type HeldWorkplace, holdWorkplace } from './moving/hold-workplace.ts'
import { announce, close, endMove, findMove, open, openClosed, readClosing, startMove } from './moving/move-state.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { refuseNames } from './workplace-names.ts'
import { findWorkplace } from './workplaces.ts'

/** The workplace to create. */
export interface NewWorkplace {
  readonly reference: string
  readonly name: string
  /** The name of the database for its rows; null: the first database. */
  readonly database?: string | null
}

/**
 * Creates a workplace with an administrator, who has to choose a new password at the first sign-in. In another database
 * than the first, it is closed until all of it is there. If that was interrupted, the same call starts again.
 */
export async function createWorkplace(
  homes: Homes,
  by: PlatformAdministrator,
  { reference, name, database = null }: NewWorkplace,
): Promise<Administrator | Refusal> {
  const refusal = refuseNames({ reference, name })
  if (refusal !== null) return refusal
  const home = findHome(homes, database)
  if (home instanceof Refusal) return home
  const id = randomUUID()
  const row = { workplace_id: id, reference, name }
  // In the first database with its administrator in one transaction: an interrupted command leaves nothing.
  if (database === null)
    return homes.db.withTransaction(platformActor(by, id), async (tx) =>
      (await addRow(tx, row)) ? addAdministrator(tx, id) : refuseExisting(reference),
    )
  const elsewhere: Elsewhere = { homes, by, database, home, row }
  const created = await startElsewhere(elsewhere)
  if (created !== null) return created
  const interrupted = await findInterrupted(homes, { reference, database })
  return interrupted === null ? refuseExisting(reference) : continueElsewhere({ ...elsewhere, row: interrupted })
}

/** A workplace to create in another database than the first. */
interface Elsewhere {
  readonly homes: Homes
  readonly by: PlatformAdministrator
  readonly database: string
  readonly home: Database
  readonly row: Insertable<DB['workplace']> & { readonly workplace_id: string }
}

/** @returns null when the reference is taken. */
function startElsewhere(elsewhere: Elsewhere): Promise<Administrator | Refusal | null> {
  const { homes, by, database, row } = elsewhere
  return hold(elsewhere, async (held) => {
    const isNew = await homes.db.withPlatformTransaction(by.cause, async (tx) => {
      if (!(await addRow(tx, { ...row, cell: database }))) return false
      await startMove(tx, held, { source: null, target: database, step: 'creating' })
      return true
    })
    return isNew ? build(elsewhere, held) : null
  })
}

/** Creates the workplace of an entry that an interrupted command has left. */
function continueElsewhere(elsewhere: Elsewhere): Promise<Administrator | Refusal> {
  return hold(elsewhere, async (held) => {
    // Another command may have completed it meanwhile.
    const move = await held.take()
    return move?.step === 'creating' && move.target === elsewhere.database
      ? build(elsewhere, held)
      : refuseExisting(elsewhere.row.reference)
  })
}

function hold<T>({ homes, by, row }: Elsewhere, work: (held: HeldWorkplace) => Promise<T>): Promise<T | Refusal> {
  return holdWorkplace({ db: homes.db, workplaceId: row.workplace_id, cause: by.cause }, work)
}

/** Creates all of the workplace in its database, from the beginning, and opens it. */
async function build({ by, home, row }: Elsewhere, held: HeldWorkplace): Promise<Administrator> {
  const { workplace_id: id } = row
  // What an interrupted command has left.
  await closeThere(home, held, by.cause)
  await clearWorkplace(home, held, { keepsEntry: false })
  const closedAt = await home.withPlatformTransaction(by.cause, async (tx) => {
    if (!(await addRow(tx, row)))
      throw new Error(`Expected no workplace “${row.reference}” in its database, but there is one.`)
    const [closed] = await tx.batch([close(id)])
    return readClosing(closed)
  })
  const administrator = await home.withTransaction(platformActor(by, id), (tx) => addAdministrator(tx, id))
  await home.withPlatformTransaction(by.cause, (tx) => openClosed(tx, id, closedAt))
  await held.change((tx) => tx.batch([open(id), endMove(id), announce]))
  return administrator
}

/** @returns the row of a workplace whose creation in the database was interrupted; null when there is none. */
async function findInterrupted(
  { db }: Homes,
  { reference, database }: { readonly reference: string; readonly database: string },
): Promise<Elsewhere['row'] | null> {
  const workplace = await findWorkplace(db, reference)
  if (workplace instanceof Refusal) return null
  const move = await findMove(db, workplace.id)
  if (move?.step !== 'creating' || move.target !== database) return null
  return { workplace_id: workplace.id, reference: workplace.reference, name: workplace.name }
}

function addAdministrator(tx: Tx, workplaceId: string): Promise<Administrator> {
  return createAdministrator(tx, { workplaceId, givenPassword: null, mustChangePassword: true })
}

function refuseExisting(reference: string): Refusal {
  return refuse(
    'thing.exists',
    `Expected a new reference, but “${reference}” exists already. Choose another reference.`,
  )
}

/** @returns false when the reference is taken. */
async function addRow(tx: Tx, row: Insertable<DB['workplace']>): Promise<boolean> {
  const made = await tx.query(
    kysely
      .insertInto('workplace')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('workplace_id'),
  )
  return made.length > 0
}
