import { createTestDatabase, createUser } from '@millrace/server/testing'
import type pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { createWorkplace } from './operations/workplaces/create-workplace.ts'
import { deleteWorkplace } from './operations/workplaces/delete-workplace.ts'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import { findFilled } from './operations/workplaces/moving/moved-rows.ts'
import { suspendWorkplace } from './operations/workplaces/suspend-workplace.ts'
import type { Homes } from './operations/workplaces/workplace-home.ts'
import { listWorkplaceTables } from './operations/workplaces/workplace-tables.ts'
import { verifyPassword } from './platform/auth/password.ts'
import { identify } from './platform/db/cells/identify.ts'
import type { Database } from './platform/db/database.ts'

/**
 * Commands that are held up between the proof of their right and their next step, such as by a machine that was paused: their
 * connection ends meanwhile, so others have the right.
 */
const { db, admin } = await createTestDatabase()
const north = await createTestDatabase()
await north.admin.query('delete from workplace')
const installation = await identify(db, { installation: null, name: null })
await identify(north.db, { installation, name: 'north' })

const by = { kind: 'platform', cause: 'command workplace of a test' } as const
const homesOf = (first: Database, inNorth = north.db): Homes => {
  const cell = { name: 'north', db: inNorth, isOpen: true, close: async () => {} }
  return { db: first, cells: [{ ...cell, whenOpen: (callback) => callback(inNorth) }] }
}
const move = (to: string | null, first = db, inNorth = north.db) =>
  moveWorkplace(homesOf(first, inNorth), by, { reference, to, version: '1.2.3', waitMs: 200, settleMs: 0 })

let reference = ''
let workplaceId = ''
let count = 0
beforeEach(async () => {
  reference = `place-${++count}`
  await createWorkplace(homesOf(db), by, { reference, name: 'A place' })
  const { rows } = await admin.query('select workplace_id as id from workplace where reference = $1', [reference])
  workplaceId = rows[0].id
  await createUser(db, { workplaceId, username: 'ada' })
})

/** Ends the connection that gives a command its right to the workplace. */
const endRight = (id = workplaceId) =>
  admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended('millrace move ' || $1::uuid, 0)`,
    [id],
  )

/** Lists the tables in which a database has rows of the workplace, in the order in which they are copied. */
async function listFilled(of: pg.Pool): Promise<string[]> {
  const client = await of.connect()
  try {
    const tables = await listWorkplaceTables(client)
    const filled = await findFilled(client, tables, workplaceId)
    return tables.map(({ name }) => name).filter((name) => filled.has(name))
  } finally {
    client.release()
  }
}

/** The numbers of rows that a database has of the workplace, without what commands write themselves. */
async function countRows(of: pg.Pool): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const name of await listFilled(of)) {
    if (name.startsWith('audit_')) continue
    const { rows } = await of.query(`select count(*)::int from "${name}" where workplace_id = $1`, [workplaceId])
    counts[name] = rows[0].count
  }
  return counts
}

/** A command at a place where it waits. */
interface HeldUp {
  readonly first: Database
  /** Settles when the command is there. */
  readonly reached: Promise<void>
  goOn(): void
}

/**
 * The first database, for a command that waits after it has proven its right for the n-th time since its m-th transaction
 * there.
 */
function holdUp(transactions: number, proofs: number): HeldUp {
  const reached = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  let [done, proven] = [0, 0]
  const connect = async () => {
    const client = await db.pool.connect()
    const query = client.query.bind(client) as (...given: readonly unknown[]) => Promise<unknown>
    const held = async (...given: readonly unknown[]) => {
      const result = await query(...given)
      if (given[0] === 'select' && done >= transactions && ++proven === proofs) {
        reached.resolve()
        await going.promise
      }
      return result
    }
    return Object.assign(client, { query: held })
  }
  return {
    first: {
      ...db,
      pool: new Proxy(db.pool, { get: (pool, name) => (name === 'connect' ? connect : Reflect.get(pool, name, pool)) }),
      withPlatformTransaction: async (cause, work) => {
        const value = await db.withPlatformTransaction(cause, work)
        done++
        return value
      },
    },
    reached: reached.promise,
    goOn: going.resolve,
  }
}

/** The first database, in which something else happens just before a move that has copied all rows counts. */
function precededBySwitch(before: () => Promise<unknown>): Database {
  let isOver = false
  return {
    ...db,
    withPlatformTransaction: async (cause, work) => {
      if (!isOver && (await countRows(admin)).app_user !== undefined) {
        isOver = true
        await before()
      }
      return db.withPlatformTransaction(cause, work)
    },
  }
}

it('remove no row that another move has brought back', async () => {
  const before = await countRows(admin)
  // It has opened the workplace in the north, and removes the rows here, of which one table is gone.
  const held = holdUp(6, 3)
  const first = move('north', held.first)
  await held.reached
  await endRight()
  expect(await move('north')).toEqual({ kind: 'moved' })
  const back = precededBySwitch(async () => {
    held.goOn()
    await expect(first).rejects.toThrow('another one has changed it')
  })
  expect(await move(null, back)).toMatchObject({ kind: 'moved' })
  expect(await countRows(admin)).toEqual(before)
})

it('add no row to a copy of another move', async () => {
  await move('north')
  const { group_member: members, ...others } = await countRows(north.admin)
  expect(members).toBe(1)
  // It is to copy this table next.
  const held = holdUp(5, (await listFilled(north.admin)).indexOf('group_member') + 1)
  const first = move(null, held.first)
  await held.reached
  await endRight()
  expect(await move('north')).toEqual({ kind: 'undone' })
  await north.admin.query('delete from group_member where workplace_id = $1', [workplaceId])
  const again = precededBySwitch(async () => {
    held.goOn()
    await expect(first).rejects.toThrow('another one has changed it')
  })
  expect(await move(null, again)).toMatchObject({ kind: 'moved' })
  expect(await countRows(admin)).toEqual(others)
})

it('delete no workplace that is active again', async () => {
  const context = (first: Database) => ({ ...homesOf(first), clock: () => new Date() })
  const suspend = (isSuspended: boolean) => suspendWorkplace(context(db), by, { reference, isSuspended })
  for (const home of [null, 'north']) {
    if (home !== null) await move(home)
    const there = home === null ? admin : north.admin
    const before = await countRows(there)
    expect(await suspend(true)).toBeNull()
    let isFirst = true
    const late = (of: Database): Database => ({
      ...of,
      pool: new Proxy(of.pool, {
        get: (pool, name) =>
          name === 'connect'
            ? async () => {
                // The connection of its right, or that of the deletion.
                if (of !== db || !isFirst) {
                  await endRight()
                  expect(await suspend(false)).toBeNull()
                }
                isFirst = false
                return pool.connect()
              }
            : Reflect.get(pool, name, pool),
      }),
    })
    const given = home === null ? homesOf(late(db)) : homesOf(db, late(north.db))
    await expect(deleteWorkplace(given, by, reference)).rejects.toThrow('another one has changed it')
    expect(await countRows(there)).toEqual(before)
  }
})

it('suspend no workplace in the database that it has left', async () => {
  const late = beforeTransaction(db, async () => {
    await endRight()
    expect(await move('north')).toMatchObject({ kind: 'moved' })
  })
  const context = { ...homesOf(late), clock: () => new Date() }
  const suspending = suspendWorkplace(context, by, { reference, isSuspended: true })
  await expect(suspending).rejects.toThrow('another one has changed it')
  expect(await listSuspended()).toEqual([false, false])
})

it('suspend no workplace that others have opened again', async () => {
  await move('north')
  const context = (inNorth: Database) => ({ ...homesOf(db, inNorth), clock: () => new Date() })
  const suspend = (isSuspended: boolean, inNorth = north.db) =>
    suspendWorkplace(context(inNorth), by, { reference, isSuspended })
  const late = beforeTransaction(north.db, async () => {
    await endRight()
    await endLocks()
    expect(await suspend(true)).toBeNull()
    expect(await listSuspended()).toEqual([true, true])
    expect(await suspend(false)).toBeNull()
  })
  await expect(suspend(true, late)).rejects.toThrow()
  expect(await listSuspended()).toEqual([false, false])
})

/** A database in which something else happens before the first transaction of a command. */
function beforeTransaction(of: Database, others: () => Promise<unknown>): Database {
  let isFirst = true
  return {
    ...of,
    withPlatformTransaction: async (cause, work) => {
      if (isFirst) {
        isFirst = false
        await others()
      }
      return of.withPlatformTransaction(cause, work)
    },
  }
}

/** Ends the connections of transactions that wait for their command with a lock on a row of a workplace. */
const endLocks = () =>
  admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
      where relation = 'workplace'::regclass and mode = 'RowShareLock' and state = 'idle in transaction'`,
  )

/** Lists whether the workplace is suspended in the first database, and in the north if it is there. */
async function listSuspended(): Promise<boolean[]> {
  const text = 'select suspended_at is not null as suspended from workplace where workplace_id = $1'
  const both = await Promise.all([admin, north.admin].map((of) => of.query(text, [workplaceId])))
  return both.flatMap(({ rows }) => rows.map(({ suspended }) => suspended))
}

it('make no second administrator of a workplace that another command has created', async () => {
  const young = { reference: `young-${count}`, name: 'Young', database: 'north' }
  let password: string | null = null
  let isFirst = true
  const late: Database = {
    ...north.db,
    withTransaction: async (...given) => {
      if (isFirst) {
        isFirst = false
        const { rows } = await admin.query('select workplace_id as id from workplace where reference = $1', [
          young.reference,
        ])
        await endRight(rows[0].id)
        const made = await createWorkplace(homesOf(db), by, young)
        if (!('generatedPassword' in made)) throw made
        password = made.generatedPassword
      }
      return north.db.withTransaction(...given)
    },
  }
  await expect(createWorkplace(homesOf(db, late), by, young)).rejects.toThrow()
  const { rows } = await north.admin.query(
    `select username, password_hash as hash from app_user join workplace using (workplace_id) where reference = $1`,
    [young.reference],
  )
  expect(rows.map(({ username }) => username)).toEqual(['admin'])
  expect(await verifyPassword(password ?? '', rows[0].hash)).toBe(true)
  const find = 'select moving_at from workplace where reference = $1'
  for (const of of [admin, north.admin])
    expect((await of.query(find, [young.reference])).rows).toEqual([{ moving_at: null }])
})
