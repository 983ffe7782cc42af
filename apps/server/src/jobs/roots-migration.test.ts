import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/migrations/migrate.ts'
import { readMigrations } from '../platform/migrations/read-migrations.ts'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import { completeTask, createTestRuntime } from '../runtime/testing/test-runtime.ts'

const { url, adminUrl } = inject('postgres')
const name = `roots_${randomUUID().replaceAll('-', '')}`
const inDatabase = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
const server = new pg.Pool({ connectionString: adminUrl, max: 1 })
await server.query(`create database ${name} owner millrace`)
const admin = new pg.Pool({ connectionString: inDatabase(adminUrl), max: 1 })
admin.on('connect', (client) => client.on('error', () => {}))
admin.on('error', () => {})
const db = openDatabase({ connectionString: inDatabase(url) })

afterAll(async () => {
  await db.close()
  await admin.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

const ids = {
  ...{ workplace: randomUUID(), deployment: randomUUID(), definition: randomUUID(), task: randomUUID() },
  ...{ timer: randomUUID(), subscription: randomUUID(), incident: randomUUID() },
  ...{ endedTask: randomUUID(), evaluation: randomUUID() },
}
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><message id="m" name="order"/><process id="p" isExecutable="true">
  <startEvent id="tick"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent><sequenceFlow id="a" sourceRef="tick" targetRef="x"/>
  <startEvent id="come"><messageEventDefinition messageRef="m"/></startEvent><sequenceFlow id="b" sourceRef="come" targetRef="x"/><userTask id="x"/></process></definitions>`

/** Rows as the version before wrote them. */
async function fill(): Promise<void> {
  const { workplace, deployment, definition } = ids
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys({ workplace_id: workplace, ...row })
    const values = Object.values({ workplace_id: workplace, ...row })
    return admin.query(
      `insert into ${table} (${columns.join(', ')}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    )
  }
  const at = '2026-01-01T00:00:00Z'
  await insert('workplace', { reference: 'w', name: 'W' })
  await insert('deployment', { id: deployment, deployed_at: at })
  await insert('deployment_resource', {
    ...{ deployment_id: deployment, id: randomUUID(), name: 'p.bpmn', bytes: Buffer.from(model) },
  })
  await insert('process_definition', {
    ...{ id: definition, key: 'p', version: 1, deployment_id: deployment, resource_name: 'p.bpmn' },
    ...{ is_startable: true, has_none_start: false },
  })
  await insert('job_definition', {
    ...{ id: randomUUID(), definition_id: definition, element_key: 'tick', kind: 'timer', is_inner: false },
    ...{ is_body: false, type: 'timer-start-event', configuration: 'CYCLE: R/PT1H' },
  })
  const common = { definition_id: definition, created_at: at }
  await insert('job', {
    ...{ ...common, id: ids.timer, element_key: 'tick', kind: 'timer', due_at: at, retries: 0, priority: 0 },
    ...{
      is_exclusive: true,
      is_suspended: false,
      data: '{"index": 0, "cycle": "R/PT1H", "endDate": null}',
      error: 'no',
    },
  })
  await insert('subscription', { ...common, id: ids.subscription, element_key: 'come', kind: 'message', name: 'order' })
  const { incident: id } = ids
  await insert('incident', {
    ...{ ...common, id, element_key: 'tick', type: 'failedJob', source_id: ids.timer, cause_id: id, root_cause_id: id },
    message: 'no',
  })
  await insert('task', {
    ...{ id: ids.task, name: 'Call back', priority: 50, is_suspended: false, created_at: at },
    ...{ candidate_users: '{}', candidate_groups: '{}' },
  })
  const none = '00000000-0000-0000-0000-000000000000'
  await insert('history_task', {
    ...{ instance_id: none, id: ids.endedTask, root_id: none, element_id: none, execution_id: none },
    ...{ definition_id: none, task_key: '', name: 'Called back', priority: 50, created_at: at, ended_at: at },
    reason: 'completed',
  })
  const fact = { instance_id: none, at, data: '{}' }
  await insert('history_fact', { ...fact, id: randomUUID(), kind: 'task-link', subject_id: ids.endedTask })
  await insert('history_fact', { ...fact, id: ids.evaluation, kind: 'decision-evaluated', subject_id: ids.evaluation })
}

it('gives roots to what had none, and the commands of every other root work on it', async () => {
  const database = { connectionString: inDatabase(url) }
  await migrate(
    database,
    readMigrations().filter(({ number }) => number < 7),
  )
  await fill()
  await migrate(database)

  const runtime = createTestRuntime(db)
  const actor = { workplaceId: ids.workplace, userId: 'ann', cause: 'test' }
  const { rows } = await admin.query('select id from root where workplace_id = $1 order by id', [ids.workplace])
  expect(rows.map(({ id }) => id)).toEqual([ids.definition, ids.task].sort())

  expect(await completeTask(runtime, actor, ids.task)).toMatchObject({ ok: true })
  const tasks = await admin.query('select name, instance_id, root_id from history_task order by name')
  expect(tasks.rows).toEqual([
    { name: 'Call back', instance_id: ids.task, root_id: ids.task },
    { name: 'Called back', instance_id: ids.endedTask, root_id: ids.endedTask },
  ])
  const facts = await admin.query('select kind, instance_id from history_fact order by kind')
  expect(facts.rows).toEqual([
    { kind: 'decision-evaluated', instance_id: ids.evaluation },
    { kind: 'task-link', instance_id: ids.endedTask },
  ])

  const { timer: jobId } = ids
  const target = { by: 'job', id: jobId } as const
  const retries = { type: 'setJobRetries', jobId, retries: 1, dueAt: null } as const
  expect(await executeCommand(runtime, actor, { target, command: retries })).toMatchObject({ ok: true })
  expect((await admin.query('select from incident')).rowCount).toBe(0)
  expect(await executeCommand(runtime, actor, { target, command: { type: 'runJob', jobId } })).toMatchObject({
    ok: true,
  })
  const started = await admin.query('select start_element_key from instance')
  expect(started.rows).toEqual([{ start_element_key: 'tick' }])
  const next = await admin.query('select kind, root_id, definition_id from job')
  expect(next.rows).toEqual([{ kind: 'start', root_id: ids.definition, definition_id: ids.definition }])
  expect((await admin.query('select kind from job_definition')).rows).toEqual([{ kind: 'start' }])
  expect((await admin.query('select root_id from subscription')).rows).toEqual([{ root_id: ids.definition }])
})
