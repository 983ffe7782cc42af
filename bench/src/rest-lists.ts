import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { executionQuery } from '../../apps/server/src/engine-rest/execution/execution-query.ts'
import { externalTaskQuery } from '../../apps/server/src/engine-rest/external-task/external-task-query.ts'
import { detailQuery } from '../../apps/server/src/engine-rest/history/detail-history.ts'
import { elementHistoryQuery } from '../../apps/server/src/engine-rest/history/element-history.ts'
import { externalTaskLogQuery } from '../../apps/server/src/engine-rest/history/external-task-log.ts'
import { incidentHistoryQuery } from '../../apps/server/src/engine-rest/history/incident-history.ts'
import { instanceHistoryQuery } from '../../apps/server/src/engine-rest/history/instance-history.ts'
import { jobLogQuery } from '../../apps/server/src/engine-rest/history/job-log.ts'
import { taskHistoryQuery } from '../../apps/server/src/engine-rest/history/task-history.ts'
import { variableHistoryQuery } from '../../apps/server/src/engine-rest/history/variable-history.ts'
import { incidentQuery } from '../../apps/server/src/engine-rest/incident/incident-query.ts'
import { jobQuery } from '../../apps/server/src/engine-rest/job/job-query.ts'
import { operationLogQuery } from '../../apps/server/src/engine-rest/operation-log/operation-log-query.ts'
import { instanceQuery } from '../../apps/server/src/engine-rest/process-instance/instance-query.ts'
import {
  countRows,
  type ListQuery,
  noParameters,
  selectRows,
} from '../../apps/server/src/engine-rest/query/list-query.ts'
import { taskQuery } from '../../apps/server/src/engine-rest/task/task-query.ts'
import { variableInstanceQuery } from '../../apps/server/src/engine-rest/variable-instance/variable-query.ts'
import { fillOperations } from '../../apps/server/src/testing/fill-operations.ts'
import { fillRestLists } from '../../apps/server/src/testing/fill-rest-lists.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'

/** `LISTS='tasks,user operations' npm run bench -- rest-lists` measures these alone. */
const chosen = process.env.LISTS?.split(',')
const sizes = { small: 1_000, large: 100_000 } as const
const rounds = 9
/** How many times what it takes among few. */
const goal = 1.5

type Size = keyof typeof sizes
// biome-ignore lint/suspicious/noExplicitAny: the query of any list.
type AnyQuery = ListQuery<any>

const lists: Readonly<Record<string, AnyQuery>> = {
  tasks: taskQuery,
  instances: instanceQuery,
  executions: executionQuery,
  jobs: jobQuery,
  incidents: incidentQuery,
  'external tasks': externalTaskQuery,
  variables: variableInstanceQuery,
  'history of instances': instanceHistoryQuery,
  'history of tasks': taskHistoryQuery,
  'history of activities': elementHistoryQuery,
  'history of incidents': incidentHistoryQuery,
  'history of variables': variableHistoryQuery,
  details: detailQuery,
  'job log': jobLogQuery,
  'external task log': externalTaskLogQuery,
  'user operations': operationLogQuery,
}

const narrowed: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  tasks: [
    { candidateGroup: 'sales', sortBy: 'dueDate', sortOrder: 'asc' },
    { candidateGroup: 'sales', sortBy: 'created', sortOrder: 'desc' },
    { assignee: 'ada' },
    { name: 'Name 77' },
    { sortBy: 'dueDate', sortOrder: 'asc', firstResult: '900' },
  ],
  'history of instances': [
    { processInstanceBusinessKey: 'key 77' },
    { finished: 'true', sortBy: 'endTime', sortOrder: 'desc' },
  ],
  'history of tasks': [{ processInstanceId: '00000008-0000-7000-8000-000000000003' }],
  'history of activities': [
    { processInstanceId: '00000008-0000-7000-8000-000000000003' },
    { finished: 'true', sortBy: 'endTime', sortOrder: 'desc' },
    { unfinished: 'true' },
    { activityId: 'check', sortBy: 'startTime', sortOrder: 'desc' },
  ],
  'history of variables': [{ processInstanceId: '00000008-0000-7000-8000-000000000003' }, { variableName: 'name 77' }],
  details: [{ processInstanceId: '00000008-0000-7000-8000-000000000003' }, { variableUpdates: 'true' }],
  'job log': [{ processInstanceId: '00000008-0000-7000-8000-000000000003' }, { failureLog: 'true' }],
  'external task log': [{ processInstanceId: '00000008-0000-7000-8000-000000000003' }],
  'user operations': [
    { userId: 'user 7', sortBy: 'timestamp', sortOrder: 'desc' },
    { userId: 'nobody' },
    { userId: 'nobody', category: 'TaskWorker' },
    { afterTimestamp: '2030-01-01T10:00:00.000+0000', sortBy: 'timestamp', sortOrder: 'asc' },
    { beforeTimestamp: '2029-01-01T10:00:00.000+0000', sortBy: 'timestamp', sortOrder: 'desc' },
  ],
}

export const restListsBench: Bench = {
  name: 'rest-lists',
  says: 'lists of /engine-rest, pages of 50 in each order and counts, of 100,000 rows against 1,000',
  run: async (context) => {
    const workplaces = { small: randomUUID(), large: randomUUID() }
    await fill(context, workplaces)
    const flat: string[] = []
    const steep: string[] = []
    for (const [list, query] of Object.entries(lists)) {
      if (chosen?.includes(list) === false) continue
      const orders = Object.keys(query.sorts).filter((name) => !name.endsWith('Variable'))
      const sorted = orders.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })))
      for (const asked of [{}, ...sorted, ...(narrowed[list] ?? [])]) {
        const name = `${list}, ${Object.values(asked).join(' ')}`
        const isFlat = await measure(workplaces, name, pageOf(context, query, asked))
        ;(isFlat ? flat : steep).push(name)
      }
      await measure(workplaces, `${list}, count`, countOf(context, query))
    }
    console.log(
      `  ${flat.length} of ${flat.length + steep.length} pages within ${goal} times, not: ${steep.join('; ')}`,
    )
  },
}

type Read = (workplaceId: string) => Promise<unknown>

function pageOf({ runtime: { db } }: BenchContext, query: AnyQuery, asked: Readonly<Record<string, string>>): Read {
  const { firstResult = '0', ...parameters } = asked
  const page = { firstResult: Number(firstResult), maxResults: 50 }
  return (workplaceId) =>
    db.read({ workplaceId }, (tx) => selectRows(tx, query, { ...noParameters(workplaceId), parameters }, page))
}

function countOf({ runtime: { db } }: BenchContext, query: AnyQuery): Read {
  return (workplaceId) => db.read({ workplaceId }, (tx) => countRows(tx, query, noParameters(workplaceId)))
}

/** In turns, so that what else the machine does is the same for both; the quickest of each is what it takes. */
async function measure(workplaces: Record<Size, string>, name: string, read: Read): Promise<boolean> {
  const times: Record<Size, number[]> = { small: [], large: [] }
  for (let round = 0; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const began = performance.now()
      // A read that PostgreSQL breaks off after its time counts with that time.
      await read(workplaces[size]).catch((error: Error) => console.log(`  ${name}: ${error.message}`))
      times[size].push(performance.now() - began)
      // What takes long once is not asked for more often than needed.
      if (round > 2 && median(times.large) > 100) return print(name, times)
      if (size === 'large' && median(times.large) > 5_000) return print(name, times)
    }
  return print(name, times)
}

function print(name: string, times: Record<Size, readonly number[]>): boolean {
  const [small, large] = [median([...times.small]), median([...times.large])]
  const isFlat = large <= goal * small
  console.log(
    `  ${name.padEnd(60)} ${small.toFixed(1).padStart(7)} ms ${large.toFixed(1).padStart(8)} ms ${(large / small).toFixed(2).padStart(8)} times${isFlat ? '' : '  not flat'}`,
  )
  return isFlat
}

async function fill({ adminUrl, runtime }: BenchContext, workplaces: Record<Size, string>): Promise<void> {
  const { rows } = await runtime.db.pool.query<{ database: string }>('select current_database() as database')
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    for (const size of ['small', 'large'] as const) {
      await admin.query('insert into workplace (workplace_id, reference, name) values ($1, $2, $2)', [
        workplaces[size],
        `bench-${workplaces[size]}`,
      ])
      await fillRestLists(admin, { workplaceId: workplaces[size], rows: sizes[size] })
      if (chosen?.includes('user operations') !== false)
        await fillOperations(admin, { workplaceId: workplaces[size], rows: sizes[size] })
    }
  } finally {
    await admin.end()
  }
}
