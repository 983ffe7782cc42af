import { setImmediate as turn } from 'node:timers/promises'
import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Actor } from './actor.ts'
import type { Statement } from './batch.ts'
import { openDatabase } from './database.ts'
import type { PoolAccess } from './pool-access.ts'
import { type Commit, createSharedCommits, isSmall } from './shared-commits.ts'

const does = (name: string, ...values: unknown[]): Statement => ({ name, text: name, values })
const accessOf = (workplaceId: string, signal: AbortSignal | null = null): PoolAccess =>
  ({ workplaceId, patience: { kind: 'doing', signal } }) as PoolAccess
const commitOf = (name: string, { at = 'north', by = 'ann', signal = null as AbortSignal | null } = {}): Commit => ({
  access: accessOf(at, signal),
  setting: [does('set_actor', at, by)],
  items: [does(name), does(`${name}2`)],
})

/** Round trips that are answered when a test says so: each statement by its own name. */
function createTrips({ waitMs = 1_000_000 } = {}) {
  const trips: { names: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const { send } = createSharedCommits({
    most: 3,
    waitMs,
    sendAlone: (_, items) =>
      new Promise((resolve, reject) => {
        const names = items.map((item) => ('sql' in item ? item.sql : [item.name, ...item.values].join(' ')))
        trips.push({ names, answer: () => resolve(names.map((name) => [[name]])), fail: reject })
      }),
  })
  return { trips, send, namesOf: (from = 0) => trips.slice(from).map(({ names }) => names) }
}

describe('commits', () => {
  it('go by themselves when nobody else is there, and together when they come in one turn', async () => {
    const { trips, send, namesOf } = createTrips()
    const first = send(commitOf('a'))
    await turn()
    const rest = ['b', 'c'].map((name) => send(commitOf(name)))
    await turn()
    expect(namesOf()).toEqual([
      ['set_actor north ann', 'a', 'a2'],
      ['set_shared', 'set_actor north ann', 'b', 'b2', 'c', 'c2'],
    ])
    for (const { answer } of trips) answer()
    expect(await Promise.all([first, ...rest])).toEqual(['a', 'b', 'c'].map((name) => [[[name]], [[`${name}2`]]]))
  })

  it('wait while two are on their way, a few in each, and say who writes where it is another', async () => {
    const { trips, send, namesOf } = createTrips()
    const started = [send(commitOf('a'))]
    await turn()
    started.push(send(commitOf('b')))
    await turn()
    const all = [
      ['c', 'ann'],
      ['d', 'ann'],
      ['e', 'ben'],
      ['f', 'ben'],
    ].map(([name, by]) => send(commitOf(name ?? '', { by: by ?? '' })))
    await turn()
    expect(trips).toHaveLength(2)
    trips[0]?.answer()
    await started[0]
    await turn()
    trips[1]?.answer()
    await turn()
    expect(namesOf(2)).toEqual([
      ['set_shared', 'set_actor north ann', 'c', 'c2', 'd', 'd2', 'set_actor north ben', 'e', 'e2'],
      ['set_actor north ben', 'f', 'f2'],
    ])
    for (const { answer } of trips) answer()
    expect(await Promise.all(all)).toEqual(['c', 'd', 'e', 'f'].map((name) => [[[name]], [[`${name}2`]]]))
  })

  it('of two workplaces are never together', async () => {
    const { trips, send, namesOf } = createTrips()
    const all = ['north', 'south'].map((at) => send(commitOf('a', { at })))
    await turn()
    expect(namesOf()).toEqual([
      ['set_actor north ann', 'a', 'a2'],
      ['set_actor south ann', 'a', 'a2'],
    ])
    for (const { answer } of trips) answer()
    await Promise.all(all)
  })

  it('wait no longer than they are reported to for those that hang', async () => {
    const { trips, send } = createTrips({ waitMs: 1 })
    const hanging = [send(commitOf('a'))]
    await turn()
    hanging.push(send(commitOf('b')))
    await turn()
    const late = send(commitOf('c'))
    await expect.poll(() => trips.length).toBe(3)
    trips[2]?.answer()
    expect(await late).toEqual([[['c']], [['c2']]])
    for (const { answer } of trips) answer()
    await Promise.all(hanging)
  })

  it('are each carried out by themselves when one of them fails', async () => {
    const { trips, send, namesOf } = createTrips()
    const [good, bad] = ['good', 'bad'].map((name) => send(commitOf(name)))
    const rejected = expect(bad).rejects.toThrow('bad is wrong')
    await turn()
    trips[0]?.fail(new Error('one of them is wrong'))
    await turn()
    expect(namesOf(1)).toEqual([
      ['set_actor north ann', 'good', 'good2'],
      ['set_actor north ann', 'bad', 'bad2'],
    ])
    trips[1]?.answer()
    trips[2]?.fail(new Error('bad is wrong'))
    expect(await good).toEqual([[['good']], [['good2']]])
    await rejected
  })

  it('are not sent again when the database was lost: it may have done them', async () => {
    const { trips, send } = createTrips()
    const both = ['a', 'b'].map((name) => send(commitOf(name)))
    const rejected = both.map((one) => expect(one).rejects.toThrow('Connection terminated unexpectedly'))
    await turn()
    trips[0]?.fail(new Error('Connection terminated unexpectedly'))
    await Promise.all(rejected)
    expect(trips).toHaveLength(1)
  })

  it('are left out when their callers have hung up before they went', async () => {
    const { trips, send, namesOf } = createTrips()
    const caller = new AbortController()
    const gone = send(commitOf('gone', { signal: caller.signal }))
    const there = send(commitOf('there'))
    const rejected = expect(gone).rejects.toThrow('hung up')
    caller.abort(new Error('hung up'))
    await turn()
    expect(namesOf()).toEqual([['set_actor north ann', 'there', 'there2']])
    trips[0]?.answer()
    await Promise.all([rejected, there])
  })

  it('of much go by themselves', () => {
    const small = commitOf('a')
    const ofItems = (count: number) => ({
      ...small,
      items: Array.from({ length: count }, (_, index) => does(`a${index}`)),
    })
    expect([ofItems(40), ofItems(41)].map(isSmall)).toEqual([true, false])
    expect([20_000, 20_001].map((size) => isSmall({ ...small, items: [does('a', 'x'.repeat(size))] }))).toEqual([
      true,
      false,
    ])
    expect(isSmall({ ...small, items: [{ ...does('a'), isLong: true }] })).toBe(false)
  })
})

describe('in a real database, commits that come together', async () => {
  const { workplaceId, admin, connectionString } = await createTestDatabase()
  // A statement that waits for a lock does so until somebody lets go.
  const db = openDatabase({ connectionString, budgets: { ...defaultBudgets, doingTime: 3_600_000 } })
  afterAll(() => db.close())
  await admin.query(
    'create table shared_row (id int primary key, transaction text not null default pg_current_xact_id()::text)',
  )
  await admin.query('grant all on shared_row to public')
  const actorOf = (userId: string): Actor => ({ workplaceId, userId, cause: 'test' })
  const insert = (id: number): Statement => ({
    name: 'test_shared_insert',
    text: 'insert into shared_row (id) values ($1) returning id',
    values: [id],
  })
  const commit = (userId: string, ...statements: Statement[]) =>
    db.withTransaction(actorOf(userId), (tx) => tx.commit(statements), { isShared: true })
  const transactionsOf = async (...ids: number[]) => {
    const { rows } = await admin.query('select distinct transaction from shared_row where id = any($1)', [ids])
    return rows.length
  }

  it('are one transaction, and each gets its own answers', async () => {
    const ids = [11, 12, 13, 14]
    expect(await Promise.all(ids.map((id) => commit('ann', insert(id))))).toEqual(ids.map((id) => [[[String(id)]]]))
    expect(await transactionsOf(...ids)).toBe(1)
  })

  it('stay when one of them breaks a rule, which alone gets a message', async () => {
    const answers = await Promise.allSettled([21, 22, 22, 23].map((id) => commit('ann', insert(id))))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '23505' } })
    const { rows } = await admin.query('select id from shared_row where id between 21 and 29 order by id')
    expect(rows.map(({ id }) => id)).toEqual([21, 22, 23])
  })

  it('do not wait for the one that has to wait for a lock', async () => {
    await commit('ann', insert(31))
    const holder = await db.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin')
    await holder.query(`delete from shared_row where id = 31`)
    let hasWaited = false
    const waiting = commit('ann', insert(31)).then(() => {
      hasWaited = true
    })
    await Promise.all([32, 33].map((id) => commit('ann', insert(id))))
    expect(hasWaited).toBe(false)
    await holder.query('commit')
    await waiting
    expect(await transactionsOf(31, 32, 33)).toBe(3)
  })

  it('have a revision of the audit each, with who it was, when they write what is audited', async () => {
    const setting = (key: string): Statement => ({
      name: 'test_shared_setting',
      text: 'insert into setting (workplace_id, key, value) values ($1, $2, $3)',
      values: [workplaceId, key, '1'],
    })
    await Promise.all([commit('ann', setting('by.ann')), commit('ben', setting('by.ben')), commit('cat', insert(41))])
    const { rows } = await admin.query(
      `select r.user_id, e.key from audit_entry e join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision
        where e.key like 'by.%' order by 2`,
    )
    expect(rows).toEqual([
      { user_id: 'ann', key: 'by.ann' },
      { user_id: 'ben', key: 'by.ben' },
    ])
    expect(await transactionsOf(41)).toBe(1)
  })

  it('hold one connection, and wait for it no longer than others do', async () => {
    const { connectionString } = await createTestDatabase()
    const small = openDatabase({
      connectionString,
      budgets: { ...defaultBudgets, connections: 2, connectionWait: 50 },
    })
    onTestFinished(() => small.close())
    const place = await createWorkplace(small)
    const held = small.withTransaction({ workplaceId: place, userId: null, cause: 'test' }, async (tx) => {
      await tx.batch([{ name: 'test_nothing', text: 'select 1', values: [] }])
      const refused = [1, 2].map((id) =>
        small.withTransaction(
          { workplaceId: place, userId: null, cause: 'test' },
          (own) => own.commit([{ name: 'test_value', text: 'select $1::text', values: [String(id)] }]),
          { isShared: true },
        ),
      )
      for (const one of refused) await expect(one).rejects.toMatchObject({ code: 'server.busy' })
    })
    await held
  })
})
