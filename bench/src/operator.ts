import { randomUUID } from 'node:crypto'
import { type ListQuery, writeVariableFilter } from '@millrace/contract'
import { auditRevisions } from '../../apps/server/src/features/audit/revision-list.ts'
import { countElements } from '../../apps/server/src/features/definitions/count-elements.ts'
import { getDefinition } from '../../apps/server/src/features/definitions/get-definition.ts'
import { getInstance } from '../../apps/server/src/features/processes/get-instance.ts'
import { getInstanceDiagram } from '../../apps/server/src/features/processes/get-instance-diagram.ts'
import { getInstanceHistory } from '../../apps/server/src/features/processes/get-instance-history.ts'
import { listActivities } from '../../apps/server/src/features/processes/list-activities.ts'
import { createAllSource } from '../../apps/server/src/features/processes/list-instances.ts'
import { listVariables } from '../../apps/server/src/features/processes/list-variables.ts'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { ListSource } from '../../apps/server/src/platform/list/source.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { Bench, BenchContext } from './bench.ts'
import { insertInstances } from './instance-rows.ts'
import { deployOne, start } from './large.ts'
import { crowd } from './large-models.ts'
import { ask, begins, between, is, startOf, withAdmin } from './list-bench.ts'
import { median } from './measure.ts'
import { insertBusyDefinition, insertLongHistory, insertRevisions, makeMonths } from './operator-rows.ts'

const roles = ['RoleProcessAdmin', 'RoleAdmin'] as const
/** A million instances take about 5 minutes and 3 GB. */
const instances = Number(process.env.MILLRACE_BENCH_INSTANCES ?? 1_000_000)
const sizes = { open: 10_000, history: 100_000 }
/** A million takes about a minute and 1 GB. */
const revisions = Number(process.env.MILLRACE_BENCH_REVISIONS ?? 1_000_000)

export const operatorBench: Bench = {
  name: 'operator',
  says: `lists, instances and badges of operators among ${instances} instances (MILLRACE_BENCH_INSTANCES), and the audit with ${revisions} revisions (MILLRACE_BENCH_REVISIONS); in brackets the goal`,
  run: async (context) => {
    const { runtime, actor } = context
    const lists = reader(randomUUID())
    const own = reader(actor.workplaceId)
    const definitionId = await deployOne(context, 'crowd.bpmn', crowd)
    const wide = await start(context, definitionId, sizes.open)
    const long = await start(context, definitionId, 3)
    await makeMonths(runtime.db)
    await withAdmin(context, async (admin) => {
      await admin.query(startOf(lists))
      await insertInstances(admin, lists, instances)
      await insertBusyDefinition(admin, { workplaceId: own.workplaceId, definitionId, count: instances })
      await insertLongHistory(admin, { workplaceId: own.workplaceId, instanceId: long, count: sizes.history })
      await insertRevisions(admin, { workplaceId: lists.workplaceId, count: revisions })
    })
    const report = createReport()
    const all = createAllSource(runtime)
    for (const [name, query] of Object.entries(instanceQueries))
      await report(`instances, ${name}`, 100, () => page(context, lists, all, query))
    await report(`badges of a definition with ${instances} instances`, 200, () =>
      countElements(runtime.db, own, definitionId),
    )
    await report('the page of this definition', 200, () => getDefinition(runtime, own, definitionId))
    await report('an instance with 10,000 open elements', 1_000, () => openInstance(context, own, wide))
    await report('an instance with 100,000 rows of history', 1_000, () => openInstance(context, own, long))
    await report('the history of this instance, first page', 1_000, () =>
      getInstanceHistory(runtime, own, { id: long, size: 50 }),
    )
    for (const [name, query] of Object.entries(auditQueries)) {
      await report(`audit, ${name}`, 200, () => page(context, lists, auditRevisions, query))
      await report(`audit, ${name}, count`, 200, () => countList(runtime.db, lists, { source: auditRevisions, query }))
    }
  },
}

function reader(workplaceId: string): Request {
  return testRequest({ id: randomUUID(), username: 'ann', workplaceId, roles: [...roles], groups: [] })
}

// biome-ignore lint/suspicious/noExplicitAny: of any list.
function page({ runtime }: BenchContext, request: Request, source: ListSource<any, any, any>, query: ListQuery) {
  return readPage(runtime.db, request, { source, query: { size: 50, ...query } })
}

/** The calls with which the page of an instance opens for operators, at the same time as the browser makes them. */
function openInstance({ runtime }: BenchContext, request: Request, id: string): Promise<unknown> {
  return Promise.all([
    getInstance(runtime, request, id),
    getInstanceDiagram(runtime, request, id),
    listActivities(runtime, request, id),
    listVariables(runtime, request, { id, q: '', sort: 'scope' }),
  ])
}

const city = (value: string) =>
  is('variable', writeVariableFilter({ name: 'city', type: 'text', operator: 'is', value }))

const instanceQueries: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  active: is('state', 'active'),
  cancelled: is('state', 'cancelled'),
  suspended: is('state', 'suspended'),
  incident: is('state', 'incident'),
  process: is('process', 'process-3'),
  version: ask({ filters: [...is('process', 'process-3').filters, ...is('version', '2').filters] }),
  key: is('key', 'key 4000'),
  'key begins': begins('key', 'key 40'),
  '100 keys': is('key', ...Array.from({ length: 100 }, (_, index) => `key ${index * 9_000}`)),
  starter: is('starter', 'ann'),
  id: is('id', '00000002-0000-7000-8000-000000000fa0'),
  'started in an hour': between('started', '2030-01-01T00:30:00Z', '2030-01-01T01:30:00Z'),
  'ended in an hour': between('ended', '2030-01-05T00:30:00Z', '2030-01-05T01:30:00Z'),
  'variable that one in 50 has': city('City 7'),
  'variable that nobody has': city('City 99'),
  'variable and process': ask({ filters: [...city('City 7').filters, ...is('process', 'process-3').filters] }),
  'text that many have': ask({ q: 'key' }),
  'text that one has': ask({ q: 'key 4005' }),
  'text that nobody has': ask({ q: 'no such text' }),
}

const auditQueries: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  'kind that is common': is('entity', 'app_user'),
  'kind that one in a million has': is('entity', 'theme'),
  'operation that is rare': is('operation', 'delete'),
  'kind and operation': ask({ filters: [...is('entity', 'form').filters, ...is('operation', 'insert').filters] }),
  user: is('user', 'user 77'),
  name: is('name', 'name 77777'),
  number: is('number', '4321'),
  'two names': is('name', 'name 4', 'name 777'),
  'a day': between('at', '2029-01-10T00:00:00Z', '2029-01-11T00:00:00Z'),
  'user and kind': ask({ filters: [...is('user', 'user 77').filters, ...is('entity', 'form').filters] }),
  text: ask({ q: 'name 4' }),
  'text that nobody has': ask({ q: 'no such text' }),
}

const rounds = 11

/** Measures something several times, and prints the median and the slowest beside the goal. */
function createReport() {
  return async (name: string, goal: number, read: () => Promise<unknown>): Promise<void> => {
    const times: number[] = []
    for (let round = -2; round < rounds; round++) {
      const began = performance.now()
      await read()
      if (round >= 0) times.push(performance.now() - began)
    }
    const middle = median(times)
    const slowest = Math.max(...times)
    console.log(
      `  ${name.padEnd(52)} ${middle.toFixed(1).padStart(7)} ms, at most ${slowest.toFixed(1)} (${goal})${middle <= goal ? '' : '  missed'}`,
    )
  }
}
