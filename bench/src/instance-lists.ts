import { randomUUID } from 'node:crypto'
import { type ListQuery, writeVariableFilter } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import { startedInstanceList } from '@millrace/contract/lists/started-instances'
import pg from 'pg'
import { createInvolvedSource, createStartedSource } from '../../apps/server/src/features/processes/list-instances.ts'
import type { User } from '../../apps/server/src/platform/auth/user.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'

const rounds = 15
/** A fifth of all instances is of the user: he started, had a task, or may claim one by his 20 groups. */
const sizes = { small: 5_000, large: 1_000_000 } as const

export const instanceListsBench: Bench = {
  name: 'instance-lists',
  says: 'lists of instances of a user whom 200,000 of 1,000,000 involve, against 1,000 of 5,000',
  run: async (context) => {
    const users = { small: createUser(), large: createUser() }
    await fill(context, users)
    const { runtime } = context
    const { db } = runtime
    const started = createStartedSource(runtime)
    const involved = createInvolvedSource(runtime)
    for (const [name, query] of Object.entries(asked)) {
      const page = { size: 50, ...query }
      await report(`started, ${name}`, users, (user) => readPage(db, user, { source: started, query: page }))
      await report(`involved, ${name}`, users, (user) => readPage(db, user, { source: involved, query: page }))
      // A page asks for it without an order.
      if (query.sort.length > 0) continue
      await report(`started, ${name}, count`, users, (user) => countList(db, user, { source: started, query }))
      await report(`involved, ${name}, count`, users, (user) => countList(db, user, { source: involved, query }))
    }
  },
}

const is = (name: string, ...values: string[]) => ask({ filters: [{ name, operator: 'is', values }] })
const list = startedInstanceList
const sorted = (sort: string) => ask({ sort: readSort(list, sort) ?? [] })

const asked: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  'oldest first': sorted('started'),
  'ended last': sorted('-ended'),
  'by title': sorted('title'),
  'by process, then newest': sorted('process,-started'),
  'by key': sorted('key'),
  open: is('state', 'active', 'incident', 'suspended'),
  over: is('state', 'completed', 'cancelled'),
  active: is('state', 'active'),
  cancelled: is('state', 'cancelled'),
  incident: is('state', 'incident'),
  process: is('process', 'process-3'),
  key: is('key', 'key 4000'),
  'key begins': ask({ filters: [{ name: 'key', operator: 'begins', values: ['key 40'] }] }),
  'started in an hour': ask({
    filters: [
      { name: 'started', operator: 'from', values: ['2030-01-01T00:30:00Z'] },
      { name: 'started', operator: 'before', values: ['2030-01-01T01:30:00Z'] },
    ],
  }),
  variable: is('variable', writeVariableFilter({ name: 'city', type: 'text', operator: 'is', value: 'City 7' })),
  text: ask({ q: 'key 40' }),
  'text that nobody has': ask({ q: 'no such text' }),
}

function ask(more: Partial<ListQuery> = {}): ListQuery {
  return { q: '', sort: [], filters: [], ...more }
}

interface Users {
  readonly small: User
  readonly large: User
}

async function report(name: string, users: Users, read: (user: User) => Promise<unknown>): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -2; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const began = performance.now()
      await read(users[size])
      if (round >= 0) times[size].push(performance.now() - began)
    }
  const [small, large] = [median(times.small), median(times.large)]
  console.log(
    `  ${name.padEnd(44)} ${large.toFixed(1).padStart(7)} ms, ${(large / small).toFixed(2)} times that of 1,000`,
  )
}

function createUser(): User {
  return {
    id: randomUUID(),
    username: 'ann',
    workplaceId: randomUUID(),
    roles: ['RoleUser'],
    groups: Array.from({ length: 20 }, (_, n) => `g${n}`),
    authorizations: [],
    token: null,
    cause: 'bench',
    firstName: null,
    lastName: null,
    email: null,
  }
}

async function fill({ adminUrl, runtime }: BenchContext, users: Users): Promise<void> {
  const { rows } = await runtime.db.pool.query<{ database: string }>('select current_database() as database')
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    await admin.query('set session_replication_role = replica; set synchronous_commit = off')
    for (const size of ['small', 'large'] as const) await fillInstances(admin, users[size], sizes[size])
    await admin.query('vacuum analyze')
  } finally {
    await admin.end()
  }
}

/** One in four runs. Of what the user has to do with, a third he started, a third he had a task in, a third is for his groups. */
async function fillInstances(admin: pg.Client, { workplaceId }: User, count: number): Promise<void> {
  const id = (space: number, n: string) =>
    `('${String(space).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const starter = `case when n % 15 = 0 then 'ann' else 'bob' end`
  const startedAt = `'2030-01-01'::timestamptz + n * interval '1 second'`
  await admin.query(`
    insert into workplace (workplace_id, reference, name) values ('${workplaceId}', 'bench-${workplaceId}', 'Bench');
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      select '${workplaceId}', ${id(1, 'n')}, 'process-' || n / 3, n % 3 + 1, 'Process ' || n / 3, ${id(1, 'n')}, 'p.bpmn', false, true, true from generate_series(0, 119) n;
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id)
      select '${workplaceId}', ${id(2, 'n')}, ${id(2, 'n')}, ${id(1, '(n / 100) % 120')}, 'key ' || n, n % 997 = 0, 1, ${startedAt}, ${starter} from generate_series(1, ${count}) n where n % 4 = 0;
    insert into history_instance (workplace_id, id, root_id, definition_id, business_key, started_at, ended_at, start_user_id, outcome)
      select '${workplaceId}', ${id(2, 'n')}, ${id(2, 'n')}, ${id(1, '(n / 100) % 120')}, 'key ' || n, ${startedAt}, ${startedAt} + interval '1 hour', ${starter}, case when n % 101 = 0 then 'deleted' else 'completed' end
      from generate_series(1, ${count}) n where n % 4 <> 0;
    insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, revision, created_at)
      select '${workplaceId}', id, id, 'city', gen_random_uuid(), id, 'String', 'City ' || n % 50, 1, now() from (select n, ${id(2, 'n')} as id from generate_series(1, ${count}) n where n % 4 = 0) v;
    insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
      select l.workplace_id, r.reader, l.started_at, l.instance_id, l.ended_at, l.is_cancelled, l.definition_id, l.process_key, l.process_name, l.title_key, l.business_key, true
      from (select n, ${id(2, 'n')} as id from generate_series(1, ${count}) n) x
      join instance_listed l on l.workplace_id = '${workplaceId}' and l.instance_id = x.id
      cross join lateral (
        select case when n % 15 = 0 then 's:ann' else 's:bob' end as reader
        union all select 't:ann' where n % 15 = 5
        union all select 't:user ' || n % 997 where n % 15 <> 5
        union all select 'g:g' || (n / 15) % 20 where n % 15 = 10
      ) r`)
}
