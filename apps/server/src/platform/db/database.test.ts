import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { refuse } from '../errors/refusal.ts'
import { systemActor } from './actor.ts'
import { findFailed, type Statement } from './batch.ts'
import { type Database, openDatabase, type Tx } from './database.ts'
import { kysely } from './kysely.ts'

const { db, workplaceId, admin, connectionString } = await createTestDatabase()
const otherWorkplaceId = await createWorkplace(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }

const insertSetting = (key: string, value: unknown = 1): Statement => ({
  name: 'test_insert_setting',
  text: 'insert into setting (workplace_id, key, value) values ($1, $2, $3)',
  values: [workplaceId, key, JSON.stringify(value)],
})
const failing: Statement = { name: 'test_failing', text: 'select 1 / $1::int', values: [0] }
const shared = { isShared: true }
const settingKeys = async () =>
  (await db.withTransaction(actor, (tx) => tx.query(kysely.selectFrom('setting').select('key').orderBy('key')))).map(
    ({ key }) => key,
  )

describe('a transaction', () => {
  it('answers the statements of a batch in their order, as text', async () => {
    const results = await db.withTransaction(actor, (tx) =>
      tx.batch([
        { name: 'test_values', text: `select * from (values (1, 'a'), (2, null)) v`, values: [] },
        { name: 'test_none', text: 'select 1 where false', values: [] },
        { name: 'test_array', text: 'select $1::text[] || $2::text[], $3::jsonb', values: [['x'], [], { a: 1 }] },
      ]),
    )
    expect(results).toEqual([
      [
        ['1', 'a'],
        ['2', null],
      ],
      [],
      [['{x}', '{"a": 1}']],
    ])
  })

  it('sends each value as it is: short and long, of any script, bytes, and nothing', async () => {
    const texts = [
      '',
      'plain',
      'ä',
      'long '.repeat(40),
      'Ünïcödé 漢字 😀',
      '😀'.repeat(40_000),
      'x'.repeat(63),
      'x'.repeat(64),
    ]
    const bytes = Buffer.from([0, 1, 0x5c, 0x80, 0xff])
    const back = (value: string): Statement => ({
      name: 'test_back',
      text: `select $1::text, $2::bytea, length($1::text), $3::text`,
      values: [value, bytes, null],
    })
    const [plain, ...results] = await db.withTransaction(actor, (tx) =>
      tx.batch([{ name: 'test_plain', text: 'select $1::text, $2::text', values: ['a', null] }, ...texts.map(back)]),
    )
    expect(plain).toEqual([['a', null]])
    expect(results.map(([row]) => row)).toEqual(
      texts.map((value) => [value, '\\x00015c80ff', String([...value].length), null]),
    )
  })

  it('commits what is open when its function returns', async () => {
    await db.withTransaction(actor, (tx) => tx.batch([insertSetting('returned')]))
    expect(await settingKeys()).toContain('returned')
  })

  it('commits a batch that is first and last in one round trip', async () => {
    await db.withTransaction(actor, (tx) => tx.commit([insertSetting('only'), insertSetting('only too')]))
    expect(await settingKeys()).toEqual(expect.arrayContaining(['only', 'only too']))
  })

  it('keeps nothing when its function throws', async () => {
    const work = db.withTransaction(actor, async (tx) => {
      await tx.batch([insertSetting('thrown')])
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await settingKeys()).not.toContain('thrown')
  })

  it('keeps nothing when its function returns a refusal, which is its answer', async () => {
    const answer = await db.withTransaction(actor, async (tx) => {
      await tx.batch([insertSetting('refused')])
      return refuse('thing.not-found', 'Expected something, but there is nothing.')
    })
    expect(answer).toMatchObject({ code: 'thing.not-found' })
    expect(await settingKeys()).not.toContain('refused')
  })

  it('keeps what was committed before the refusal', async () => {
    await db.withTransaction(actor, async (tx) => {
      await tx.commit([insertSetting('counted')])
      return refuse('right.missing', 'Expected a right.')
    })
    expect(await settingKeys()).toContain('counted')
  })

  it.each(['batch', 'commit'] as const)('keeps nothing of a %s of which one statement fails', async (end) => {
    await expect(
      db.withTransaction(actor, (tx) =>
        tx[end]([insertSetting(`${end} before`), failing, insertSetting(`${end} after`)]),
      ),
    ).rejects.toThrow('division by zero')
    expect(await settingKeys()).not.toEqual(expect.arrayContaining([`${end} before`]))
    expect(await settingKeys()).not.toEqual(expect.arrayContaining([`${end} after`]))
  })

  it('names the statement that failed', async () => {
    await expect(db.withTransaction(actor, (tx) => tx.batch([insertSetting('named'), failing]))).rejects.toMatchObject({
      where: 'statement test_failing',
    })
  })

  it('refuses a name that stands for another text on whichever connection, before anything is sent', async () => {
    const one = { name: 'test_one_name', text: 'select 1', values: [] }
    const other = { name: 'test_one_name', text: 'select 2', values: [] }
    expect(await db.withTransaction(actor, (tx) => tx.batch([one]))).toEqual([[['1']]])
    const mixed = Array.from({ length: 3 }, () =>
      db.withTransaction(actor, (tx) => tx.commit([insertSetting('of two texts'), other])),
    )
    for (const ended of await Promise.allSettled(mixed))
      expect(ended).toMatchObject({
        reason: { message: expect.stringContaining('but test_one_name stands for two. Rename one') },
      })
    await expect(
      db.read(actor, (tx) => tx.query(kysely.selectNoFrom(sql<number>`2`.as('two')), 'test_one_name')),
    ).rejects.toThrow('Rename one')
    expect(await settingKeys()).not.toContain('of two texts')
    expect(await db.withTransaction(actor, (tx) => tx.batch([one, one]))).toEqual([[['1']], [['1']]])
  })

  it('says which of several of one name it was', async () => {
    const statements = [insertSetting('one'), failing, insertSetting('two'), insertSetting('two')]
    const error = await db
      .withTransaction(actor, (tx) => tx.batch(statements.toSpliced(1, 1)))
      .catch((reason) => reason)
    expect([findFailed(error, 'test_insert_setting'), findFailed(error, 'test_failing')]).toEqual([2, null])
    const other = await db.withTransaction(actor, (tx) => tx.batch(statements)).catch((reason) => reason)
    expect([findFailed(other, 'test_insert_setting'), findFailed(other, 'test_failing')]).toEqual([null, 0])
  })

  it('cannot continue as if nothing had happened after a failure', async () => {
    const work = db.withTransaction(actor, async (tx) => {
      await tx.batch([failing]).catch(() => {})
      return 'done'
    })
    await expect(work).rejects.toThrow('Expected the function of a failed transaction to fail')
  })

  it('cannot be used after its end', async () => {
    const work = db.withTransaction(actor, async (tx) => {
      await tx.commit([])
      await tx.batch([insertSetting('late')])
    })
    await expect(work).rejects.toThrow('Expected an open transaction, but it has ended.')
  })

  it('leaves a connection that serves on after every kind of failure', async () => {
    const unparsable: Statement = { name: 'test_unparsable', text: 'selec 1', values: [] }
    const unencodable: Statement = { name: 'test_unencodable', text: 'select $1::jsonb', values: [circular()] }
    const badValue: Statement = { name: 'test_bad_value', text: 'select $1::int', values: ['x'] }
    for (let round = 0; round < 30; round++) {
      for (const bad of [unparsable, unencodable, badValue, failing]) {
        await expect(
          db.withTransaction(actor, (tx) =>
            tx.batch([{ name: `test_round_${round % 7}`, text: `select ${round % 7}`, values: [] }, bad]),
          ),
        ).rejects.toThrow()
      }
    }
    const seven = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        db.withTransaction(actor, (tx) =>
          tx.batch([{ name: `test_round_${index % 7}`, text: `select ${index % 7}`, values: [] }]),
        ),
      ),
    )
    expect(seven.map((results) => results[0]?.[0]?.[0])).toEqual(
      Array.from({ length: 40 }, (_, index) => String(index % 7)),
    )
    expect(db.pool.totalCount).toBeLessThanOrEqual(10)
    expect(db.pool.waitingCount).toBe(0)
  })

  it.each([
    [
      'a small commit',
      (one: Database, statement: Statement) => one.withTransaction(actor, (tx) => tx.commit([statement]), shared),
    ],
    ['a look-up', (one: Database, statement: Statement) => one.lookUp(workplaceId, [statement])],
  ])('keeps its connection after %s that a statement failed, and closes it after it was cut', async (_, send) => {
    const single = openDatabase({ connectionString, budgets: { ...defaultBudgets, connections: 1 } })
    onTestFinished(() => single.close())
    const opened = vi.fn()
    single.pool.on('connect', opened)
    await expect(send(single, failing)).rejects.toThrow('division by zero')
    const violating: Statement = {
      name: 'test_violating',
      text: 'insert into workplace select * from workplace',
      values: [],
    }
    await expect(send(single, violating)).rejects.toThrow()
    await send(single, { name: 'test_one', text: 'select 1', values: [] })
    expect(opened).toHaveBeenCalledTimes(1)
    const cutting = { name: 'test_cut', text: 'select pg_terminate_backend(pg_backend_pid())', values: [] }
    await expect(send(single, cutting)).rejects.toThrow()
    await send(single, { name: 'test_one', text: 'select 1', values: [] })
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('answers any number of strangers at once in few round trips, before a user who is signed in has to wait', async () => {
    const narrow = openDatabase({ connectionString, budgets: { ...defaultBudgets, workplaceWaiting: 1 } })
    const strangers = Array.from({ length: 300 }, (_, n) =>
      narrow.lookUpPlatform([{ name: 'echo_stranger', text: 'select $1::text', values: [String(n)] }]),
    )
    const own = narrow.lookUp(randomUUID(), [{ name: 'echo_own', text: `select 'own'`, values: [] }])
    expect((await own)[0]?.[0]?.[0]).toBe('own')
    expect((await Promise.all(strangers)).map(([rows]) => rows?.[0]?.[0])).toEqual(
      Array.from({ length: 300 }, (_, n) => String(n)),
    )
    await narrow.close()
  })

  it('holds no connection before its first round trip', async () => {
    const single = openDatabase({ connectionString, budgets: { ...defaultBudgets, connections: 1 } })
    onTestFinished(() => single.close())
    const inner = await single.withTransaction(actor, async () => {
      expect(single.pool.totalCount - single.pool.idleCount).toBe(0)
      return single.withTransaction(actor, (tx) => tx.batch([{ name: 'one', text: 'select 1', values: [] }]))
    })
    expect(inner).toEqual([[['1']]])
    expect(single.pool.totalCount - single.pool.idleCount).toBe(0)
  })

  it('fails, and is replaced, when its connection is cut', async () => {
    const work = db.withTransaction(actor, async (tx) => {
      const [rows] = await tx.batch([{ name: 'test_pid', text: 'select pg_backend_pid()', values: [] }])
      await admin.query('select pg_terminate_backend($1)', [rows?.[0]?.[0]])
      await tx.batch([insertSetting('cut')])
    })
    await expect(work).rejects.toThrow()
    expect(await settingKeys()).not.toContain('cut')
  })
})

describe('a query', () => {
  it('reads counts as numbers, times as dates, days as text, JSON as values', async () => {
    const rows = await db.withTransaction(actor, (tx) =>
      tx.query(
        kysely.selectNoFrom([
          sql<number>`count(*)`.as('count'),
          sql<Date>`'2030-01-02T03:04:05Z'::timestamptz`.as('time'),
          sql<string>`'2030-01-02'::date`.as('day'),
          sql<object>`'{"a": [1, null]}'::jsonb`.as('json'),
          sql<null>`null::int`.as('none'),
        ]),
      ),
    )
    expect(rows).toEqual([
      { count: 1, time: new Date('2030-01-02T03:04:05Z'), day: '2030-01-02', json: { a: [1, null] }, none: null },
    ])
  })

  it('fails on a number that JavaScript cannot hold, without losing the connection', async () => {
    await expect(
      db.withTransaction(actor, (tx) => tx.query(kysely.selectNoFrom(sql<number>`9007199254740993::bigint`.as('big')))),
    ).rejects.toThrow('Expected a whole number up to 2^53')
    expect(await db.withTransaction(actor, (tx) => tx.query(kysely.selectNoFrom(sql<number>`1`.as('one'))))).toEqual([
      { one: 1 },
    ])
  })

  it('shares a round trip with others', async () => {
    const [page, total] = await db.withTransaction(actor, (tx) =>
      tx.queries<[{ key: string }, { count: number }]>(
        kysely.selectFrom('setting').select('key').orderBy('key').limit(1),
        kysely.selectFrom('setting').select((select) => select.fn.countAll<number>().as('count')),
      ),
    )
    expect(page).toHaveLength(1)
    expect(total[0]?.count).toBeGreaterThan(1)
  })
})

describe('an actor', () => {
  it('is known to each statement of the transaction, in its first round trip', async () => {
    const who = {
      name: 'test_who',
      text: `select current_setting('app.workplace'), current_setting('app.user'), current_setting('app.cause')`,
      values: [],
    }
    const trips = countRoundTrips()
    expect(await db.withTransaction(actor, (tx) => tx.commit([who]))).toEqual([[[workplaceId, 'ada', 'test']]])
    expect(trips()).toBe(1)
    const system = systemActor(workplaceId, 'job timer 7')
    expect(await db.withTransaction(system, (tx) => tx.commit([who]))).toEqual([[[workplaceId, '', 'job timer 7']]])
  })

  it('no longer exists when the transaction has ended', async () => {
    await db.withTransaction(actor, (tx) => tx.batch([insertSetting('told')]))
    const { rows } = await db.pool.query(
      `select current_setting('app.user', true) as who, current_setting('app.cause', true) as cause`,
    )
    expect(rows).toEqual([{ who: '', cause: '' }])
  })
})

describe('reading', () => {
  it('takes one round trip for what is asked at once, and one for each that depends on it', async () => {
    const trips = countRoundTrips()
    const keys = await db.read(actor, (tx) => tx.query(kysely.selectFrom('setting').select('key')))
    expect(keys.length).toBeGreaterThan(0)
    expect(trips()).toBe(1)
    await db.read(actor, async (tx) => {
      await tx.batch([{ name: 'test_one', text: 'select 1', values: [] }])
      await tx.queries(kysely.selectFrom('setting').select('key'), kysely.selectFrom('app_user').select('id'))
    })
    expect(trips()).toBe(3)
  })

  it('takes one round trip for what several ask at once, each of which gets its own rows', async () => {
    const trips = countRoundTrips()
    const one = (value: number): Statement => ({ name: 'test_value', text: 'select $1::int', values: [value] })
    const answers = await db.read(actor, async (tx) => {
      const first = await Promise.all([
        tx.batch([one(1), one(2)]),
        tx.query(kysely.selectNoFrom(sql<number>`3`.as('three'))),
        tx.batch([one(4)]),
      ])
      return [...first, await tx.batch([one(5)])]
    })
    expect(answers).toEqual([[[['1']], [['2']]], [{ three: 3 }], [[['4']]], [[['5']]]])
    expect(trips()).toBe(2)
  })

  it('takes one more for all that is asked while one is under way', async () => {
    const one = (value: number): Statement => ({ name: 'test_value', text: 'select $1::int', values: [value] })
    /** Asks a little later than the others, but before the answer can be here. */
    const late = async (tx: Tx, value: number) => {
      for (let turn = 0; turn < 10 * value; turn++) await Promise.resolve()
      return tx.batch([one(value)])
    }
    const trips = countRoundTrips()
    const answers = await db.read(actor, (tx) => Promise.all([tx.batch([one(1)]), late(tx, 2), late(tx, 3)]))
    expect(answers).toEqual([[[['1']]], [[['2']]], [[['3']]]])
    expect(trips()).toBe(2)
  })

  it('has ended for a caller that asks after it has failed: its connection is given to others', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const reading = db.read(actor, (tx) => {
      const ask = tx.batch([failing])
      late = ask.catch(() => sleep(20)).then(() => tx.batch([{ name: 'test_late', text: 'select 1', values: [] }]))
      return Promise.all([ask, late])
    })
    await expect(reading).rejects.toThrow('division by zero')
    await expect(late).rejects.toThrow('Expected to be asked while reading')
  })

  it('fails as a whole when one of several concurrent statements fails, and can be used again', async () => {
    const [good, bad] = await db.read(actor, (tx) =>
      Promise.allSettled([tx.query(kysely.selectFrom('setting').select('key')), tx.batch([failing])]),
    )
    expect([good.status, bad.status]).toEqual(['rejected', 'rejected'])
    expect(await db.read(actor, (tx) => tx.query(kysely.selectNoFrom(sql<number>`1`.as('one'))))).toEqual([{ one: 1 }])
  })

  it('cannot write, be it in the first round trip or a later one', async () => {
    const write = db.read(actor, (tx) => tx.batch([insertSetting('read')]))
    await expect(write).rejects.toThrow('read-only transaction')
    const later = db.read(actor, async (tx) => {
      await tx.query(kysely.selectFrom('setting').select('key'))
      await tx.commit([insertSetting('read later')])
    })
    await expect(later).rejects.toThrow('read-only transaction')
    expect(await settingKeys()).not.toEqual(expect.arrayContaining(['read']))
    await db.withTransaction(actor, (tx) => tx.batch([insertSetting('written again')]))
  })

  it('sees one workplace, and the platform only what is open to it', async () => {
    const seen = await db.read({ workplaceId: otherWorkplaceId }, (tx) =>
      tx.query(kysely.selectFrom('setting').select('key')),
    )
    expect(seen).toEqual([])
    const [workplaces, users] = await db.readPlatform((tx) =>
      tx.queries<[{ workplace_id: string }, { id: string }]>(
        kysely.selectFrom('workplace').select('workplace_id'),
        kysely.selectFrom('app_user').select('id'),
      ),
    )
    expect([workplaces.length, users.length]).toEqual([2, 0])
    await expect(db.readPlatform((tx) => tx.query(kysely.updateTable('workplace').set({ name: 'x' })))).rejects.toThrow(
      'read-only transaction',
    )
  })

  it('leaves a connection that serves on after a failure', async () => {
    for (let round = 0; round < 20; round++) {
      await expect(db.read(actor, (tx) => tx.batch([failing]))).rejects.toThrow('division by zero')
      await expect(
        db.read(actor, async () => {
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    }
    expect(db.pool.totalCount).toBeLessThanOrEqual(10)
    expect(db.pool.waitingCount).toBe(0)
  })

  it('fails when its connection is cut, and the next one has another', async () => {
    const work = db.read(actor, async (tx) => {
      const [rows] = await tx.batch([{ name: 'test_pid', text: 'select pg_backend_pid()', values: [] }])
      await admin.query('select pg_terminate_backend($1)', [rows?.[0]?.[0]])
      await tx.batch([{ name: 'test_one', text: 'select 1', values: [] }])
    })
    await expect(work).rejects.toThrow()
    for (let times = 0; times < 12; times++) expect(await settingKeys()).toContain('told')
  })
})

describe('the wall between workplaces', () => {
  it('shows only the own rows to a query without a condition', async () => {
    const mine = await createUser(db, { workplaceId })
    const theirs = await createUser(db, { workplaceId: otherWorkplaceId })
    const seen = await db.withTransaction(systemActor(otherWorkplaceId, 'test'), (tx) =>
      tx.query(kysely.selectFrom('app_user').select('id')),
    )
    expect(seen).toContainEqual({ id: theirs.id })
    expect(seen).not.toContainEqual({ id: mine.id })
  })

  it('takes no row for another workplace', async () => {
    await expect(
      db.withTransaction(systemActor(otherWorkplaceId, 'test'), (tx) => tx.batch([insertSetting('smuggled')])),
    ).rejects.toThrow('row-level security')
  })

  it('changes and deletes nothing of another workplace', async () => {
    const mine = await createUser(db, { workplaceId })
    await db.withTransaction(systemActor(otherWorkplaceId, 'test'), (tx) =>
      tx.query(kysely.updateTable('app_user').set({ first_name: 'Changed' }).where('id', '=', mine.id)),
    )
    await db.withTransaction(systemActor(otherWorkplaceId, 'test'), (tx) =>
      tx.query(kysely.deleteFrom('app_user').where('id', '=', mine.id)),
    )
    const { rows } = await admin.query('select first_name from app_user where id = $1', [mine.id])
    expect(rows).toEqual([{ first_name: 'Ada' }])
  })

  it('shows nothing on a connection that has just served another workplace', async () => {
    await settingKeys()
    const { rows } = await db.pool.query('select count(*)::int as count from setting')
    expect(rows).toEqual([{ count: 0 }])
  })

  it('opens only few tables to the platform', async () => {
    const [workplaces, users] = await db.withPlatformTransaction('test', (tx) =>
      tx.queries<[{ workplace_id: string }, { id: string }]>(
        kysely.selectFrom('workplace').select('workplace_id'),
        kysely.selectFrom('app_user').select('id'),
      ),
    )
    expect(workplaces).toHaveLength(2)
    expect(users).toEqual([])
  })

  it('stands around every table that has a workplace', async () => {
    const { rows } =
      await admin.query(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workplace_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(rows).toEqual([])
  })

  it('has the workplace first in every key of every table that has one', async () => {
    const { rows } =
      await admin.query(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workplace_id'
      where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> 'workplace' and i.indkey[0] <> a.attnum`)
    expect(rows).toEqual([])
  })

  it('binds the role that the server works as', async () => {
    const { rows } = await db.pool.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
  })
})

/** How often anything was sent to PostgreSQL since, on connections that are lent now or later. */
function countRoundTrips(): () => number {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.length
}

function circular(): object {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}
