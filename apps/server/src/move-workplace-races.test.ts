import { createTestDatabase, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createWorkplace } from './operations/workplaces/create-workplace.ts'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import type { Homes } from './operations/workplaces/workplace-home.ts'
import { identify } from './platform/db/cells/identify.ts'
import type { Database } from './platform/db/database.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const north = await createTestDatabase()
await north.admin.query('delete from workplace')
const installation = await identify(db, { installation: null, name: null })
await identify(north.db, { installation, name: 'north' })
await createUser(db, { workplaceId, username: 'ada' })

const by = { kind: 'platform', cause: 'command workplace move default' } as const
const homesOf = (inNorth: Database, first: Database): Homes => {
  const cell = { name: 'north', db: inNorth, isOpen: true, close: async () => {} }
  return { db: first, cells: [{ ...cell, whenOpen: (callback) => callback(inNorth) }] }
}
const move = (to: string | null, inNorth = north.db, first = db) =>
  moveWorkplace(homesOf(inNorth, first), by, { reference: 'default', to, version: '1.2.3', waitMs: 200, settleMs: 0 })

/** Another command that has taken the move, and closed the workplace again. */
const closeAgain = () =>
  north.admin.query('update workplace set moving_at = clock_timestamp() where workplace_id = $1', [workplaceId])
const isClosedInNorth = async () =>
  (
    await north.admin.query('select moving_at is not null as closed from workplace where workplace_id = $1', [
      workplaceId,
    ])
  ).rows[0]?.closed

/** The first database, in which another command does something just after the n-th transaction. */
function followed(nth: number, then: () => Promise<unknown>): Database {
  let count = 0
  return {
    ...db,
    withPlatformTransaction: async (cause, work) => {
      const value = await db.withPlatformTransaction(cause, work)
      if (++count === nth) await then()
      return value
    },
  }
}

/** Another command that has taken the move, and undone it. */
async function undoMove(): Promise<void> {
  for (const of of [admin, north.admin])
    await of.query('update workplace set moving_at = null where workplace_id = $1', [workplaceId])
  await admin.query('delete from workplace_move')
}
const findClosings = async () => [
  (await admin.query('select cell, moving_at from workplace where workplace_id = $1', [workplaceId])).rows,
  (await north.admin.query('select moving_at from workplace where workplace_id = $1', [workplaceId])).rows,
]

/** The other database, in which another command closes the workplace just before the n-th transaction. */
function overtaken(nth: number): Database {
  let count = 0
  return {
    ...north.db,
    withPlatformTransaction: async (cause, work) => {
      if (++count === nth) await closeAgain()
      return north.db.withPlatformTransaction(cause, work)
    },
  }
}

it('is not opened in its new database by a command that another one has overtaken', async () => {
  // The months of history, and the end.
  await expect(move('north', overtaken(2))).rejects.toThrow('another one has opened or closed it')
  expect(await isClosedInNorth()).toBe(true)
  expect(await move('north')).toMatchObject({ kind: 'moved' })
  expect(await isClosedInNorth()).toBe(false)
})

it('is not opened where it was by a command that undoes its move, and that another one has overtaken', async () => {
  const changing = await north.admin.connect()
  await changing.query('begin')
  await changing.query(`select pg_advisory_xact_lock_shared(hashtextextended('millrace changes ' || $1::uuid, 0))`, [
    workplaceId,
  ])
  // The closing, and the undoing because a change goes on.
  await expect(move(null, overtaken(2))).rejects.toThrow('another one has opened or closed it')
  expect(await isClosedInNorth()).toBe(true)
  await changing.query('rollback')
  changing.release()
  expect(await move('north')).toEqual({ kind: 'undone' })
  expect(await isClosedInNorth()).toBe(false)
  expect(await move(null)).toMatchObject({ kind: 'moved' })
})

it('stays open when another command has undone the move before it is closed again', async () => {
  // After the look for an earlier move, and the start.
  await expect(move('north', north.db, followed(2, undoMove))).rejects.toThrow('another one has taken it')
  expect(await findClosings()).toEqual([[{ cell: null, moving_at: null }], []])
  expect(await move('north')).toMatchObject({ kind: 'moved' })
  await expect(move(null, north.db, followed(2, undoMove))).rejects.toThrow('another one has taken it')
  expect(await findClosings()).toEqual([[{ cell: 'north', moving_at: null }], [{ moving_at: null }]])
})

it('is not closed where it lives by a command that another one has overtaken', async () => {
  const closed = async () => (await north.admin.query('select moving_at::text as at from workplace')).rows
  let closing: unknown
  const late: Database = {
    ...north.db,
    withPlatformTransaction: async (cause, work) => {
      if (closing === undefined) {
        await admin.query('update workplace_move set holder = gen_random_uuid()')
        await closeAgain()
        closing = await closed()
      }
      return north.db.withPlatformTransaction(cause, work)
    },
  }
  await expect(move(null, late)).rejects.toThrow('another one has opened or closed it')
  expect(await closed()).toEqual(closing)
  expect(await move('north')).toEqual({ kind: 'undone' })
  expect(await isClosedInNorth()).toBe(false)
  expect(await move(null)).toMatchObject({ kind: 'moved' })
})

it('stays open when another command has completed its creation', async () => {
  const complete = async () => {
    await admin.query(`update workplace set moving_at = null where reference = 'young'`)
    const { rows } = await admin.query(`select workplace_id from workplace where reference = 'young'`)
    await north.admin.query(`insert into workplace (workplace_id, reference, name) values ($1, 'young', 'Young')`, [
      rows[0].workplace_id,
    ])
    await admin.query('delete from workplace_move')
  }
  // After the entry of the directory.
  const homes = homesOf(north.db, followed(1, complete))
  const young = { reference: 'young', name: 'Young', database: 'north' }
  await expect(createWorkplace(homes, by, young)).rejects.toThrow('another one has taken it')
  const { rows } = await north.admin.query(`select moving_at from workplace where reference = 'young'`)
  expect(rows).toEqual([{ moving_at: null }])
})

it('is refused with a true reason where tables differ, and leaves the workplace open', async () => {
  const isOpen = async () =>
    (await admin.query('select moving_at from workplace where workplace_id = $1', [workplaceId])).rows
  await north.admin.query('alter table stored_file drop column uploaded_by')
  expect(await move('north')).toMatchObject({
    code: 'workplace.in-use',
    message: expect.stringContaining('stored_file is in one of them only, or has other columns'),
  })
  await north.admin.query('alter table stored_file add column uploaded_by text')
  await north.admin.query('alter table stored_file drop column type')
  await north.admin.query('alter table stored_file add column type text')
  expect(await move('north')).toMatchObject({
    code: 'workplace.in-use',
    message: expect.stringContaining('the columns of stored_file in the same order'),
  })
  await north.admin.query(
    `insert into migration (number, name, checksum) select max(number) + 1, 'later', 'x' from migration`,
  )
  expect(await move('north')).toMatchObject({ message: expect.stringContaining('the schema of another version') })
  expect(await isOpen()).toEqual([{ moving_at: null }])
})

it('refuses a change that began before the workplace was closed, and enters after it', async () => {
  // The function looks for this one first by its search path: it waits at the lock until it may go on.
  await admin.query(`create function pg_try_advisory_xact_lock_shared(key bigint) returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(4711);
      return pg_catalog.pg_try_advisory_xact_lock_shared(key);
    end $$`)
  const [writer, other] = [await admin.connect(), await admin.connect()]
  await writer.query('set search_path = public, pg_catalog')
  await other.query('select pg_advisory_lock(4711)')
  await writer.query('begin')
  const entering = writer.query('select millrace_enter($1)', [workplaceId])
  const outcome = entering.then(
    () => 'entered',
    (error: { readonly code?: string }) => error.code,
  )
  await expect
    .poll(
      async () =>
        (
          await other.query(
            `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount,
    )
    .toBe(1)
  await other.query('update workplace set moving_at = now() where workplace_id = $1', [workplaceId])
  await other.query('select pg_advisory_unlock(4711)')
  expect(await outcome).toBe('MR002')
  await writer.query('rollback')
  await other.query('update workplace set moving_at = null where workplace_id = $1', [workplaceId])
  await writer.query('begin')
  expect((await writer.query('select millrace_enter($1) as place', [workplaceId])).rows).toEqual([
    { place: workplaceId },
  ])
  await writer.query('rollback')
  for (const client of [writer, other]) client.release(true)
})
