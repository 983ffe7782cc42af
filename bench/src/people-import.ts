import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { users } from '../../apps/server/src/features/users/user-list.ts'
import { runClaimedJob } from '../../apps/server/src/jobs/run-job.ts'
import { claimAll } from '../../apps/server/src/jobs/testing/claim-all.ts'
import type { Services } from '../../apps/server/src/jobs/work/services.ts'
import { startUserImport } from '../../apps/server/src/operations/user-imports/start-user-import.ts'
import { orderJob } from '../../apps/server/src/operations/user-imports/user-import.ts'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { BenchContext } from './bench.ts'
import { ask } from './list-bench.ts'

/** Rows of the import: enough for a rate, from which the time of 50,000 follows. */
const imported = Number(process.env['MILLRACE_BENCH_ROWS'] ?? 5_000)

/**
 * Measures the import of a file of new users, 1 % of them with a group that does not exist, by its job while others
 * read lists.
 */
export async function measureImport(context: BenchContext, request: Request, admin: pg.Client): Promise<void> {
  const { runtime } = context
  const id = randomUUID()
  const mapping = ['username', 'firstName', 'lastName', 'email', 'roles', 'groups', 'property:city']
  await admin.query(
    `insert into user_import (workplace_id, id, user_id, file_name, state, heads, mapping, key_field, notes, row_count, new_count, created_at)
      values ($1, $2, $3, 'users.csv', 'checked', $4, $4, 'username', '{}', $5, $5, now())`,
    [request.workplaceId, id, request.user.id, mapping, imported],
  )
  await admin.query(
    `insert into user_import_row (workplace_id, import_id, position, line, key_text, username, cells)
      select $1, $2, n, n + 1, 'imported-' || n, 'imported-' || n, array['imported-' || n, 'First', 'Last ' || n, 'imported-' || n || '@example.org', 'RoleUser',
        case when n % 100 = 0 then 'no group' else 'group ' || n % 2000 + 1 end, 'City ' || n % 500] from generate_series(1, ${imported}) n`,
    [request.workplaceId, id],
  )
  await admin.query('analyze user_import_row')
  const quiet = await readMeanwhile(context, request, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
  const checked = await workOff(context, request, id, 'checking')
  await admin.query(`update user_import set state = 'checked', position = 0 where id = $1`, [id])
  const began = performance.now()
  const ordered = await startUserImport({ db: runtime.db, clock: runtime.clock, runtime }, request, id)
  if (ordered !== null) throw ordered
  let memory = { first: 0, highest: 0 }
  const busy = await readMeanwhile(context, request, async () => {
    memory = await workOffJobs(context)
  })
  const seconds = (performance.now() - began) / 1000
  const { rows } = await admin.query('select state, new_count, refused_count from user_import where id = $1', [id])
  if (rows[0]?.state !== 'done' || rows[0].refused_count !== Math.floor(imported / 100))
    throw new Error(JSON.stringify(rows))
  const copied = await copySame(admin, request)
  const rate = imported / seconds
  console.log(
    `  import of ${imported} rows, 1 % refused: ${rate.toFixed(0)} rows/s, ${(50_000 / rate / 60).toFixed(1)} minutes for 50,000, ` +
      `after a check of ${(imported / checked).toFixed(0)} rows/s; COPY of the same rows: ${(imported / copied).toFixed(0)} rows/s, ${(seconds / copied).toFixed(0)} times as fast`,
  )
  console.log(
    `  meanwhile pages of users: p50 ${busy.p50.toFixed(0)} ms, p99 ${busy.p99.toFixed(0)} ms; without the import ${quiet.p50.toFixed(0)} and ${quiet.p99.toFixed(0)} ms`,
  )
  console.log(`  heap after its first portions ${memory.first.toFixed(0)} MB, at most ${memory.highest.toFixed(0)} MB`)
}

async function workOff(context: BenchContext, request: Request, id: string, state: string): Promise<number> {
  const { db, clock } = context.runtime
  await db.withTransaction(
    { workplaceId: request.workplaceId, userId: request.user.id, cause: 'bench' },
    async (tx) => {
      await tx.batch([
        {
          name: 'bench_import',
          text: 'update user_import set state = $2, position = 0, new_count = 0 where id = $1',
          values: [id, state],
        },
      ])
      await orderJob(tx, request.user, id, clock())
    },
  )
  const began = performance.now()
  await workOffJobs(context)
  return (performance.now() - began) / 1000
}

/** Carries out jobs until none is left. Returns the megabytes of the heap. */
async function workOffJobs({ runtime }: BenchContext): Promise<{ first: number; highest: number }> {
  const heaps: number[] = []
  for (;;) {
    const jobs = await claimAll(runtime.db, runtime.clock())
    if (jobs.length === 0) return { first: Math.max(...heaps.slice(0, 10)), highest: Math.max(...heaps) }
    for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
    heaps.push(process.memoryUsage().heapUsed / 1e6)
  }
}

/** Reads pages of users one after the other while something else is done. */
async function readMeanwhile(
  { runtime }: BenchContext,
  request: Request,
  work: () => Promise<unknown>,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  let isDone = false
  const reading = (async () => {
    while (!isDone) {
      const began = performance.now()
      await readPage(runtime.db, request, { source: users, query: { size: 50, ...ask() } })
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await work()
  isDone = true
  await reading
  times.sort((one, other) => one - other)
  return { p50: times[Math.floor(times.length / 2)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

/** The rows of the import in all tables that it writes, by COPY from files, without triggers. Seconds. */
async function copySame(admin: pg.Client, { workplaceId }: Request): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-copy-'))
  chmodSync(folder, 0o777)
  const tables = [
    ['app_user', 'id', 'workplace_id, id, username, first_name, last_name, email'],
    ['user_role', 'user_id', 'workplace_id, user_id, role'],
    ['group_member', 'user_id', 'workplace_id, group_id, user_id'],
    ['user_property_value', 'user_id', 'workplace_id, user_id, property_id, value'],
  ] as const
  const mine = `workplace_id = '${workplaceId}' and username like 'imported-%'`
  try {
    for (const [table, id, columns] of tables)
      await admin.query(
        `copy (select ${columns} from ${table} where ${id} in (select id from app_user where ${mine})) to '${join(folder, table)}'`,
      )
    for (const [table, id] of [...tables].reverse())
      await admin.query(`delete from ${table} where ${id} in (select id from app_user where ${mine})`)
    const began = performance.now()
    for (const [table, , columns] of tables)
      await admin.query(`copy ${table} (${columns}) from '${join(folder, table)}'`)
    return (performance.now() - began) / 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
