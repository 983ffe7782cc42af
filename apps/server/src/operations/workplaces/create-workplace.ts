import { randomUUID } from 'node:crypto'
import { limits, patterns } from '@millrace/contract'
import type { Insertable } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Administrator, createAdministrator } from '../administrators/create-administrator.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { holdMove } from './moving/hold-move.ts'
import { announce, close, endMove, findMove, open, startMove } from './moving/move-state.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { findWorkplace } from './workplaces.ts'

/** The workplace to create. */
export interface NewWorkplace {
  readonly reference: string
  readonly name: string
  /** The database in which it is to live; null: the first one. */
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
  if (reference.length > limits.name || !patterns.nameWithoutSpaces.regex.test(reference))
    return refuse(
      'request.invalid',
      `Expected a reference of at most ${limits.name} letters, digits, hyphens and underscores, but it is “${reference}”.`,
    )
  const home = findHome(homes, database)
  if (home instanceof Refusal) return home
  const id = randomUUID()
  const row = { workplace_id: id, reference, name }
  if (database === null)
    return (await homes.db.withPlatformTransaction(by.cause, (tx) => addRow(tx, row)))
      ? addAdministrator(home, by, id)
      : refuseExisting(reference)
  const isNew = await homes.db.withPlatformTransaction(by.cause, async (tx) => {
    if (!(await addRow(tx, { ...row, cell: database }))) return false
    await startMove(tx, id, { source: null, target: database, step: 'creating' })
    return true
  })
  const entry = isNew ? id : await findInterrupted(homes, { reference, database })
  if (entry === null) return refuseExisting(reference)
  return createElsewhere(homes, by, { row: { ...row, workplace_id: entry }, home })
}

/** Creates the workplace of an entry in its database, from the beginning. */
async function createElsewhere(
  homes: Homes,
  by: PlatformAdministrator,
  { row, home }: { readonly row: Insertable<DB['workplace']>; readonly home: Database },
): Promise<Administrator | Refusal> {
  const { workplace_id: id } = row
  const held = await holdMove(homes.db, id)
  if (held instanceof Refusal) return held
  try {
    await home.withPlatformTransaction(by.cause, (tx) => tx.batch([close(id)]))
    await clearWorkplace(home, id, { keepsEntry: false })
    await home.withPlatformTransaction(by.cause, async (tx) => {
      if (!(await addRow(tx, row)))
        throw new Error(`Expected no workplace “${row.reference}” in its database, but there is one.`)
      await tx.batch([close(id)])
    })
    const administrator = await addAdministrator(home, by, id)
    await home.withPlatformTransaction(by.cause, (tx) => tx.batch([open(id)]))
    await homes.db.withPlatformTransaction(by.cause, (tx) => tx.batch([open(id), endMove(id), announce]))
    return administrator
  } finally {
    await held.release()
  }
}

/** @returns the id of a workplace whose creation in the database was interrupted; null when there is none. */
async function findInterrupted(
  { db }: Homes,
  { reference, database }: { readonly reference: string; readonly database: string },
): Promise<string | null> {
  const workplace = await findWorkplace(db, reference)
  if (workplace instanceof Refusal) return null
  const move = await findMove(db, workplace.id)
  return move?.step === 'creating' && move.target === database ? workplace.id : null
}

function addAdministrator(home: Database, by: PlatformAdministrator, workplaceId: string): Promise<Administrator> {
  return home.withTransaction(platformActor(by, workplaceId), (tx) =>
    createAdministrator(tx, { workplaceId, givenPassword: null, mustChangePassword: true }),
  )
}

function refuseExisting(reference: string): Refusal {
  return refuse('thing.exists', `Expected a new reference, but “${reference}” exists already. Choose another one.`)
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
