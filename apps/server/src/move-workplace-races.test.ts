import { createTestDatabase, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
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
const move = (to: string | null, inNorth = north.db) => {
  const cell = { name: 'north', db: inNorth, isOpen: true, close: async () => {} }
  const homes: Homes = { db, cells: [{ ...cell, whenOpen: (callback) => callback(inNorth) }] }
  return moveWorkplace(homes, by, { reference: 'default', to, version: '1.2.3', waitMs: 200, settleMs: 0 })
}

/** Another command that has taken the move, and closed the workplace again. */
const closeAgain = () =>
  north.admin.query('update workplace set moving_at = clock_timestamp() where workplace_id = $1', [workplaceId])
const isClosedInNorth = async () =>
  (
    await north.admin.query('select moving_at is not null as closed from workplace where workplace_id = $1', [
      workplaceId,
    ])
  ).rows[0]?.closed

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
