import { createFakeClock, createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClaimOrder, claimJobs } from './claim-jobs.ts'
import { type ClaimedJob, renewLeases } from './leases.ts'

const { db, admin } = await createTestDatabase()
const clock = createFakeClock()
afterEach(() => admin.query('delete from job'))

/** The id of a workplace without jobs. */
const elsewhere = '00000000-0000-4000-8000-000000000000'

interface NewJobs {
  readonly count?: number
  readonly kind?: string
  /** Seconds from now. */
  readonly due?: number
  readonly url?: string
}

async function addJobs(
  workplaceId: string,
  { count = 1, kind = 'before', due = -1, url }: NewJobs = {},
): Promise<void> {
  const data = url === undefined ? null : JSON.stringify({ request: { service: 'http', url } })
  await admin.query(
    `insert into job (workplace_id, id, root_id, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at, data)
      select $1, gen_random_uuid(), gen_random_uuid(), $2, $3::timestamptz - n * interval '1 ms', 3, 0, false, false, $3, $5 from generate_series(1, $4::int) n`,
    [workplaceId, kind, new Date(clock().getTime() + due * 1000), count, data],
  )
}

const inTurn: ClaimOrder = {
  sort: 'step',
  limit: 6,
  ofWorkplace: 6,
  without: [],
  from: '00000000-0000-0000-0000-000000000000',
}
const claim = (order: Partial<ClaimOrder> = {}, now = clock()) =>
  claimJobs(db, {
    workerId: 'w',
    now,
    leaseEnd: new Date(now.getTime() + 30_000),
    orders: [{ ...inTurn, ...order }],
  })
/** How many of each workplace, by the names that a test gives them. */
const count = (jobs: readonly { workplaceId: string }[], names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([name, id]) => [name, jobs.filter(({ workplaceId }) => workplaceId === id).length]),
  )

describe('claiming', () => {
  it('goes by workplace in turn, however many jobs wait longer', async () => {
    const names = { many: await createWorkplace(db), few: await createWorkplace(db), one: await createWorkplace(db) }
    await addJobs(names.many, { count: 1000, due: -3600 })
    await addJobs(names.few, { count: 2 })
    await addJobs(names.one)
    expect(count((await claim()).jobs, names)).toEqual({ many: 3, few: 2, one: 1 })
    expect(count((await claim()).jobs, names)).toEqual({ many: 6, few: 0, one: 0 })
  })

  it('passes over workplaces of which the worker has enough', async () => {
    const names = { many: await createWorkplace(db), other: await createWorkplace(db) }
    await addJobs(names.many, { count: 1000 })
    await addJobs(names.other, { count: 2 })
    expect(count((await claim({ without: [names.many] })).jobs, names)).toEqual({ many: 0, other: 2 })
    expect(count((await claim({ ofWorkplace: 2 })).jobs, names)).toEqual({ many: 2, other: 0 })
  })

  it('begins with the workplaces behind a point, so that none is always the last', async () => {
    const ids = (await Promise.all([createWorkplace(db), createWorkplace(db), createWorkplace(db)])).sort()
    const [first = '', second = '', third = ''] = ids
    for (const id of ids) await addJobs(id, { count: 1000 })
    const names = { first, second, third }
    expect(count((await claim({ limit: 1 })).jobs, names)).toEqual({ first: 1, second: 0, third: 0 })
    expect(count((await claim({ limit: 1, from: first })).jobs, names)).toEqual({ first: 0, second: 1, third: 0 })
    expect(count((await claim({ limit: 2, from: second })).jobs, names)).toEqual({ first: 1, second: 0, third: 1 })
  })

  it.each([
    ['has all that is due', { step: 2 }, {}, true],
    ['may have left some, because no more fit', { step: 6 }, {}, false],
    ['may have left some of a workplace', { step: 2 }, { ofWorkplace: 2 }, false],
    ['may have left those of a workplace of which there are enough', { step: 2 }, { without: [elsewhere] }, false],
    ['may have left those of workplaces behind a long queue', { step: 2, work: 500 }, {}, false],
    ['has found nothing', { work: 1 }, {}, false],
  ] as const)(
    'says that it %s',
    async (_name, { step = 0, work = 0 }: { step?: number; work?: number }, order, isComplete) => {
      const workplaceId = await createWorkplace(db)
      await addJobs(workplaceId, { count: step })
      await addJobs(workplaceId, { count: work, kind: 'work', url: 'https://shop.example.org' })
      expect((await claim(order)).isComplete).toBe(isComplete)
    },
  )

  it('keeps work outside apart, and says whom it asks', async () => {
    const workplaceId = await createWorkplace(db)
    await addJobs(workplaceId, { count: 600, kind: 'work', url: 'https://shop.example.org:8443/orders?id=1' })
    await addJobs(workplaceId)
    expect((await claim()).jobs).toMatchObject([{ kind: 'before', host: null }])
    const { jobs } = await claim({ sort: 'outside' })
    expect(jobs.map(({ kind, host }) => [kind, host])).toEqual(
      Array.from({ length: 6 }, () => ['work', 'shop.example.org:8443']),
    )
  })

  it('looks at no job again that somebody has or that rests', async () => {
    const workplaceId = await createWorkplace(db)
    await addJobs(workplaceId, { count: 1000 })
    await admin.query('update job set locked_until = $1', [new Date(clock().getTime() + 60_000)])
    await addJobs(workplaceId)
    expect((await claim()).jobs).toHaveLength(1)
    expect((await claim()).jobs).toEqual([])
  })
})

describe('the next job', () => {
  it('is reported: when it comes due, or when a rest or lease ends', async () => {
    const workplaceId = await createWorkplace(db)
    expect((await claim()).nextAt).toBeNull()
    await addJobs(workplaceId, { due: 3600 })
    await addJobs(workplaceId, { due: 60 })
    const inAMinute = clock().getTime() + 60_000
    expect((await claim()).nextAt?.getTime()).toBe(inAMinute - 1)
    await admin.query('update job set locked_until = $1', [new Date(inAMinute + 5000)])
    expect((await claim()).nextAt?.getTime()).toBe(inAMinute + 5000)
  })
})

describe('a lease', () => {
  /** Whether what takes a lease takes it for half a minute from then on, by PostgreSQL's clock. */
  const isHalfAMinute = async (take: () => Promise<unknown>): Promise<boolean> => {
    const before = (await admin.query('select clock_timestamp()::text as now')).rows[0].now
    await take()
    const since = `locked_until - interval '30 seconds'`
    const { rows } = await admin.query(
      `select ${since} between $1::timestamptz and clock_timestamp() as "isSo" from job`,
      [before],
    )
    return rows[0].isSo
  }

  it('is as long as it should be by the clock of the database, though ours is an hour behind', async () => {
    const workplaceId = await createWorkplace(db)
    const behind = new Date(Date.now() - 3_600_000)
    await addJobs(workplaceId)
    await admin.query('update job set due_at = null, created_at = $1', [new Date(behind.getTime() - 1000)])
    let jobs: readonly ClaimedJob[] = []
    const take = async () => {
      jobs = (await claim({}, behind)).jobs
    }
    expect(await isHalfAMinute(take)).toBe(true)
    expect(jobs).toHaveLength(1)
    await admin.query('update job set locked_until = now()')
    const leaseEnd = new Date(behind.getTime() + 30_000)
    expect(await isHalfAMinute(() => renewLeases(db, jobs, { workerId: 'w', now: behind, leaseEnd }))).toBe(true)
  })
})
