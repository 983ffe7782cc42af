import { createTestDatabase, fillOperations, fillRestLists } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { executionQuery } from './execution/execution-query.ts'
import { externalTaskQuery } from './external-task/external-task-query.ts'
import { detailQuery } from './history/detail-history.ts'
import { elementHistoryQuery } from './history/element-history.ts'
import { externalTaskLogQuery } from './history/external-task-log.ts'
import { incidentHistoryQuery } from './history/incident-history.ts'
import { instanceHistoryQuery } from './history/instance-history.ts'
import { jobLogQuery } from './history/job-log.ts'
import { taskHistoryQuery } from './history/task-history.ts'
import { variableHistoryQuery } from './history/variable-history.ts'
import { incidentQuery } from './incident/incident-query.ts'
import { jobQuery } from './job/job-query.ts'
import { operationLogQuery } from './operation-log/operation-log-query.ts'
import { instanceQuery } from './process-instance/instance-query.ts'
import { type ListQuery, noParameters, selectRows } from './query/list-query.ts'
import { countSql, selectSql } from './query/list-sql.ts'
import { taskQuery } from './task/task-query.ts'
import { countReadRows, readPlan } from './testing/read-plan.ts'

const { db, admin, workplaceId } = await createTestDatabase()
await fillRestLists(admin, { workplaceId, rows: 20_000 })
await fillOperations(admin, { workplaceId, rows: 20_000 })

interface ListCase {
  // biome-ignore lint/suspicious/noExplicitAny: the query of any list.
  readonly query: ListQuery<any>
  /** Orders that no index has: of what is computed from several tables, or what an index would cost every step. */
  readonly sorted: readonly string[]
  readonly filters: readonly Readonly<Record<string, string>>[]
}

const instance = '00000002-0000-7000-8000-000000000003'
const ended = '00000008-0000-7000-8000-000000000003'
const definition = '00000001-0000-7000-8000-000000000003'
const newest = { sortOrder: 'desc' }
const ofVariables = ['processVariable', 'executionVariable', 'taskVariable']

const lists: Readonly<Record<string, ListCase>> = {
  tasks: {
    query: taskQuery,
    sorted: ['executionId', ...ofVariables],
    filters: [
      { candidateGroup: 'sales', sortBy: 'dueDate', sortOrder: 'asc' },
      { candidateGroup: 'sales', sortBy: 'created', ...newest },
      { candidateGroups: 'sales,legal', sortBy: 'dueDate', sortOrder: 'asc' },
      { unassigned: 'true', sortBy: 'created', ...newest },
      { processDefinitionKey: 'process-3', sortBy: 'created', ...newest },
      { processDefinitionId: definition, sortBy: 'created', ...newest },
      { processInstanceId: instance },
      { assignee: 'ada' },
      { name: 'Name 77' },
      { dueBefore: '2030-01-01T10:00:00.000+0000', sortBy: 'dueDate', sortOrder: 'asc' },
      { createdAfter: '2030-01-01T10:00:00.000+0000', sortBy: 'created', sortOrder: 'asc' },
    ],
  },
  'process instances': {
    query: instanceQuery,
    sorted: [],
    filters: [{ processDefinitionKey: 'process-3' }, { businessKey: 'key 77' }, { suspended: 'true' }],
  },
  jobs: {
    query: jobQuery,
    sorted: ['executionId', 'processDefinitionId', 'processDefinitionKey', 'tenantId'],
    filters: [
      { processInstanceId: instance },
      { noRetriesLeft: 'true' },
      { withException: 'true' },
      { executable: 'true' },
    ],
  },
  incidents: {
    query: incidentQuery,
    sorted: ['executionId', 'processDefinitionId', 'tenantId'],
    filters: [{ processInstanceId: instance }, { incidentType: 'stuck' }],
  },
  executions: {
    query: executionQuery,
    sorted: ['definitionKey', 'definitionId', 'tenantId'],
    filters: [{}, { processInstanceId: instance }],
  },
  'external tasks': {
    query: externalTaskQuery,
    sorted: ['lockExpirationTime', 'processDefinitionKey'],
    filters: [{ processInstanceId: instance }, { topicName: 'topic 3' }, { notLocked: 'true' }],
  },
  'history of process instances': {
    query: instanceHistoryQuery,
    sorted: ['definitionId', 'definitionKey', 'definitionName', 'definitionVersion', 'duration', 'tenantId'],
    filters: [
      { processInstanceId: ended },
      { processInstanceBusinessKey: 'key 77' },
      { processDefinitionKey: 'process-3', sortBy: 'startTime', ...newest },
      { finished: 'true', sortBy: 'endTime', ...newest },
      { unfinished: 'true', sortBy: 'startTime', ...newest },
      { startedAfter: '2030-01-01T10:00:00.000+0000', sortBy: 'startTime', sortOrder: 'asc' },
      { finishedBefore: '2030-01-01T10:00:00.000+0000', sortBy: 'endTime', sortOrder: 'asc' },
      { startedBy: 'user 7' },
      { active: 'true' },
      { completed: 'true' },
    ],
  },
  'history of tasks': {
    query: taskHistoryQuery,
    sorted: Object.keys(taskHistoryQuery.sorts).filter((name) => !['taskId', 'startTime', 'endTime'].includes(name)),
    filters: [{ processInstanceId: ended }, { processInstanceId: instance }, { taskId: ended }],
  },
  'history of activities': {
    query: elementHistoryQuery,
    sorted: Object.keys(elementHistoryQuery.sorts).filter(
      (name) => !['activityInstanceId', 'endTime', 'occurrence'].includes(name),
    ),
    filters: [
      {},
      { processInstanceId: ended },
      { processInstanceId: instance },
      { finished: 'true', sortBy: 'endTime', ...newest },
      { finished: 'true', sortBy: 'startTime', ...newest },
      { unfinished: 'true' },
      { activityInstanceId: ended },
    ],
  },
  'history of incidents': {
    query: incidentHistoryQuery,
    sorted: Object.keys(incidentHistoryQuery.sorts).filter((name) => !['incidentId', 'createTime'].includes(name)),
    filters: [{ processInstanceId: ended }],
  },
  'history of variables': {
    query: variableHistoryQuery,
    sorted: ['variableName', 'tenantId'],
    filters: [{}, { processInstanceId: ended }],
  },
  details: {
    query: detailQuery,
    sorted: ['processInstanceId', 'variableName', 'variableRevision', 'formPropertyId', 'occurrence', 'tenantId'],
    filters: [
      {},
      { processInstanceId: ended },
      { formFields: 'true', sortBy: 'time', ...newest },
      { variableUpdates: 'true', sortBy: 'time', ...newest },
      { withoutTenantId: 'true' },
    ],
  },
  'job log': {
    query: jobLogQuery,
    sorted: Object.keys(jobLogQuery.sorts).filter((name) => name !== 'jobId'),
    filters: [{}, { processInstanceId: ended }, { failureLog: 'true', sortBy: 'timestamp', ...newest }],
  },
  'external task log': {
    query: externalTaskLogQuery,
    sorted: Object.keys(externalTaskLogQuery.sorts).filter((name) => name !== 'externalTaskId'),
    filters: [{}, { processInstanceId: ended }, { failureLog: 'true', sortBy: 'timestamp', ...newest }],
  },
  'user operations': {
    query: operationLogQuery,
    sorted: [],
    filters: [
      {},
      { category: 'Admin' },
      { category: 'Admin', sortBy: 'timestamp', ...newest },
      { category: 'TaskWorker', sortBy: 'timestamp', ...newest },
      { category: 'Operator' },
      { category: 'Operator', sortBy: 'timestamp', ...newest },
      { beforeTimestamp: '2028-12-01T10:00:00.000+0000', sortBy: 'timestamp', ...newest },
      { entityType: 'User', sortBy: 'timestamp', ...newest },
      { entityType: 'Group membership', sortBy: 'timestamp', ...newest },
    ],
  },
}

describe.each(Object.entries(lists))('a page of %s looks at few of 20,000 rows', (_, { query, sorted, filters }) => {
  const orders = Object.keys(query.sorts).filter((name) => !sorted.includes(name))

  it('in each order that has an index', async () => {
    for (const sortBy of orders)
      for (const sortOrder of ['asc', 'desc']) {
        const asked = { sortBy, sortOrder }
        expect({ asked, looks: await mostLooks(query, asked) }).toEqual({ asked, looks: [] })
      }
  })

  it('narrowed by what programs narrow it by', async () => {
    for (const asked of filters) expect({ asked, looks: await mostLooks(query, asked) }).toEqual({ asked, looks: [] })
  })
})

describe('a page of user operations', () => {
  const until = { beforeTimestamp: '2030-01-08T10:00:00.000+0000', sortBy: 'timestamp', sortOrder: 'asc' }
  const suspensions = { beforeTimestamp: '2029-12-01T10:00:00.000+0000', sortBy: 'timestamp', ...newest }
  const since = { afterTimestamp: '2030-01-08T10:00:00.000+0000', sortBy: 'timestamp', sortOrder: 'asc' }
  const rare = { userId: 'rare', sortBy: 'timestamp', ...newest }

  beforeAll(addRareOperations)

  it.each([
    ['in the middle of the time', [until, { ...until, ...newest }, since, { ...since, ...newest }]],
    ['where changes of tasks have no line', [suspensions, { ...suspensions, category: 'TaskWorker' }]],
    [
      'of a user with few of them',
      [
        rare,
        { ...rare, category: 'Operator' },
        { ...rare, category: 'TaskWorker' },
        { ...rare, category: 'Admin' },
        { ...rare, entityType: 'Group membership' },
      ],
    ],
    [
      'of a user with many of them',
      [
        { ...rare, userId: 'user 3' },
        { userId: 'user 3', category: 'Admin' },
      ],
    ],
    [
      'of a user without any',
      [
        { userId: 'nobody' },
        { userId: 'nobody', category: 'TaskWorker' },
        { userId: 'nobody', category: 'Admin', sortBy: 'timestamp', ...newest },
      ],
    ],
    ['where many tasks without a process were completed', [{}, { sortBy: 'timestamp', ...newest }]],
  ] as const)('looks at few rows %s', async (_name, asked) => {
    for (const one of asked) expect({ one, looks: await mostLooks(operationLogQuery, one) }).toEqual({ one, looks: [] })
  })
})

it('counts the operations of a user on identities without those of others', async () => {
  const looksFor = async (userId: string) => {
    const parameters = { userId, category: 'Admin' }
    const nodes = await readPlan(
      db,
      workplaceId,
      countSql(operationLogQuery, { ...noParameters(workplaceId), parameters }),
    )
    return Math.max(...nodes.map(countReadRows))
  }
  expect(await looksFor('nobody')).toBeLessThan(10)
  expect(await looksFor('rare')).toBeLessThan(50)
  // One of twenty users: 1,000 revisions with 1,000 entries, of which five of six are about identities.
  expect(await looksFor('user 3')).toBeLessThan(10_000)
})

it.each([
  ['process instances', instanceQuery, 'instance'],
  ['external tasks', externalTaskQuery, 'external_task'],
  ['incidents', incidentQuery, 'incident'],
  ['tasks', taskQuery, 'task'],
] as const)('counts %s without the tables that only the answer needs', async (_, query: ListCase['query'], table) => {
  const nodes = await readPlan(db, workplaceId, countSql(query, noParameters(workplaceId)))
  expect(nodes.flatMap((node) => node['Relation Name'] ?? [])).toEqual([table])
})

it('counts user operations without what the answer says about each', async () => {
  const tablesOf = async (parameters: Readonly<Record<string, string>>) =>
    (await readPlan(db, workplaceId, countSql(operationLogQuery, { ...noParameters(workplaceId), parameters }))).map(
      (node) => node['Relation Name'],
    )
  expect(await tablesOf({ userId: 'user 3' })).not.toContain('task')
  expect(await tablesOf({ processDefinitionKey: 'process-3' })).toContain('task')
})

describe('a page of jobs in an order without an index', () => {
  it.each(['asc', 'desc'])('joins no more rows than it shows (%s)', async (sortOrder) => {
    // Many jobs have the same retries, so they have to be sorted by what follows.
    const sorting = ['jobRetries', 'jobPriority', 'processInstanceId'].map((sortBy) => ({ sortBy, sortOrder }))
    const scope = { ...noParameters(workplaceId), origin: 'body' as const, parameters: { sorting } }
    const nodes = await readPlan(db, workplaceId, selectSql(jobQuery, scope, { firstResult: 0, maxResults: 50 }))
    const joined = nodes.filter((node) => /^(?:element|instance)$/.test(node['Relation Name'] ?? ''))
    expect(joined.length).toBeGreaterThan(0)
    for (const node of joined) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(50)
  })
})

it.each([
  ['tasks', taskHistoryQuery],
  ['activities', elementHistoryQuery],
] as const)(
  'looks up no scope for each of the historic %s when executions narrow them',
  async (_, query: ListCase['query']) => {
    const scope = { ...noParameters(workplaceId), parameters: { executionId: instance } }
    const page = await readPlan(db, workplaceId, selectSql(query, scope, { firstResult: 0, maxResults: 50 }))
    const count = await readPlan(db, workplaceId, countSql(query, scope))
    for (const node of [...page, ...count]) expect(node['Actual Loops']).toBeLessThan(few)
  },
)

it.each([
  ['external tasks', externalTaskQuery, 'lockExpirationTime'],
  ['historic variables', variableHistoryQuery, 'variableName'],
] as const)('sorts the rows of a whole list of %s once', async (_, query: ListCase['query'], sortBy) => {
  const scope = { ...noParameters(workplaceId), parameters: { sortBy, sortOrder: 'asc' } }
  const nodes = await readPlan(db, workplaceId, selectSql(query, scope, { firstResult: 0, maxResults: null }))
  expect(nodes.filter((node) => node['Node Type'] === 'Sort')).toHaveLength(1)
})

/** Suspended tasks, before everything else, a user who did little, and completed tasks that belong to no process. */
async function addRareOperations(): Promise<void> {
  await admin.query(
    `with added as (
      insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, user_id, operation_id, data)
      select $1, gen_random_uuid(), gen_random_uuid(), '2029-06-01'::timestamptz + n * interval '1 minute', 'task-changed', gen_random_uuid(), 'boss', gen_random_uuid(),
        '{"operation": "Suspend", "isSuspended": {"before": false, "after": true}}' from generate_series(1, 5000) n)
    update operation_log set user_id = 'rare' where id in (select id from operation_log order by id limit 3)`,
    [workplaceId],
  )
  const revisions = 'number % 6 < 5 and user_id is not null order by number limit 3'
  await admin.query(
    `begin; set local session_replication_role = replica;
      update audit_revision set user_id = 'rare' where number in (select number from audit_revision where ${revisions}); commit;`,
  )
  await admin.query(
    `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, priority, created_at, ended_at, reason, ended_by)
      select $1, id, id, id, gen_random_uuid(), id, gen_random_uuid(), 'task', 'Alone', 50, at, at, 'completed', 'boss'
      from (select gen_random_uuid() as id, '2030-01-02'::timestamptz + n * interval '1 minute' as at from generate_series(1, 5000) n) t`,
    [workplaceId],
  )
  await admin.query('vacuum analyze')
}

describe('a page of user operations where users started few of 40,000 instances', () => {
  const started = 10
  const asked: readonly Readonly<Record<string, string>>[] = [
    {},
    { sortBy: 'timestamp', ...newest },
    { category: 'Operator' },
    { category: 'Operator', sortBy: 'timestamp', ...newest },
    { beforeTimestamp: '2028-12-02T10:00:00.000+0000', sortBy: 'timestamp', ...newest },
    { entityType: 'ProcessInstance', operationType: 'Create' },
  ]

  // The last one, because it changes what the others read.
  it('looks at few rows', async () => {
    const updates = ['instance', 'history_instance'].map(
      (table) =>
        `update ${table} set start_user_id = null where id not in (select id from ${table} order by id limit ${started});`,
    )
    await admin.query(`begin; set local session_replication_role = replica; ${updates.join(' ')} commit;`)
    await admin.query('vacuum analyze')
    for (const one of asked) expect({ one, looks: await mostLooks(operationLogQuery, one) }).toEqual({ one, looks: [] })
    const starts = { entityType: 'ProcessInstance', operationType: 'Create' }
    const rows = await db.read({ workplaceId }, (tx) =>
      selectRows(tx, operationLogQuery, { ...noParameters(workplaceId), parameters: starts }),
    )
    expect(rows).toHaveLength(2 * started)
  })
})

/** A page has fifty rows. Some are looked at in vain, and each is looked up in several tables. */
const few = 1_500

/** Tables of which a page looks at more rows than a few. */
async function mostLooks(query: ListCase['query'], parameters: Readonly<Record<string, string>>): Promise<string[]> {
  const scope = { ...noParameters(workplaceId), parameters }
  const page = selectSql(query, scope, { firstResult: 0, maxResults: 50 })
  const nodes = await readPlan(db, workplaceId, page)
  return nodes.flatMap((node) => {
    const looks = countReadRows(node)
    const table = node['Relation Name']
    return table !== undefined && looks > few ? [`${table}: ${Math.round(looks)}`] : []
  })
}
