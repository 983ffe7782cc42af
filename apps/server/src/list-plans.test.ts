import type { ListDescription, ListFilter, ListQuery } from '@millrace/contract'
import { listOperators } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import { createTestApp } from '@millrace/server/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditRevisions } from './features/audit/revision-list.ts'
import { definitions } from './features/definitions/definition-list.ts'
import { deployments } from './features/deployments/deployment-list.ts'
import { startDrafts, taskDrafts } from './features/drafts/draft-lists.ts'
import { createGroupSource } from './features/incident-groups/group-list.ts'
import { createJobSource } from './features/jobs/job-list.ts'
import { notices } from './features/notices/notice-list.ts'
import { createAllSource, createInvolvedSource, createStartedSource } from './features/processes/list-instances.ts'
import { findInstances } from './features/processes/search-instances.ts'
import { findFiles } from './features/search/find-files.ts'
import { completedTasks } from './features/tasks/completed-tasks.ts'
import { assignedTasks, involvedTasks, unclaimedTasks } from './features/tasks/list-queries.ts'
import { openTasks } from './features/tasks/open-task-list.ts'
import { findTasks } from './features/tasks/search-tasks.ts'
import { users } from './features/users/user-list.ts'
import type { Person } from './platform/auth/user.ts'
import { gramsOf, searchFor, selectFound } from './platform/list/grams.ts'
import { keyedSql, selectKeyed } from './platform/list/read-list.ts'
import { type ListSource, prepareSource } from './platform/list/source.ts'
import { runSql, type Sql, toQuery } from './platform/list/sql.ts'
import { bestOf } from './runtime/search/finder.ts'
import { maxRowsPerTerm } from './runtime/search/terms.ts'
import { fillLists } from './testing/fill-lists.ts'

const { db, admin, workplaceId, runtime } = await createTestApp()
const user: Person = {
  id: '00000000-0000-7000-8000-000000000001',
  workplaceId,
  username: 'ada',
  firstName: 'Ada',
  lastName: null,
  email: null,
  // Who sees all there is: lists of others are narrowed to what their permissions reach.
  roles: ['RoleAdmin', 'RoleDesign'],
  groups: ['sales', 'legal'],
  authorizations: [],
  token: null,
  // Two who are away: one more way into each list of tasks.
  standsInFor: [
    { username: 'bea', processKeys: null },
    { username: 'cy', processKeys: ['sales'] },
  ],
}
await fillLists(admin, { workplaceId, rows: 100_000 })

/** Tables in which each list has its 100,000 rows. */
const large = [
  'app_user',
  'audit_entry',
  'audit_revision',
  'data_list_row',
  'deployment',
  'form_draft',
  'history_instance',
  'history_task',
  'incident_group',
  'instance',
  'instance_listing',
  'job',
  'notice',
  'process_listing',
  'search_gram',
  'search_word',
  'task',
  'task_listing',
]

type AnySource = ListSource<ListDescription, object, unknown>
const sources: readonly AnySource[] = [
  assignedTasks,
  auditRevisions,
  completedTasks,
  involvedTasks,
  notices,
  createAllSource(runtime),
  createInvolvedSource(runtime),
  createJobSource(runtime),
  createStartedSource(runtime),
  createGroupSource(runtime.clock),
  definitions,
  deployments,
  openTasks,
  startDrafts,
  taskDrafts,
  unclaimedTasks,
  users,
] as unknown as readonly AnySource[]

describe.each(sources.map((source) => [source.list.name, source] as const))(
  '%s reads by index, with 100,000 rows',
  (_, source) => {
    const { list } = source
    it.each(list.sorts.flatMap((sort) => [sort, `-${sort}`]))('in the order %s', async (sort) => {
      expect(await findScans(source, { q: '', sort: readSort(list, sort) ?? [], filters: [] })).toEqual([])
    })

    it.each(
      Object.entries(list.filters).flatMap(([name, filter]) =>
        listOperators(filter).map((operator) => ({ name, operator, filter })),
      ),
    )('narrowed by $name $operator', async ({ name, operator, filter }) => {
      expect(
        await findScans(source, { q: '', sort: [], filters: [{ name, operator, values: [sampleOf(name, filter)] }] }),
      ).toEqual([])
    })

    it('on the page after the first', async () => {
      const query = { q: '', sort: [], filters: [], size: 50 }
      const first = await db.read({ workplaceId }, (tx) =>
        selectKeyed(tx, user, source, { query, bound: null, isBackwards: false }),
      )
      expect(first).toHaveLength(51)
      const bound = { values: first[49]?.values ?? [], isInclusive: false }
      expect(await findScans(source, query, bound)).toEqual([])
    })
  },
)

describe.each([assignedTasks, unclaimedTasks, involvedTasks].map((source) => [source.list.name, source] as const))(
  '%s reads by index what forms of tasks show, with 100,000 rows',
  (_, source) => {
    it.each(['is:text:city:Berlin', 'from:number:amount:5', 'is:text:city:Berlin,is:number:amount:5'])(
      '%s',
      async (text) => {
        const [definitionId, names] = ['00000000-0000-7000-8000-00000000000d', new Set(['city', 'amount'])]
        const shown = source.withShown([{ definitionId, taskKey: 'check', formKey: null, names }])
        const filters = [{ name: 'variable', operator: 'is', values: text.split(',') }] as const
        const knowing = { ...source, ...shown } as unknown as AnySource
        expect(await findScans(knowing, { q: '', sort: [], filters })).toEqual([])
      },
    )
  },
)

describe.each(
  ([unclaimedTasks, involvedTasks] as unknown as AnySource[]).map((source) => [source.list.name, source] as const),
)('%s of one process', (_, source) => {
  it('looks at no more rows of each group than a page and one, among 2,000 of 50,000', async () => {
    await admin.query(`update task_listing set process_key = 'visit'
      where workplace_id = '${workplaceId}' and priority in (1, 3)`)
    await admin.query('vacuum analyze task_listing')
    const { found, removed } = await countLooks(source, [{ name: 'process', operator: 'is', values: ['visit'] }])
    expect(found).toBeGreaterThan(100)
    expect(found).toBeLessThanOrEqual(2 * 51)
    expect(removed).toBe(0)
  })
})

describe('instances of a process with a value of a variable', () => {
  it('are the only ones whose rows are read for operators, among 2,000 that are looked at', async () => {
    const filters = [
      { name: 'variable', operator: 'is', values: ['is:text:city:nowhere'] },
      { name: 'state', operator: 'is', values: ['completed'] },
    ] as const
    const query = { q: '', sort: [], filters, size: 50 }
    const source = createAllSource(runtime) as unknown as AnySource
    const nodes = await planOf(
      sql`explain (analyze, format json) ${keyedSql(user, source, { query, bound: null, isBackwards: false })}`,
    )
    const countRows = (table: RegExp) =>
      nodes
        .filter((node) => table.test(node['Relation Name'] ?? ''))
        .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0), 0)
    expect(countRows(/^instance_listing/)).toBeGreaterThanOrEqual(2_000)
    expect(countRows(/^(history_instance|process_definition)/)).toBe(0)
  })
})

describe('revisions of the audit', () => {
  const filters = (...set: [string, string][]) =>
    set.map(([name, value]) => ({ name, operator: 'is', values: [value] }) as const)
  it.each([
    ['a rare kind', filters(['entity', 'form'])],
    ['a rare operation', filters(['operation', 'delete'])],
    ['one operation of a kind', filters(['entity', 'user'], ['operation', 'delete'])],
    ['a user', filters(['user', 'bob'])],
    ['a name', filters(['name', 'name 7'])],
    ['several kinds', [{ name: 'entity', operator: 'is', values: ['form', 'user'] } as const]],
  ])('of %s: no more entries are read than a page takes', async (_, set) => {
    const page = keyedSql(user, auditRevisions, {
      query: { q: '', sort: [], filters: set, size: 50 },
      bound: null,
      isBackwards: false,
    })
    const nodes = await planOf(sql`explain (analyze, format json) ${page}`)
    const read = nodes.filter((node) => node['Relation Name']?.startsWith('audit_'))
    expect(read.length).toBeGreaterThan(0)
    for (const node of read) {
      expect((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0)).toBeLessThanOrEqual(60)
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
    }
  })

  it.each([
    ['a text', { q: 'nobody has this', filters: [] }],
    ['a user and a kind', { q: '', filters: filters(['user', 'nobody'], ['entity', 'user']) }],
  ])('with %s: only the newest are looked at', async (_, narrowing) => {
    const query = { sort: [], size: 50, ...narrowing }
    const page = keyedSql(user, auditRevisions, { query, bound: null, isBackwards: false })
    const nodes = await planOf(sql`explain (analyze, format json) ${page}`)
    const read = nodes.filter((node) => node['Relation Name']?.startsWith('audit_revision'))
    for (const node of read) expect((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0)).toBeLessThanOrEqual(5_000)
  })
})

describe('users are found by index, among 100,000', () => {
  it.each([
    ['by name, whatever the case', sql`username_key = lower(${'Ada'})`],
    ['by address, whatever the case', sql`email_key = lower(${'Ada@example.org'})`],
    ['by the names that tasks have', sql`username = any(${['ada', 'bea']}::text[])`],
  ])('%s', async (_, condition) => {
    const found = sql`select id from app_user where workplace_id = ${workplaceId} and ${condition}`
    expect(await listScans(found)).toEqual([])
  })
})

describe('users with a text anywhere in their names, among 100,000', () => {
  it('are found by the index of its pieces', async () => {
    const grams = gramsOf('irst 4711')
    const [, [row]] = await db.read({ workplaceId }, (tx) =>
      tx.queries<[object, { 'QUERY PLAN': [{ Plan: Plan }] }]>(
        toQuery(searchFor([workplaceId, ...grams])),
        toQuery(sql`explain (analyze, format json) ${selectFound(workplaceId, 'user')}`),
      ),
    )
    const nodes = flatten(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' })
    expect(nodes.map((node) => node['Index Name'])).toContain('search_gram_grams')
    for (const node of nodes) expect(node['Actual Rows'] ?? 0).toBeLessThan(100)
  })

  it('are listed without a look at the others', async () => {
    const query = { q: 'irst 4711', sort: [], filters: [], size: 50 }
    const source = await db.read({ workplaceId }, (tx) => prepareSource(users, query, { tx, user }))
    const page = keyedSql(user, source, { query, bound: null, isBackwards: false })
    const nodes = await planOf(sql`explain (analyze, format json) ${page}`)
    const read = nodes.filter((node) => node['Relation Name'] === 'app_user')
    expect(read[0]?.['Actual Rows']).toBeGreaterThan(10)
    for (const node of read) expect(node['Rows Removed by Filter'] ?? 0).toBeLessThan(100)
    expect(await listScans(page)).toEqual([])
  })
})

describe('rows of a data list are found by index, among 100,000', () => {
  const list = sql`select id from data_list_row where workplace_id = ${workplaceId}
    and data_list_id = '00000000-0000-7000-8000-00000000000d' and until is null`
  it.each([
    ['a page of them', sql`place > '00001000' order by place limit 100`],
    ['by a value of the key column', sql`key_1 = any(${['code 7']}::text[]) and cells[1] = any(${['code 7']}::text[])`],
    [
      'those that go with a value',
      sql`key_3 = any(${['country 7']}::text[]) and cells[3] = any(${['country 7']}::text[])`,
    ],
  ])('%s', async (_, condition) => {
    expect(await listScans(sql`${list} and ${condition}`)).toEqual([])
  })
})

describe('a search reads by index, among 100,000 instances and 200,000 tasks', () => {
  it.each([
    ['tasks', findTasks],
    ['instances', findInstances],
    ['files', findFiles],
  ])('of %s', async (_, findThem) => {
    const terms = ['name', '47']
    expect(await listScans(findThem(user, bestOf(terms)))).toEqual([])
    expect(await listScans(findThem(user, { terms, lookedAt: maxRowsPerTerm, bound: null, limit: 26 }))).toEqual([])
  })
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Large tables that the query of a first page would read from one end to the other. */
async function findScans(
  source: AnySource,
  query: ListQuery,
  bound: Parameters<typeof keyedSql>[2]['bound'] = null,
): Promise<string[]> {
  return listScans(keyedSql(user, source, { query: { ...query, size: 50 }, bound, isBackwards: false }))
}

/** Rows of candidates that a first page looks at, and how many of them it looks at in vain. */
async function countLooks(
  source: AnySource,
  filters: ListQuery['filters'],
): Promise<{ found: number; removed: number }> {
  const query = { q: '', sort: [], filters, size: 50 }
  const page = keyedSql(user, source, { query, bound: null, isBackwards: false })
  const nodes = await planOf(sql`explain (analyze, format json) ${page}`)
  const looks = nodes.filter((node) => node['Relation Name'] === 'task_listing')
  const sum = (one: 'Actual Rows' | 'Rows Removed by Filter') =>
    looks.reduce((all, node) => all + Math.round((node[one] ?? 0) * (node['Actual Loops'] ?? 0)), 0)
  return { found: sum('Actual Rows'), removed: sum('Rows Removed by Filter') }
}

async function planOf(explain: Sql): Promise<Plan[]> {
  const [row] = await db.read({ workplaceId }, (tx) => runSql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tx, explain))
  const [explained] = row?.['QUERY PLAN'] ?? []
  if (explained === undefined) throw new Error('Expected a plan, but there is none.')
  return flatten(explained.Plan)
}

/** Large tables that a statement would read from one end to the other. */
async function listScans(statement: Sql): Promise<string[]> {
  const nodes = await planOf(sql`explain (format json) ${statement}`)
  return nodes.flatMap((node) => {
    const table = node['Relation Name']?.replace(/_(default|\d+.*)$/, '')
    return node['Node Type'] === 'Seq Scan' && table !== undefined && large.includes(table) ? [table] : []
  })
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)]
}

function sampleOf(name: string, filter: ListFilter): string {
  // Another text is no id: the query of jobs then reads nothing, and its plan says nothing about ids.
  if (name === 'instance') return '00000000-0000-7000-8000-000000000003'
  const samples = {
    text: 'name 4711',
    reference: 'sales',
    number: '5',
    instant: '2030-01-01T00:00:00Z',
    day: '2030-01-01',
    flag: 'true',
    variable: 'is:text:city:Berlin',
  }
  return filter.type === 'choice' ? (filter.values[0] ?? '') : samples[filter.type]
}
