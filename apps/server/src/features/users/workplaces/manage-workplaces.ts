import { randomUUID } from 'node:crypto'
import { limits, patterns } from '@millrace/contract'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import { kysely } from '../../../platform/db/kysely.ts'
import { StartFailure } from '../../../platform/start-failure.ts'
import { type Administrator, createAdministrator } from '../create-administrator.ts'
import { listWorkplaceTables } from './workplace-tables.ts'

/** A workplace as the platform sees it. */
export interface PlatformWorkplace {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly isDefault: boolean
  readonly suspendedAt: Date | null
  readonly createdAt: Date
}

/** All workplaces, by reference. */
export async function listWorkplaces(db: Database): Promise<PlatformWorkplace[]> {
  return db.readPlatform((tx) => tx.query(selectWorkplace.orderBy('reference')))
}

/** @throws StartFailure when there is none with the reference. */
export async function getWorkplaceByReference(db: Database, reference: string): Promise<PlatformWorkplace> {
  const all = await listWorkplaces(db)
  const found = all.find((workplace) => workplace.reference.toLowerCase() === reference.toLowerCase())
  if (found === undefined)
    throw new StartFailure(
      `Expected a workplace with the reference “${reference}”, but there are only ${all.map((known) => known.reference).join(', ')}.`,
    )
  return found
}

/**
 * Makes a workplace with an administrator, who has to choose a password of his own at the first sign-in.
 *
 * @throws StartFailure when the reference cannot be one, or is taken.
 */
export async function createWorkplace(
  db: Database,
  { reference, name, cause }: { reference: string; name: string; cause: string },
): Promise<Administrator> {
  if (reference.length > limits.name || !patterns.nameWithoutSpaces.regex.test(reference))
    throw new StartFailure(
      `Expected a reference of at most ${limits.name} letters, digits, hyphens and underscores, but it is “${reference}”.`,
    )
  const id = randomUUID()
  const made = await db.withPlatformTransaction(cause, (tx) =>
    tx.query(
      kysely
        .insertInto('workplace')
        .values({ workplace_id: id, reference, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('workplace_id'),
    ),
  )
  if (made.length === 0)
    throw new StartFailure(
      `Expected a reference that no workplace has, but “${reference}” is taken. Choose another one.`,
    )
  return db.withTransaction(systemActor(id, cause), (tx) =>
    createAdministrator(tx, { workplaceId: id, givenPassword: null, mustChangePassword: true }),
  )
}

/** From now on nobody signs in, sessions and API tokens are worth nothing, and no job runs. It can be undone. */
export async function suspendWorkplace(
  db: Database,
  { id }: PlatformWorkplace,
  { now, cause }: { now: Date; cause: string },
): Promise<void> {
  await change(db, id, { suspended_at: now }, cause)
}

export async function resumeWorkplace(db: Database, { id }: PlatformWorkplace, cause: string): Promise<void> {
  await change(db, id, { suspended_at: null }, cause)
}

/** Remembers that all of it is about to be written into a file: nothing leaves the house without a word in the audit. */
export async function noteExport(
  db: Database,
  { id }: PlatformWorkplace,
  { now, cause }: { now: Date; cause: string },
): Promise<void> {
  await change(db, id, { exported_at: now }, cause)
}

async function change(
  db: Database,
  id: string,
  values: { suspended_at?: Date | null; exported_at?: Date },
  cause: string,
): Promise<void> {
  await db.withPlatformTransaction(cause, (tx) =>
    tx.query(kysely.updateTable('workplace').set(values).where('workplace_id', '=', id)),
  )
}

/**
 * Deletes a workplace with all that it has, at once and for ever. Only a suspended one, so that nobody is at work in it.
 *
 * @returns how many rows of each table.
 * @throws StartFailure
 */
export async function deleteWorkplace(
  db: Database,
  workplace: PlatformWorkplace,
  cause: string,
): Promise<Map<string, number>> {
  const { id, reference, isDefault, suspendedAt } = workplace
  if (isDefault)
    throw new StartFailure(
      `Expected another workplace than the default one, but “${reference}” is it. It cannot be deleted.`,
    )
  if (suspendedAt === null)
    throw new StartFailure(
      `Expected a suspended workplace, but people may be at work in “${reference}”. Suspend it first, and export it.`,
    )
  const client = await db.pool.connect()
  const counts = new Map<string, number>()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true), set_config('app.cause', $2, true)`, [id, cause])
    const tables = await listWorkplaceTables(client)
    for (const { name } of tables.filter(({ isAppendOnly }) => !isAppendOnly).toReversed()) {
      const { rowCount } = await client.query(`delete from ${client.escapeIdentifier(name)} where workplace_id = $1`, [
        id,
      ])
      counts.set(name, rowCount ?? 0)
    }
    await client.query('commit')
    return counts
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}

const selectWorkplace = kysely
  .selectFrom('workplace')
  .select([
    'workplace_id as id',
    'reference',
    'name',
    'is_default as isDefault',
    'suspended_at as suspendedAt',
    'created_at as createdAt',
  ])
