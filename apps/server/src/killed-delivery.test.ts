import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@millrace/server/testing'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createWorkPlace } from './jobs/testing/create-work-place.ts'
import { completeTask, createTestRuntime } from './runtime/testing/test-runtime.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const database = await createTestDatabase()
const { db, admin, connectionString, workplaceId } = database
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const place = createWorkPlace(database, runtime, actor)
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-killed-'))
const runs: ServerRun[] = []

afterEach(async () => {
  for (const server of runs.splice(0)) {
    server.child.kill('SIGTERM')
    await server.ended()
  }
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

function runWorker(): ServerRun {
  const server = runServer({
    env: {
      ...{ MILLRACE_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'error', MILLRACE_ROLES: 'worker' },
      DATABASE_URL: connectionString,
    },
  })
  runs.push(server)
  return server
}

const document = (process: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><message id="ping" name="ping"/>${process}</definitions>`
const receiver = document(`<process id="listener" isExecutable="true">
  <startEvent id="begin"/><sequenceFlow id="a" sourceRef="begin" targetRef="waits"/>
  <intermediateCatchEvent id="waits"><messageEventDefinition messageRef="ping"/></intermediateCatchEvent><sequenceFlow id="b" sourceRef="waits" targetRef="counts"/>
  <serviceTask id="counts" camunda:expression="\${amount + 1}" camunda:resultVariable="amount"/><sequenceFlow id="c" sourceRef="counts" targetRef="after"/><userTask id="after"/></process>`)
const thrower = document(`<process id="pinger" isExecutable="true">
  <startEvent id="begin"/><sequenceFlow id="a" sourceRef="begin" targetRef="before"/><userTask id="before"/><sequenceFlow id="b" sourceRef="before" targetRef="tell"/>
  <intermediateThrowEvent id="tell"><messageEventDefinition messageRef="ping"/></intermediateThrowEvent><sequenceFlow id="c" sourceRef="tell" targetRef="on"/><userTask id="on"/></process>`)

/**
 * Throws at a receiver that somebody else holds, so that the thrower commits and the message is on its way; and kills the
 * server that delivers it while it waits for the receiver.
 */
async function killWhileDelivering(variables: Readonly<Record<string, unknown>>) {
  const to = await place.run(receiver, variables)
  const from = await place.run(thrower)
  const { rows } = await admin.query('select id from task where instance_id = $1', [from])
  const holder = await admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select id from instance where id = $1 for no key update', [to])
    expect(await completeTask(runtime, actor, rows[0].id)).toMatchObject({ ok: true })
    expect(await place.jobs()).toMatchObject([{ kind: 'delivery', locked_by: null, retries: 3 }])
    const server = runWorker()
    await expect.poll(countWaiting).toBeGreaterThan(0)
    server.child.kill('SIGKILL')
    await server.ended()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await place.standsAt(from)).toEqual(['on'])
  expect(await place.standsAt(to)).toEqual(['waits'])
  expect(await place.jobs()).toMatchObject([{ kind: 'delivery', locked_by: expect.any(String) }])
  // The time of its lease passes.
  await admin.query(`update job set locked_until = now() - interval '1 second' where kind = 'delivery'`)
  return { from, to }
}

/** How many have begun the delivery, and wait for the lock of its receiver. */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await admin.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and exists (select from job where kind = 'delivery' and locked_by is not null)`,
  )
  return rowCount
}

it('a message whose server was killed after the thrower had committed is delivered by the next one, once', async () => {
  const { from, to } = await killWhileDelivering({ amount: 1 })
  runWorker()
  await expect.poll(() => place.jobs(), { interval: 100 }).toEqual([])
  expect(await place.standsAt(to)).toEqual(['after'])
  expect(await place.standsAt(from)).toEqual(['on'])
  expect(await place.variable(to, 'amount')).toBe('2')
  const { rows } = await admin.query(
    `select element_key from history_element where instance_id = $1 order by element_key`,
    [to],
  )
  expect(rows.map(({ element_key }) => element_key)).toEqual(['begin', 'counts', 'waits'])
  expect(await place.incidents()).toEqual([])
})

it('one whose receiver keeps failing ends as an incident that names both instances', async () => {
  const { from, to } = await killWhileDelivering({})
  runWorker()
  const incidents = async () => {
    // The rest between two tries passes.
    await admin.query(`update job set locked_until = null where kind = 'delivery' and locked_by is null`)
    return place.incidents()
  }
  await expect.poll(incidents, { interval: 200 }).toHaveLength(1)
  const { rows } = await admin.query('select instance_id, element_key, type, message, detail from incident')
  expect(rows).toEqual([
    {
      ...{ instance_id: to, element_key: 'waits', type: 'failedJob' },
      message: expect.stringContaining(`tell of instance ${from}`),
      detail: expect.objectContaining({
        thrower: { instanceId: from, elementId: 'tell' },
        receiver: { instanceId: to, elementId: 'waits' },
      }),
    },
  ])
  await expect.poll(() => place.jobs()).toMatchObject([{ kind: 'delivery', retries: 0, locked_by: null }])
  expect(await place.standsAt(from)).toEqual(['on'])
})
