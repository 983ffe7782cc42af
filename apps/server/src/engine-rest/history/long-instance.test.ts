import { createTestDatabase } from '@millrace/server/testing'
import type { Compilable } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { type ListQuery, noParameters, selectRows } from '../query/list-query.ts'
import { detailQuery } from './detail-history.ts'
import { elementHistoryQuery } from './element-history.ts'
import { externalTaskLogQuery } from './external-task-log.ts'
import { identityLinkLogQuery } from './identity-link-log.ts'
import { incidentHistoryQuery } from './incident-history.ts'
import { jobLogQuery } from './job-log.ts'
import { taskHistoryQuery } from './task-history.ts'
import { variableHistoryQuery } from './variable-history.ts'

const { admin, workplaceId } = await createTestDatabase()
const definition = '00000000-0000-7000-8000-00000000000d'
const instance = '00000000-0000-7000-8000-000000000001'
const counter = '00000000-0000-7000-8000-000000000002'
await fill(2000)

/**
 * An instance that went through many runs: in each one element, one task, two values of one variable, one value of a
 * variable that counts the runs, one incident.
 */
async function fill(runs: number): Promise<void> {
  // As ids are made: what comes later has a greater one.
  const idInOrder = `('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const start = `'2030-01-01'::timestamptz + n * interval '1 second'`
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      values ('${workplaceId}', '${definition}', 'trip', 1, 'Trip', '${definition}', 'trip.bpmn', false, true, true) on conflict do nothing;
    insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, outcome)
      values ('${workplaceId}', '${instance}', '${instance}', '${definition}', '2030-01-01', '2030-03-01', 'completed');
    create temporary table run on commit drop as select n, gen_random_uuid() as element, gen_random_uuid() as task, gen_random_uuid() as variable, gen_random_uuid() as incident from generate_series(1, ${runs}) n;
    insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, task_id, started_at, ended_at, is_cancelled, ends_path)
      select '${workplaceId}', '${instance}', element, '${instance}', '${definition}', '${instance}', 'work', element, task, ${start}, ${start}, false, false from run;
    insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason)
      select '${workplaceId}', '${instance}', task, '${instance}', element, element, '${definition}', 'work', 50, ${start}, ${start}, 'completed' from run;
    insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, element_id, name, type, value, revision, is_removed)
      select '${workplaceId}', '${instance}', gen_random_uuid(), ${start}, variable, case when n % 2 = 0 then task else element end, element, 'v', 'String', 'x', revision, false from run, generate_series(0, 1) revision;
    insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, element_id, name, type, value, revision, is_removed)
      select '${workplaceId}', '${instance}', ${idInOrder}, ${start}, '${counter}', '${instance}', element, 'nrOfCompletedInstances', 'Integer', n::text, n, false from run;
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, data)
      select '${workplaceId}', '${instance}', gen_random_uuid(), ${start}, kind, case when kind like 'incident%' then incident else task end, element, '{}'
      from run, unnest(array['incident-raised', 'incident-ended', 'incident-annotated', 'form-field', 'job-ended', 'external-task-ended', 'task-link']) kind;
    commit;`)
}

const lists: Readonly<Record<string, ListQuery<never>>> = {
  details: detailQuery,
  elements: elementHistoryQuery,
  'external tasks': externalTaskLogQuery,
  'identity links': identityLinkLogQuery,
  incidents: incidentHistoryQuery,
  jobs: jobLogQuery,
  tasks: taskHistoryQuery,
  variables: variableHistoryQuery,
} as unknown as Record<string, ListQuery<never>>

describe.each(['that nobody has counted', 'that were counted'])('in tables %s', (state) => {
  beforeAll(async () => {
    if (state === 'that were counted') await admin.query('vacuum analyze')
  })

  it.each(Object.entries(lists))(
    'the history of %s of many runs takes so much for each row, however many',
    async (_, list) => {
      // It was thousands: as many as there are runs, and more.
      expect(await rowsLookedAt(list)).toBeLessThan(200)
    },
  )
})

/** Rows that PostgreSQL has in hand, found or thrown away, for each row of the whole list of the instance. */
async function rowsLookedAt(list: ListQuery<never>): Promise<number> {
  const asked: ReturnType<Compilable['compile']>[] = []
  const tx = {
    query: async (query: Compilable) => {
      asked.push(query.compile())
      return []
    },
  } as unknown as Tx
  const scope = { ...noParameters(workplaceId), parameters: { processInstanceId: instance } }
  await selectRows(tx, list, scope)
  const [query] = asked
  if (query === undefined) throw new Error('Expected the list to ask for its rows, but it does not.')
  const client = await admin.connect()
  try {
    return await explain(client, query)
  } finally {
    client.release()
  }
}

async function explain(client: pg.PoolClient, { sql, parameters }: ReturnType<Compilable['compile']>): Promise<number> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  expect(plan['Actual Rows']).toBeGreaterThan(1999)
  return countRows(plan) / plan['Actual Rows']
}

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

function countRows(plan: Plan): number {
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  return each * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0)
}
