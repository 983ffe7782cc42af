import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import type { WorkKind } from './patience.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()

const sleeping = (seconds: number, name = 'sleep') => ({
  name: `test_${name}_${seconds}`,
  text: `select pg_sleep(${seconds}) /* ${name} */`,
  values: [],
})
const place = (kind: WorkKind, signal: AbortSignal | null = null, of = workplaceId) => ({
  workplaceId: of,
  patience: { kind, signal },
})
/** Statements that PostgreSQL is at, by a word in them. */
const running = async (word: string) =>
  (
    await admin.query(
      `select pid from pg_stat_activity where datname = current_database() and state = 'active' and query like $1 and pid <> pg_backend_pid()`,
      [`%/* ${word} */%`],
    )
  ).rowCount

describe('what is read', () => {
  const anHour = 3_600_000
  // Nothing of it ends by itself, however long the machine takes.
  const budgets = { ...defaultBudgets, readingTime: anHour, historyTime: anHour, connectionWait: anHour }
  const db = openDatabase({ connectionString, budgets })
  afterAll(() => db.close())

  it('is broken off in PostgreSQL when its caller hangs up, and the connection is not lent again', async () => {
    const caller = new AbortController()
    const reading = db.read(place('history', caller.signal), (tx) => tx.batch([sleeping(600, 'hangs-up')]))
    const refused = expect(reading).rejects.toThrow('gone')
    await expect.poll(() => running('hangs-up')).toBe(1)
    caller.abort(new Error('gone'))
    await refused
    await expect.poll(() => running('hangs-up')).toBe(0)
    expect(await db.read(place('reading'), (tx) => tx.batch([sleeping(0)]))).toHaveLength(1)
  })

  it('is not started for somebody who hung up before', async () => {
    const gone = place('reading', AbortSignal.abort(new Error('gone')))
    const word = 'never-begun'
    await expect(db.read(gone, (tx) => tx.batch([sleeping(60, word)]))).rejects.toThrow('gone')
    expect(await running(word)).toBe(0)
  })

  it('leaves the pool to others: ten callers who give up hold nothing', async () => {
    const callers = Array.from({ length: 10 }, () => new AbortController())
    const readings = callers.map(({ signal }) =>
      db
        .read(place('history', signal), (tx) => tx.batch([sleeping(600, 'ten')]))
        .catch((error: Error) => error.message),
    )
    // Three of twelve connections may read history, for one workplace two of them.
    await expect.poll(() => running('ten')).toBe(2)
    const other = await createWorkplace(db)
    for (const kind of ['reading', 'history'] as const)
      expect(await db.read(place(kind, null, other), (tx) => tx.batch([sleeping(0)]))).toHaveLength(1)
    for (const caller of callers) caller.abort(new Error('gone'))
    expect(await Promise.all(readings)).toEqual(Array.from({ length: 10 }, () => 'gone'))
    await expect.poll(() => running('ten')).toBe(0)
    expect(db.counts()).toEqual({ held: 0, waiting: 0 })
  })
})

describe('how long a statement may take', () => {
  const timeoutOf = async (kind: WorkKind, way: 'read' | 'withTransaction') => {
    const show = { name: 'test_timeout', text: `select current_setting('statement_timeout')`, values: [] }
    const [rows] =
      way === 'read'
        ? await db.read(place(kind), (tx) => tx.batch([show]))
        : await db.withTransaction({ ...place(kind), userId: null, cause: 'test' }, (tx) => tx.commit([show]))
    return rows?.[0]?.[0]
  }

  it.each([
    ['reading', '10s'],
    ['history', '30s'],
    ['doing', '15s'],
    ['operating', '1min'],
    ['job', '1min'],
    ['vital', '10s'],
  ] as const)('is for %s %s', async (kind, time) => {
    expect([await timeoutOf(kind, 'read'), await timeoutOf(kind, 'withTransaction')]).toEqual([time, time])
  })

  it('is not left behind on the connection', async () => {
    await timeoutOf('reading', 'read')
    const { rows } = await db.pool.query(`select current_setting('statement_timeout') as time`)
    expect(rows).toEqual([{ time: '0' }])
  })

  it.each([
    ['reading', 'read', 'request.too-costly'],
    ['history', 'read', 'request.too-costly'],
    ['doing', 'withTransaction', 'server.busy'],
  ] as const)('is reported to a caller who is %s when it is over', async (kind, way, code) => {
    const soon = { name: 'test_soon', text: `select set_config('statement_timeout', '50', true)`, values: [] }
    const asking =
      way === 'read'
        ? db.read(place(kind), (tx) => tx.batch([soon, sleeping(60)]))
        : db.withTransaction({ ...place(kind), userId: null, cause: 'test' }, (tx) => tx.batch([soon, sleeping(60)]))
    await expect(asking).rejects.toMatchObject({ code, message: expect.stringMatching(/^Expected .* seconds/) })
  })
})
