import { roles } from '@millrace/contract'
import {
  createApiToken,
  createTestApp,
  createTestDatabase,
  createUser,
  createWorkplace,
} from '@millrace/server/testing'
import type pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { verifyChain } from './operations/audit/chain.ts'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import { clearWorkplace } from './operations/workplaces/moving/clear-workplace.ts'
import { beginRows, sumRows } from './operations/workplaces/moving/moved-rows.ts'
import type { Homes } from './operations/workplaces/workplace-home.ts'
import { listWorkplaceTables } from './operations/workplaces/workplace-tables.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { systemActor } from './platform/db/actor.ts'
import { identify } from './platform/db/cells/identify.ts'
import { routeByWorkplace } from './platform/db/cells/route-by-workplace.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { fillTables } from './testing/fill-tables.ts'
import { fillWorkplace } from './testing/fill-workplace.ts'
import { openMessageProxy } from './testing/message-proxy.ts'

const { db, admin, app, connectionString, workplaceId, signInAs } = await createTestApp()
const north = await createTestDatabase()
const south = await createTestDatabase()
await north.admin.query('delete from workplace')
await south.admin.query('delete from workplace')
const installation = await identify(db, { installation: null, name: null })
await identify(north.db, { installation, name: 'north' })
await identify(south.db, { installation, name: 'south' })
const homes = homesOf(db, north.db, south.db)
const version = '1.2.3'
const by = { kind: 'platform', cause: 'command workplace move default' } as const
const move = (to: string | null, given: Homes = homes) =>
  moveWorkplace(given, by, { reference: 'default', to, version, waitMs: 300, settleMs: 0 })

const marker = 'MOVING'
const user = await createUser(db, { workplaceId, username: 'ada', roles, groups: ['camunda-admin', 'clerks'] })
const authorization = `Bearer ${await createApiToken(db, user)}`
await fillWorkplace({ app, authorization, client: await signInAs(user), marker })

function homesOf(first: Database, inNorth: Database, inSouth: Database): Homes {
  const cellOf = (name: string, of: Database) => ({
    ...{ name, db: of, isOpen: true, close: async () => {} },
    whenOpen: (callback: (opened: Database) => void) => callback(of),
  })
  return { db: first, cells: [cellOf('north', inNorth), cellOf('south', inSouth)] }
}

/** What a database has of a workplace, by table, without what a move itself writes. */
async function sum(of: pg.Pool, id = workplaceId) {
  const client = await of.connect()
  try {
    const tables = (await listWorkplaceTables(client)).filter(
      ({ name }) => name !== 'workplace' && !/^audit_(revision|entry|counter)$/.test(name),
    )
    await beginRows(client, id, 'reads')
    const sums: [string, object][] = []
    for (const table of tables) sums.push([table.name, await sumRows(client, table, id)])
    await client.query('commit')
    return Object.fromEntries(sums)
  } finally {
    client.release()
  }
}

async function countRows(of: pg.Pool, id = workplaceId): Promise<number> {
  const client = await of.connect()
  try {
    let total = 0
    for (const { name } of await listWorkplaceTables(client))
      total += Number(
        (await client.query(`select count(*) from "${name}" where workplace_id = $1`, [id])).rows[0].count,
      )
    return total
  } finally {
    client.release()
  }
}

async function verify(of: pg.Pool) {
  const client = await of.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const report = await verifyChain(client, workplaceId, {
      key: createInstallationKey('the secret of a test, long enough for one'),
    })
    await client.query('commit')
    return report
  } finally {
    client.release()
  }
}

const directory = async () =>
  (await admin.query('select cell, moving_at from workplace where workplace_id = $1', [workplaceId])).rows[0]
const findMoves = async () => (await admin.query('select step from workplace_move')).rows

it('moves all rows with their audit, from the first database to another, on to a third, and back', async () => {
  const before = await sum(admin)
  for (const [to, there, others] of [
    ['north', north.admin, [admin, south.admin]],
    ['south', south.admin, [admin, north.admin]],
    [null, admin, [north.admin, south.admin]],
  ] as const) {
    expect(await move(to)).toMatchObject({ kind: 'moved', tables: expect.any(Number) })
    expect(await directory()).toEqual({ cell: to, moving_at: null })
    expect(await sum(there)).toEqual(before)
    const report = await verify(there)
    expect(report.fault).toBeNull()
    expect(report.revisions).toBeGreaterThan(10)
    // In the first database, the entry of the directory stays, with the audit of its own changes.
    for (const other of others) if (other !== admin) expect(await countRows(other)).toBe(0)
    expect(await sum(others[0])).toEqual(expect.objectContaining({ instance: { rows: 0, digest: '0', longest: 0 } }))
    expect(await findMoves()).toEqual([])
  }
})

it('is followed by calls: refused while it lasts, and answered from the new database afterwards', async () => {
  const first = openDatabase({ connectionString, refusesMoved: true })
  const routed = routeByWorkplace({ first, cells: homes.cells ?? [] })
  const users = () =>
    routed.read({ workplaceId }, (tx) =>
      tx.batch([{ name: 'users', text: 'select count(*) from app_user', values: [] }]),
    )
  const change = () =>
    routed.withTransaction(systemActor(workplaceId, 'test'), (tx) =>
      tx.commit([{ name: 'change', text: 'update app_user set first_name = first_name', values: [] }]),
    )
  const count = await users()
  await admin.query('update workplace set moving_at = now() where workplace_id = $1', [workplaceId])
  // A server that has not heard of the move yet.
  await expect(change()).rejects.toMatchObject({ code: 'MR002' })
  await expect(users()).rejects.toMatchObject({ code: 'MR002' })
  await admin.query('update workplace set moving_at = null where workplace_id = $1', [workplaceId])
  await change()
  await move('north')
  await expect(change()).rejects.toMatchObject({ code: 'MR002' })
  await change()
  expect(await users()).toEqual(count)
  await move(null)
  routed.forgetHomes()
  expect(await users()).toEqual(count)
  await first.close()
})

it('waits for changes that have started, and is undone when they do not end', async () => {
  const writing = openDatabase({ connectionString, refusesMoved: true })
  const { promise: written, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const text = 'update app_user set first_name = first_name'
  const change = writing.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
    await tx.batch([{ name: 'change', text, values: [] }])
    begin()
    await written
  })
  await hasBegun
  expect(await move('north')).toMatchObject({ code: 'workplace.in-use' })
  expect([await directory(), await findMoves()]).toEqual([{ cell: null, moving_at: null }, []])
  end()
  await change
  await writing.close()
})

it('is refused where the workplace lives already, in unknown databases, and beside another command', async () => {
  expect(await move(null)).toMatchObject({ code: 'thing.exists' })
  expect(await move('west')).toMatchObject({ code: 'thing.not-found' })
  const both = await Promise.all([move('north'), move('north')])
  expect(both.filter((one) => 'code' in one)).toEqual([expect.objectContaining({ code: 'workplace.in-use' })])
  await move(null)
})

it('continues, or is undone, when it was interrupted anywhere', { timeout: 60_000 }, async () => {
  const before = await sum(admin)
  const way = await openMessageProxy(connectionString)
  afterAll(() => way.close())
  const isNorth = async () => (await directory()).cell === 'north'
  const lengths = new Map<boolean, number>()
  const seen: string[] = []
  // The first two measure. From the second start on each direction is cut after a share of its messages.
  for (const [share, goesBack] of [
    ...([1, 1].map((all) => [all, false]) as [number, boolean][]),
    ...[[0.002, false] as const, [0.2, true] as const, [0.5, false] as const],
    ...[[0.8, false] as const, [0.9, false] as const, [0.999, false] as const],
  ]) {
    const wasNorth = await isNorth()
    const to = wasNorth ? null : 'north'
    const first = openDatabase({ connectionString: way.connectionString })
    // As if the process of the command were killed: it can undo nothing, because each step begins in the first database.
    const length = lengths.get(wasNorth)
    if (length !== undefined) way.cut(Math.floor(share * length), 'program')
    const outcome = await move(to, homesOf(first, north.db, south.db)).catch(() => 'interrupted')
    if (length === undefined) lengths.set(wasNorth, way.count('program'))
    await way.restore()
    await first.close()
    const [found] = await findMoves()
    seen.push(found?.step ?? (outcome === 'interrupted' ? 'none' : 'ended'))
    if (found?.step === 'copying' && goesBack) {
      expect(await move(wasNorth ? 'north' : null)).toEqual({ kind: 'undone' })
      expect(await isNorth()).toBe(wasNorth)
    } else if (found !== undefined) {
      expect(await move(to)).toMatchObject({ kind: 'moved' })
      expect(await isNorth()).toBe(!wasNorth)
    }
    expect(await sum((await isNorth()) ? north.admin : admin)).toEqual(before)
    expect(await directory()).toMatchObject({ moving_at: null })
    expect(await findMoves()).toEqual([])
    if (!(await isNorth())) expect(await countRows(north.admin)).toBe(0)
  }
  expect(seen).toEqual(expect.arrayContaining(['none', 'copying', 'switched', 'ended']))
  if (await isNorth()) await move(null)
})

it('moves rows of every table with a workplace, whatever they hold', async () => {
  const id = await createWorkplace(db, { reference: 'full' })
  const other = await createWorkplace(db, { reference: 'staying' })
  // Rows that are made up refer to nothing, and the constraints would notice.
  for (const of of [admin, north.admin]) {
    const { rows } = await of.query(
      `select conrelid::regclass::text as table, conname as name from pg_constraint
        where contype in ('c', 'f') and connamespace = 'public'::regnamespace and coninhcount = 0 and conparentid = 0`,
    )
    for (const { table, name } of rows) await of.query(`alter table ${table} drop constraint if exists "${name}"`)
  }
  const tables = await fillTables({ db, admin }, { workplaceId: id, marker: 'it is "ours"\\ \nin two lines 注文' })
  await fillTables({ db, admin }, { workplaceId: other, marker: 'it is theirs' })
  const [before, ofOther] = [await sum(admin, id), await sum(admin, other)]
  const moved = await moveWorkplace(homes, by, { reference: 'full', to: 'north', version, settleMs: 0 })
  expect(moved).toMatchObject({ kind: 'moved', tables: tables.length })
  // Each table has a row, and the audit more of them.
  expect((moved as { rows: number }).rows).toBeGreaterThan(tables.length)
  expect(await sum(north.admin, id)).toEqual(before)
  expect(await sum(admin, other)).toEqual(ofOther)
  const { rows } = await admin.query('select count(*)::int from app_user where workplace_id = $1', [id])
  expect(rows).toEqual([{ count: 0 }])
})

it('copies all tables but those that belong to no workplace', async () => {
  const stay: Readonly<Record<string, string>> = {
    backup_run: 'a backup is of one database',
    cell_identity: 'the name of the database',
    daily_size: 'sizes of the database',
    migration: 'the schema of the database',
    object_removal: 'keys of objects that no row names',
    server: 'running processes',
    sign_in_try: 'counts of some minutes',
    workplace_move: 'the move itself',
  }
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  )
  const copied = (await listWorkplaceTables(admin)).map(({ name }) => name)
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !copied.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(stay))
})

it('lets steps be claimed in the new database, whose workers were interrupted by the move', async () => {
  const own = { workplaceId, root: '33333333-3333-4333-8333-333333333333' }
  const add = (kind: string, id: string) =>
    admin.query(
      `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at, locked_until, locked_by)
        values ($1, $2, $3, 'x', $4, now(), 1, 0, false, false, now(), now() + interval '1 hour', 'a worker')`,
      [own.workplaceId, id, own.root, kind],
    )
  await add('before', '33333333-3333-4333-8333-333333333331')
  await add('work', '33333333-3333-4333-8333-333333333332')
  await move('north')
  const { rows } = await north.admin.query(
    'select kind, locked_by from job where workplace_id = $1 and root_id = $2 order by kind',
    [own.workplaceId, own.root],
  )
  expect(rows).toEqual([
    { kind: 'before', locked_by: null },
    { kind: 'work', locked_by: 'a worker' },
  ])
  await north.admin.query('delete from job where root_id = $1', [own.root])
  await move(null)
})

it('is refused while servers of another version run', async () => {
  const add = `insert into server (id, host, process_id, roles, version, started_at, seen_at, memory, calls)
    values (gen_random_uuid(), 'x', 1, 'web', '1.2.2', now(), now(), 1, 0)`
  await admin.query(add)
  expect(await move('north')).toMatchObject({ code: 'workplace.in-use', message: expect.stringContaining('1.2.2') })
  await admin.query(`update server set version = $1`, [version])
  expect(await move('north')).toMatchObject({ message: expect.stringContaining('without MILLRACE_DATABASES') })
  await admin.query(`update server set refuses_moved = true`)
  expect(await move('north')).toMatchObject({ kind: 'moved' })
  await move(null)
  await admin.query(`update server set version = '1.2.2', seen_at = now() - interval '2 minutes'`)
  expect(await move('north')).toMatchObject({ kind: 'moved' })
  await move(null)
})

it('rests all triggers that work on added and removed rows', async () => {
  const { rows } = await admin.query(
    `select tgrelid::regclass::text || ' ' || tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
      where not tgisinternal and tgparentid = 0 and not relispartition and (tgtype & 12) > 0 and relnamespace = 'public'::regnamespace
        and attname = 'workplace_id' and not attisdropped and pg_get_triggerdef(t.oid) not like '%app.moves%'`,
  )
  // Add “select millrace_rest_in_moves('table');” to the migration.
  expect(rows).toEqual([])
})

it('removes rows, also those of the audit, only where their workplace is closed', async () => {
  const id = await createWorkplace(south.db, { reference: 'audited' })
  const held = { workplaceId: id, check: async () => {} }
  const count = async () =>
    (await south.admin.query('select from audit_revision where workplace_id = $1', [id])).rowCount
  await expect(clearWorkplace(south.db, held, { keepsEntry: false })).rejects.toThrow('to be closed in this database')
  const client = await south.db.pool.connect()
  for (const text of ['delete from audit_revision', 'update audit_revision set number = number + 1']) {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true), set_config('app.moves', 'on', true)`, [id])
    expect((await client.query(`${text} where workplace_id = $1`, [id])).rowCount).toBe(0)
    await client.query('commit')
  }
  client.release()
  expect(await count()).toBeGreaterThan(0)
  await south.admin.query('update workplace set moving_at = now() where workplace_id = $1', [id])
  await clearWorkplace(south.db, held, { keepsEntry: false })
  expect(await count()).toBe(0)
})
