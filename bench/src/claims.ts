import { randomUUID } from 'node:crypto'
import { claimJobs } from '../../apps/server/src/jobs/claim-jobs.ts'
import { checkDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { migrate } from '../../apps/server/src/platform/migrations/migrate.ts'
import type { Bench } from './bench.ts'
import { compare, median, ratio } from './measure.ts'

/** Jobs that are due much later: a claim must not look at each of them. */
const waiting = Number(process.env.JOBS ?? 200_000)

/** Other PostgreSQLs to compare with, with blanks between their addresses. Their databases must be empty. */
const others = (process.env.CLAIM_DATABASES ?? '').split(' ').filter((url) => url !== '')

export const claimsBench: Bench = {
  name: 'claims',
  says: `claims of one due job beside ${waiting} timers that wait, on this PostgreSQL and on those of CLAIM_DATABASES`,
  run: async ({ url: own }) => {
    const opened: Database[] = []
    const ways: Record<string, () => Promise<number>> = {}
    for (const url of [own, ...others]) {
      const db = await open(url)
      opened.push(db)
      const name = `PostgreSQL ${await readVersion(db)}`
      ways[name] = await prepareClaims(db)
    }
    const results = await compare(ways, 200)
    const [first = ''] = Object.keys(ways)
    for (const [name, times] of Object.entries(results))
      console.log(
        `  ${name.padEnd(18)} median ${median(times).toFixed(2)} ms, ratio ${ratio(results, name, first).toFixed(2)} (at most 1.5)`,
      )
    for (const db of opened) await db.close()
  },
}

async function open(url: string): Promise<Database> {
  const database = await checkDatabase(url)
  await migrate(database)
  // The disk is not what is compared. For connections that are opened from now on.
  const settings = openDatabase(database)
  await settings.pool.query('alter role current_user set synchronous_commit = off')
  await settings.close()
  return openDatabase(database)
}

async function readVersion(db: Database): Promise<string> {
  const [rows] = await db.readPlatform((tx) =>
    tx.batch([{ name: 'bench_version', text: `select current_setting('server_version')`, values: [] }]),
  )
  return rows?.[0]?.[0] ?? ''
}

/** @returns a function that makes one job due, claims it, and returns the milliseconds that the claim took. */
async function prepareClaims(db: Database): Promise<() => Promise<number>> {
  const workplaceId = randomUUID()
  const insert = (count: number, dueAt: string) => ({
    name: `bench_jobs_${count}`,
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
      select $1::uuid, id, id, 'bench', 'timer', $2::timestamptz, 3, 0, true, false, now() from (select gen_random_uuid() as id from generate_series(1, ${count})) jobs`,
    values: [workplaceId, dueAt],
  })
  const add = (count: number, dueAt: string) =>
    db.withPlatformTransaction('bench', (tx) => tx.commit([insert(count, dueAt)]))
  for (let left = waiting; left > 0; left -= 50_000) await add(Math.min(left, 50_000), '2999-01-01')
  await db.pool.query('vacuum analyze job')
  return async () => {
    await add(1, new Date(Date.now() - 60_000).toISOString())
    const now = new Date()
    const order = { limit: 10, ofWorkplace: 10, without: [], from: '00000000-0000-0000-0000-000000000000' }
    const startedAt = performance.now()
    const { jobs } = await claimJobs(db, {
      ...{ workerId: 'bench', now, leaseEnd: new Date(now.getTime() + 3_600_000) },
      orders: [{ ...order, sort: 'step' }],
    })
    const tookMs = performance.now() - startedAt
    if (jobs.length !== 1) throw new Error(`Expected one job, but claimed ${jobs.length}.`)
    await db.withPlatformTransaction('bench', (tx) =>
      tx.commit([{ name: 'bench_claimed', text: 'delete from job where locked_by is not null', values: [] }]),
    )
    return tookMs
  }
}
