import { randomUUID } from 'node:crypto'
import { type ListQuery, writeVariableFilter } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import pg from 'pg'
import { getDashboard } from '../../apps/server/src/features/dashboard/get-dashboard.ts'
import { instanceFinder } from '../../apps/server/src/features/processes/search-instances.ts'
import { find } from '../../apps/server/src/features/search/find.ts'
import { fileFinder } from '../../apps/server/src/features/search/find-files.ts'
import { countByDueDate } from '../../apps/server/src/features/tasks/count-by-due-date.ts'
import { countTasks } from '../../apps/server/src/features/tasks/count-tasks.ts'
import { listFilters } from '../../apps/server/src/features/tasks/list-filters.ts'
import { assignedTasks, involvedTasks, unclaimedTasks } from '../../apps/server/src/features/tasks/list-queries.ts'
import { taskFinder } from '../../apps/server/src/features/tasks/search-tasks.ts'
import type { User } from '../../apps/server/src/platform/auth/user.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'

const rounds = 21
/** A fifth of all tasks is for the groups of the user, and every thousandth is his. */
const sizes = { small: 5_000, large: 1_000_000 } as const

export const taskListsBench: Bench = {
  name: 'task-lists',
  says: 'task lists of a user whose 20 groups may claim 200,000 of 1,000,000 tasks, against 1,000 of 5,000',
  run: async (context) => {
    const users = { small: createUser(), large: createUser() }
    await fill(context, users)
    const { db } = context.runtime
    for (const [name, query] of Object.entries(asked))
      for (const [list, source] of Object.entries(listsOf(name))) {
        const page = (user: User) => readPage(db, user, { source, query: { size: 50, ...query } })
        const count = (user: User) => countList(db, user, { source, query })
        await report(`${list}, ${name}`, users, page)
        // A page asks for it without an order.
        if (query.sort.length === 0) await report(`${list}, ${name}, count`, users, count)
      }
    const today = { now: '2030-03-01T00:00:00Z', todayEnds: '2030-03-02T00:00:00Z' }
    await report('numbers of the menu', users, (user) => countTasks(db, user, today))
    const week = { ...today, weekEnds: '2030-03-08T00:00:00Z', timeZone: 'UTC', days: 30 }
    await report('dashboard', users, (user) =>
      getDashboard(db, user, { query: { ...week, scope: 'involved' }, countTasks: countByDueDate }),
    )
    const finders = { tasks: taskFinder, instances: instanceFinder, files: fileFinder }
    await report('search', users, (user) => find(db, user, { q: 'task name 3', size: 6, finders }))
    await report('what filters can be set to', users, (user) => listFilters(db, user))
  },
}

const listsOf = (name: string) =>
  name === 'first page'
    ? { assigned: assignedTasks, unclaimed: unclaimedTasks, involved: involvedTasks }
    : { unclaimed: unclaimedTasks }

const is = (name: string, ...values: string[]) => ask({ filters: [{ name, operator: 'is', values }] })
const sorted = (sort: string) => ask({ sort: readSort(unclaimedTasks.list, sort) ?? [] })
const variable = (...[filter]: Parameters<typeof writeVariableFilter>) => is('variable', writeVariableFilter(filter))

const asked: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  'due last first': sorted('-due'),
  'by priority': sorted('-priority'),
  'by priority, then due': sorted('-priority,due'),
  'by name': sorted('name'),
  'by process, then name descending': sorted('process,-name'),
  newest: sorted('-created'),
  'by follow-up': sorted('followUp'),
  process: is('process', 'process-3'),
  'three processes': is('process', 'process-3', 'process-4', 'process-5'),
  'not a process': ask({ filters: [{ name: 'process', operator: 'not', values: ['process-3'] }] }),
  group: is('group', 'g3'),
  name: is('name', 'Task name 3'),
  'name begins': ask({ filters: [{ name: 'name', operator: 'begins', values: ['task name 1'] }] }),
  'no such name': is('name', 'Nothing'),
  'high priority': is('priority', 'high'),
  due: ask({
    filters: [
      { name: 'due', operator: 'from', values: ['2030-03-01T00:00:00Z'] },
      { name: 'due', operator: 'before', values: ['2030-03-02T00:00:00Z'] },
    ],
  }),
  'follow-up': ask({
    filters: [
      { name: 'followUp', operator: 'from', values: ['2030-03-01T00:00:00Z'] },
      { name: 'followUp', operator: 'before', values: ['2030-03-08T00:00:00Z'] },
    ],
  }),
  'process, priority and follow-up': ask({
    filters: [
      { name: 'process', operator: 'is', values: ['process-3'] },
      { name: 'priority', operator: 'is', values: ['high'] },
      { name: 'followUp', operator: 'from', values: ['2030-03-01T00:00:00Z'] },
    ],
  }),
  'variable that few have': variable({ name: 'customer', type: 'text', operator: 'is', value: 'Customer 42' }),
  'variable that one in 50 has': variable({ name: 'city', type: 'text', operator: 'is', value: 'City 7' }),
  'variable that most have': variable({ name: 'amount', type: 'number', operator: 'from', value: '100' }),
  'variable that nobody has': variable({ name: 'amount', type: 'number', operator: 'from', value: '99999999' }),
  'text that many have': ask({ q: 'task name 1' }),
  'text that nobody has': ask({ q: 'no such text' }),
}

function ask(more: Partial<ListQuery> = {}): ListQuery {
  return { q: '', sort: [], filters: [], ...more }
}

async function report(name: string, users: Users, read: (user: User) => Promise<unknown>): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const began = performance.now()
      await read(users[size])
      if (round >= 0) times[size].push(performance.now() - began)
    }
  const [small, large] = [median(times.small), median(times.large)]
  console.log(
    `  ${name.padEnd(52)} ${large.toFixed(1).padStart(7)} ms, ${(large / small).toFixed(2)} times that of 1,000`,
  )
}

interface Users {
  readonly small: User
  readonly large: User
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
    for (const size of ['small', 'large'] as const) await fillTasks(admin, users[size], sizes[size])
    await admin.query('vacuum analyze')
  } finally {
    await admin.end()
  }
}

/** Rows straight into the tables, one instance for each task, with three variables each. */
async function fillTasks(admin: pg.Client, { workplaceId }: User, count: number): Promise<void> {
  const id = (space: number, n: string) =>
    `('${String(space).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  await admin.query(`
    insert into workplace (workplace_id, reference, name) values ('${workplaceId}', 'bench-${workplaceId}', 'Bench');
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      select '${workplaceId}', ${id(1, 'n')}, 'process-' || n / 3, n % 3 + 1, 'Process ' || n / 3, ${id(1, 'n')}, 'p.bpmn', false, true, true from generate_series(0, 119) n;
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id)
      select '${workplaceId}', ${id(2, 'n')}, ${id(2, 'n')}, ${id(1, '(n / 100) % 120')}, 'key ' || n, false, 1, '2030-01-01'::timestamptz + n * interval '1 second', 'bob' from generate_series(1, ${count}) n;
    insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, number, revision, created_at)
      select '${workplaceId}', ${id(2, 'n')}, ${id(2, 'n')}, v.name, gen_random_uuid(), ${id(2, 'n')}, v.type, v.value, v.number, 1, now() from generate_series(1, ${count}) n
      cross join lateral (values ('amount', 'Integer', (n % 10000)::text, n % 10000), ('city', 'String', 'City ' || hashint4(n) % 50, null), ('customer', 'String', 'Customer ' || n / 25, null)) v (name, type, value, number);
    insert into task (workplace_id, id, root_id, instance_id, element_id, definition_id, task_key, name, assignee, priority, due_at, follow_up_at, is_suspended, created_at, candidate_users, candidate_groups)
      select '${workplaceId}', ${id(3, 'n')}, ${id(2, 'n')}, ${id(2, 'n')}, ${id(2, 'n')}, ${id(1, '(n / 100) % 120')}, 'check', 'Task name ' || (n / 100) % 120,
        case when n % 1000 = 1 then 'ann' when n % 5 = 1 then 'user ' || n % 997 end, case (n / 100) % 50 when 0 then 100 when 1 then 75 when 2 then 75 when 3 then 25 else 50 end,
        case when n % 7 > 0 then '2030-01-01'::timestamptz + (hashint4(n) % 500000) * interval '1 minute' end,
        case when n % 3 = 0 then '2030-01-01'::timestamptz + (hashint4(n + 7) % 500000) * interval '1 minute' end, false, '2030-01-01'::timestamptz + n * interval '1 second', '{}',
        case when n % 5 = 0 then array['g' || (n / 5) % 20] || case when n % 35 = 0 then array['g' || (n / 5 + 7) % 20] else '{}' end else array['other ' || n % 500] end
      from generate_series(1, ${count}) n;
    insert into task_listing (workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key)
      select workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key from task_reading where workplace_id = '${workplaceId}'`)
}
