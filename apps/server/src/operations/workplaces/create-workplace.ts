import { randomUUID } from 'node:crypto'
import { limits, patterns } from '@millrace/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Administrator, createAdministrator } from '../administrators/create-administrator.ts'
import type { OperationContext } from '../operation-context.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'

/** The workplace to create. */
export interface NewWorkplace {
  readonly reference: string
  readonly name: string
  /** The database in which it is to live; null: the first one. */
  readonly database?: string | null
}

/**
 * Creates a workplace with an administrator, who has to choose a new password at the first sign-in. In another database
 * than the first, its entry in the directory is suspended until all of it is there.
 */
export async function createWorkplace(
  homes: Homes & Pick<OperationContext, 'clock'>,
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
  const isElsewhere = database !== null
  const entry = isElsewhere ? { ...row, cell: database, suspended_at: homes.clock() } : row
  if (!(await addRow(homes.db, by, entry)))
    return refuse('thing.exists', `Expected a new reference, but “${reference}” exists already. Choose another one.`)
  if (isElsewhere && !(await addRow(home, by, row)))
    throw new Error(`Expected no workplace “${reference}” in the database ${database}, but there is one.`)
  const administrator = await home.withTransaction(platformActor(by, id), (tx) =>
    createAdministrator(tx, { workplaceId: id, givenPassword: null, mustChangePassword: true }),
  )
  if (isElsewhere)
    await homes.db.withPlatformTransaction(by.cause, (tx) =>
      tx.query(kysely.updateTable('workplace').set({ suspended_at: null }).where('workplace_id', '=', id)),
    )
  return administrator
}

/** @returns false when the reference is taken. */
async function addRow(
  db: Database,
  { cause }: PlatformAdministrator,
  row: Insertable<DB['workplace']>,
): Promise<boolean> {
  const made = await db.withPlatformTransaction(cause, (tx) =>
    tx.query(
      kysely
        .insertInto('workplace')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('workplace_id'),
    ),
  )
  return made.length > 0
}
