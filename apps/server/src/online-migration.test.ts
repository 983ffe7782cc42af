import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { migrate } from './platform/migrations/migrate.ts'
import { type Migration, readMigrations } from './platform/migrations/read-migrations.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad } from './testing/chaos-load.ts'
import { runServer } from './testing/run-server.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'millrace-online-'))
const ends: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
]
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** Ended activities, of which each month has a part. */
const ended = 60_000

const known = readMigrations()
const next = (offset: number, sql: string, isOnline: boolean): Migration => {
  const number = (known.at(-1)?.number ?? 0) + offset
  return { number, name: `${number}_later.sql`, sql, checksum: `sum ${offset}`, isContract: false, isOnline }
}
const later = [
  next(1, 'alter table history_element add column later int;', false),
  next(
    2,
    `-- online
create index concurrently if not exists history_element_later on history_element (workplace_id, element_key, started_at);
update history_element set later = 1 where (workplace_id, instance_id, id, ended_at) in
  (select workplace_id, instance_id, id, ended_at from history_element where later is null limit 20000);
`,
    true,
  ),
]

it('changes a large partitioned table beside a server of the release before, of which no call fails', async () => {
  await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, chaosModel)
  const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
  const authorization = `Bearer ${await createApiToken(db, user)}`
  const times = [0, 1, 2].map((months) => `date_trunc('month', now()) - interval '${months} months'`)
  // By the owner of the tables, who migrates them.
  await db.withPlatformTransaction('test', (tx) =>
    tx.batch(
      times.map((time, index) => ({
        name: `test_months_${index}`,
        text: `select millrace_make_history_partitions((${time})::date)`,
        values: [],
      })),
    ),
  )
  await admin.query(
    `insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, started_at, ended_at, is_cancelled, ends_path)
      select $1, i, gen_random_uuid(), i, i, i, 'old', i, t, t, false, false
      from (select gen_random_uuid() as i, (array[${times.join(', ')}])[1 + n % 3] as t from generate_series(1, ${ended}) n) r`,
    [workplaceId],
  )
  const server = runServer({
    env: {
      ...{ DATABASE_URL: connectionString, MILLRACE_DATA: folder, MILLRACE_SECRET: 'x'.repeat(40) },
      ...{ PORT: '0', LOG_LEVEL: 'warn' },
    },
  })
  ends.push(() => {
    server.child.kill('SIGKILL')
    return server.ended()
  })
  const url = server.url()
  await url
  const ask = async (sql: string, values: readonly unknown[] = []) => (await admin.query(sql, [...values])).rows
  const load = createChaosLoad({ ask, workplaceId, authorization, url: () => url })
  ends.push(load.end)
  const completing = load.complete()
  let isOver = false
  const starting = Promise.all([1, 2].map(() => load.start(() => !isOver)))
  await expect.poll(() => load.answered.size).toBeGreaterThan(10)

  const [before, lines] = [load.answered.size, [] as string[]]
  await migrate({ connectionString }, [...known, ...later], { report: (line) => lines.push(line) })
  const during = load.answered.size - before
  await expect.poll(() => load.answered.size).toBeGreaterThan(before + during + 20)
  isOver = true
  await starting
  await expect.poll(load.open, { timeout: 60_000, interval: 200 }).toBe(0)
  load.end()
  await completing

  expect(load.failures).toEqual([])
  expect(during).toBeGreaterThan(0)
  expect(lines.at(-1)).toMatch(/rows changed$/)
  expect(
    await ask(`select count(*)::int as n from history_element where element_key = 'old' and later is null`),
  ).toEqual([{ n: 0 }])
  expect(
    await ask(
      `select bool_and(indisvalid) as valid, count(*)::int > 3 as many from pg_index where indexrelid in (select relid from pg_partition_tree('history_element_later'))`,
    ),
  ).toEqual([{ valid: true, many: true }])
})
