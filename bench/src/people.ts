import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ListDescription, type ListFilter, type ListQuery, listOperators } from '@millrace/contract'
import pg from 'pg'
import { groups } from '../../apps/server/src/features/groups/group-list.ts'
import { findNodes, readLevel } from '../../apps/server/src/features/hierarchies/read-nodes.ts'
import { users } from '../../apps/server/src/features/users/user-list.ts'
import { runClaimedJob } from '../../apps/server/src/jobs/run-job.ts'
import { claimAll } from '../../apps/server/src/jobs/testing/claim-all.ts'
import type { Services } from '../../apps/server/src/jobs/work/services.ts'
import { moveNode } from '../../apps/server/src/operations/hierarchies/move-node.ts'
import { startUserImport } from '../../apps/server/src/operations/user-imports/start-user-import.ts'
import { orderJob } from '../../apps/server/src/operations/user-imports/user-import.ts'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { Refusal } from '../../apps/server/src/platform/errors/refusal.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { ListSource } from '../../apps/server/src/platform/list/source.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { Bench, BenchContext } from './bench.ts'
import { ask, begins, idOf, is } from './list-bench.ts'
import { median } from './measure.ts'

const sizes = { users: 100_000, groups: 2_000, nodes: 20_000 } as const
/** Milliseconds. */
const goals = { page: 50, move: 100 } as const
const rounds = 15
/** Rows of the import: enough for a rate. The table says how long 50,000 take by it. */
const imported = Number(process.env['MILLRACE_BENCH_ROWS'] ?? 5_000)

export const peopleBench: Bench = {
  name: 'people',
  says: `lists of ${sizes.users.toLocaleString('en')} users and ${sizes.groups.toLocaleString('en')} groups (goal ${goals.page} ms), an import, and a hierarchy of ${sizes.nodes.toLocaleString('en')} positions (goal ${goals.move} ms)`,
  run: async (context) => {
    const request = testRequest({
      ...{ id: randomUUID(), username: 'chief', workplaceId: randomUUID() },
      roles: ['RoleAdmin', 'RoleUserAdmin'],
    })
    const admin = await connect(context)
    try {
      await fill(admin, request)
      const { db } = context.runtime
      for (const [source, queries] of [
        [users, ofUsers],
        [groups, {}],
      ] as const)
        await measureList(db, request, source as unknown as AnySource, queries)
      await measureTree(context, request)
      await measureMoves(context, request)
      await measureImport(context, request, admin)
    } finally {
      await admin.end()
    }
  },
}

type AnySource = ListSource<ListDescription, object, unknown>

/** The values of filters whose type does not determine them. */
const ofUsers: Readonly<Record<string, ListQuery>> = {
  'a rare value of a property': is('property', 'is:text:city:City 77'),
  'a property from a number': is('property', 'from:number:floor:49'),
  'a property that begins with': is('property', 'begins:text:city:City 7'),
  'an own role': is('ownRole', 'clerk'),
  'a group of few': is('group', '00000002-0000-7000-8000-000000000007'),
  'user name begins': begins('username', 'user 99'),
  searched: ask({ q: 'last 4711' }),
}

async function measureList(
  db: BenchContext['runtime']['db'],
  request: Request,
  source: AnySource,
  queries: Readonly<Record<string, ListQuery>>,
): Promise<void> {
  const { list } = source
  const ofFilters = Object.entries(list.filters).flatMap(([name, filter]) =>
    listOperators(filter).flatMap((operator) => {
      const value = sampleOf(filter)
      return value === null
        ? []
        : [[`${name} ${operator}`, ask({ filters: [{ name, operator, values: [value] }] })] as const]
    }),
  )
  const ofSorts = list.sorts.map((name) => [`by ${name}`, ask({ sort: [{ name, isDescending: true }] })] as const)
  for (const [name, query] of [['first page', ask()] as const, ...ofSorts, ...ofFilters, ...Object.entries(queries)]) {
    await report(`${list.name}: ${name}`, goals.page, () =>
      readPage(db, request, { source, query: { size: 50, ...query } }),
    )
    if (query.sort.length === 0)
      await report(`${list.name}: ${name}, count`, goals.page, () => countList(db, request, { source, query }))
  }
}

function sampleOf(filter: ListFilter): string | null {
  switch (filter.type) {
    case 'choice':
      return filter.values[0] ?? null
    case 'flag':
      return 'true'
    case 'instant':
      return '2030-01-01T00:00:00Z'
    case 'text':
      return 'name 47'
    default:
      return null
  }
}

/** A level of the hierarchy as it is opened, and a search in it. */
async function measureTree({ runtime: { db } }: BenchContext, request: Request): Promise<void> {
  const id = idOfHierarchy
  await report('hierarchy: its outermost level is opened', goals.move, () => readLevel(db, request, { id }))
  await report(`hierarchy: the level below a branch of ${sizes.nodes / 4} positions is opened`, goals.move, () =>
    readLevel(db, request, { id, parent: nodeOf(2) }),
  )
  await report('hierarchy: a position is found by its name', goals.move, () =>
    findNodes(db, request, { id, q: 'Position 1999' }),
  )
}

const idOfHierarchy = '00000003-0000-7000-8000-000000000001'
const nodeOf = (n: number) => `00000004-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** A branch of a quarter of the hierarchy, from one place to another and back. */
async function measureMoves({ runtime }: BenchContext, request: Request): Promise<void> {
  const { db, clock } = runtime
  let isBack = false
  await report(`hierarchy: a branch of ${sizes.nodes / 4} positions is moved`, goals.move, async () => {
    isBack = !isBack
    const moved = await moveNode({ db, clock, runtime }, request, {
      ref: { id: idOfHierarchy, nodeId: nodeOf(2) },
      parentId: nodeOf(isBack ? 3 : 1),
    })
    if (moved instanceof Refusal) throw moved
  })
}

/** A file of new users, 1 % of them with a group that does not exist, as the job imports it while others read lists. */
async function measureImport(context: BenchContext, request: Request, admin: pg.Client): Promise<void> {
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

async function report(name: string, goal: number, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    const began = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - began)
  }
  const time = median(times)
  console.log(`  ${name.padEnd(64)} ${time.toFixed(1).padStart(8)} ms${time > goal ? '  missed' : ''}`)
}

async function connect({ adminUrl, runtime }: BenchContext): Promise<pg.Client> {
  const { rows } = await runtime.db.pool.query<{ database: string }>('select current_database() as database')
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  return admin
}

/** Rows straight into the tables, without triggers and rules between tables. */
async function fill(admin: pg.Client, { workplaceId, user }: Request): Promise<void> {
  const w = `'${workplaceId}'`
  await admin.query('set session_replication_role = replica; set synchronous_commit = off')
  await admin.query(`
    insert into workplace (workplace_id, reference, name) values (${w}, 'bench-${workplaceId}', 'Bench');
    insert into app_user (workplace_id, id, username, first_name, last_name, email, status, disabled_at, created_at, last_login_at)
      select ${w}, ${idOf(1, 'n')}, 'user ' || n, 'First ' || n, 'Last ' || n, n || '@example.org', case when n % 200 = 0 then 'disabled' else 'enabled' end,
        case when n % 200 = 0 then now() end, now(), case when n % 3 > 0 then '2030-01-01'::timestamptz + n * interval '1 second' end
      from generate_series(1, ${sizes.users}) n;
    insert into app_user (workplace_id, id, username) values (${w}, '${user.id}', '${user.username}');
    insert into user_role (workplace_id, user_id, role) select ${w}, ${idOf(1, 'n')}, 'RoleUser' from generate_series(1, ${sizes.users}) n;
    insert into user_role (workplace_id, user_id, role) select ${w}, ${idOf(1, 'n * 500')}, 'clerk' from generate_series(1, ${sizes.users / 500}) n;
    insert into user_role (workplace_id, user_id, role) values (${w}, '${user.id}', 'RoleAdmin'), (${w}, '${user.id}', 'RoleUserAdmin');
    insert into own_role (workplace_id, id, key, name, description, permissions, created_at, updated_at) values (${w}, gen_random_uuid(), 'clerk', 'Clerk', '', '[]', now(), now());
    insert into user_group (workplace_id, id, key, name, created_at) select ${w}, ${idOf(2, 'n')}, 'group ' || n, 'group ' || n, '2030-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, ${sizes.groups}) n;
    insert into group_reach (workplace_id, group_id, via_id) select ${w}, ${idOf(2, 'n')}, ${idOf(2, 'n')} from generate_series(1, ${sizes.groups}) n;
    insert into group_member (workplace_id, group_id, user_id) select ${w}, ${idOf(2, `n % ${sizes.groups} + 1`)}, ${idOf(1, 'n')} from generate_series(1, ${sizes.users}) n;
    insert into user_property (workplace_id, id, name, key, type, is_required, is_unique, choices, default_value, default_description, viewers, editors, created_at, updated_at)
      values (${w}, ${idOf(5, '1')}, 'City', 'city', 'text', false, false, '{}', '', '', 'everyone', 'administrators', now(), now()),
        (${w}, ${idOf(5, '2')}, 'Floor', 'floor', 'number', false, false, '{}', '', '', 'everyone', 'administrators', now(), now());
    insert into user_property_value (workplace_id, user_id, property_id, value)
      select ${w}, ${idOf(1, 'n')}, ${idOf(5, '1')}, 'City ' || n % 500 from generate_series(1, ${sizes.users}) n;
    insert into user_property_value (workplace_id, user_id, property_id, value)
      select ${w}, ${idOf(1, 'n')}, ${idOf(5, '2')}, (n % 50)::text from generate_series(1, ${sizes.users}) n;
    insert into hierarchy (workplace_id, id, name, description, created_at, updated_at) values (${w}, ${idOf(3, '1')}, 'Line', '', now(), now());
    insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, updated_at)
      select ${w}, ${idOf(4, 'n')}, ${idOf(3, '1')}, case when n > 1 then ${idOf(4, '(n + 2) / 4')} end, n * 1024, 'Position ' || n, ${idOf(1, 'n')}, now()
      from generate_series(1, ${sizes.nodes}) n;
  `)
  await admin.query('vacuum analyze')
}
