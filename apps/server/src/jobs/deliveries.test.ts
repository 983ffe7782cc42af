import { fromPlain } from '@millrace/engine'
import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deploy } from '../runtime/deploy/deploy.ts'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import { createFailingDatabase, type Fault } from '../runtime/testing/failing-database.ts'
import { completeTask, createTestRuntime, start } from '../runtime/testing/test-runtime.ts'
import { runClaimedJob } from './run-job.ts'
import { claimAll } from './testing/claim-all.ts'
import { createWorkPlace } from './testing/create-work-place.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const clock = createFakeClock()
let announced = 0
const runtime = {
  ...createTestRuntime(db),
  clock,
  announceJobs: () => {
    announced++
  },
}
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const place = createWorkPlace(database, runtime, actor)
const definitionIds = new Map<string, string>()

const flow = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, index) => `<sequenceFlow id="${ids[index]}-${id}" sourceRef="${ids[index]}" targetRef="${id}"/>`)
    .join('')

/** Each waits for one event and then takes a step that fails unless there is a variable `amount`. */
const receiver = (id: string, event: string) => `<process id="${id}" isExecutable="true">
  <startEvent id="${id}-begin"/><intermediateCatchEvent id="waits-${id}">${event}</intermediateCatchEvent>
  <serviceTask id="counts-${id}" camunda:expression="\${amount + 1}"/><userTask id="after-${id}"/>${flow(`${id}-begin`, `waits-${id}`, `counts-${id}`, `after-${id}`)}</process>`

const thrower = (id: string, event: string) => `<process id="${id}" isExecutable="true">
  <startEvent id="${id}-begin"/><userTask id="before-${id}"/><intermediateThrowEvent id="tell-${id}">${event}</intermediateThrowEvent><userTask id="on-${id}"/>
  ${flow(`${id}-begin`, `before-${id}`, `tell-${id}`, `on-${id}`)}</process>`

const message = (id: string) => `<messageEventDefinition messageRef="${id}"/>`
const signal = '<signalEventDefinition signalRef="alarm"/>'

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <message id="ping" name="ping"/><message id="order" name="order"/><message id="echo" name="echo"/><signal id="alarm" name="alarm"/>
  ${thrower('pinger', message('ping'))}${thrower('caller', signal)}${thrower('buyer', message('order'))}${thrower('shouter', message('echo'))}
  ${receiver('listener', message('ping'))}${receiver('hearer', signal)}
  <process id="seller" isExecutable="true"><startEvent id="ordered">${message('order')}</startEvent>
    <serviceTask id="price" camunda:expression="\${amount + 1}"/><userTask id="pack"/>${flow('ordered', 'price', 'pack')}</process>
  <process id="echoes" isExecutable="true"><startEvent id="heard">${message('echo')}</startEvent>
    <intermediateThrowEvent id="again">${message('echo')}</intermediateThrowEvent>${flow('heard', 'again')}</process>
</definitions>`

beforeAll(async () => {
  const files = [{ name: 'all.bpmn', bytes: Buffer.from(model) }]
  const answer = await deploy(runtime, actor, { name: 'deliveries', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  for (const { id, model: process } of answer.deployed.processes) definitionIds.set(process.id, id)
})

afterEach(async () => {
  const tables = ['element', 'variable', 'task', 'job', 'incident', 'external_task', 'instance']
  for (const table of tables) await admin.query(`delete from ${table}`)
  await admin.query('delete from subscription where definition_id is null')
  announced = 0
})

const begin = async (key: string, variables = {}) =>
  (await start(runtime, actor, definitionIds.get(key) ?? '', variables)).instanceId

/** The instance throws what it is there for. */
async function throwFrom(instanceId: string, by = runtime) {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return completeTask(by, actor, rows[0].id)
}

/** Claims what is due and carries it out. */
async function workOff(by = runtime): Promise<string[]> {
  const jobs = await claimAll(db, clock())
  const outcomes: string[] = []
  for (const job of jobs) outcomes.push(await runClaimedJob({ runtime: by, services: noServices }, job))
  return outcomes
}

const noServices = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: () => Promise.reject(new Error('Expected no mail.')),
}

const giveAmount = (instanceId: string) =>
  executeCommand(runtime, actor, {
    target: { by: 'instance', id: instanceId },
    command: {
      type: 'setVariables',
      scopeId: instanceId,
      instanceId,
      set: [{ name: 'amount', value: fromPlain(1) }],
      remove: [],
      isLocal: false,
    },
  })

describe.each([
  ['message', 'pinger', 'listener'],
  ['signal', 'caller', 'hearer'],
])('a %s whose receiver fails', (_what, throwing, receiving) => {
  it('leaves its thrower to continue and is retried, then stands as an incident that names both', async () => {
    const to = await begin(receiving)
    const from = await begin(throwing)
    expect((await throwFrom(from)).ok).toBe(true)
    expect(await place.standsAt(from)).toEqual([`on-${throwing}`])
    expect(await place.standsAt(to)).toEqual([`waits-${receiving}`])
    expect(await place.jobs()).toMatchObject([{ kind: 'delivery', retries: 3, due_at: null, root_id: to }])
    expect(announced).toBe(1)
    for (const [retries, seconds] of [
      [2, 10],
      [1, 40],
    ] as const) {
      expect(await workOff()).toEqual(['failed'])
      expect(await place.jobs()).toMatchObject([{ retries, error: expect.stringContaining('amount') }])
      expect(await place.incidents()).toEqual([])
      clock.advance({ seconds })
    }
    expect(await workOff()).toEqual(['failed'])
    const { rows } = await admin.query('select instance_id, element_key, type, message, detail from incident')
    expect(rows).toEqual([
      {
        instance_id: to,
        element_key: `waits-${receiving}`,
        type: 'failedJob',
        message: expect.stringContaining(`tell-${throwing} of instance ${from}`),
        detail: expect.objectContaining({
          thrower: { instanceId: from, elementId: `tell-${throwing}` },
          receiver: { instanceId: to, elementId: `waits-${receiving}` },
        }),
      },
    ])
  })

  it('reaches it once what was wrong has been fixed', async () => {
    const to = await begin(receiving)
    await throwFrom(await begin(throwing))
    for (let tries = 0; tries < 3; tries++) {
      await workOff()
      clock.advance({ hours: 1 })
    }
    await giveAmount(to)
    const [job] = await place.jobs()
    announced = 0
    await executeCommand(runtime, actor, {
      target: { by: 'job', id: job?.id ?? '' },
      command: { type: 'setJobRetries', jobId: job?.id ?? '', retries: 1, dueAt: null },
    })
    expect(announced).toBe(1)
    expect(await place.incidents()).toEqual([])
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(to)).toEqual([`after-${receiving}`])
    expect(await place.jobs()).toEqual([])
  })

  it('reaches a receiver that is locked as soon as it is free', async () => {
    const to = await begin(receiving, { amount: 1 })
    const from = await begin(throwing)
    const other = await admin.connect()
    try {
      await other.query('begin')
      await other.query('select id from instance where id = $1 for no key update', [to])
      expect((await throwFrom(from)).ok).toBe(true)
    } finally {
      await other.query('rollback')
      other.release()
    }
    expect(await place.standsAt(from)).toEqual([`on-${throwing}`])
    expect(await place.jobs()).toMatchObject([{ kind: 'delivery', due_at: null }])
    expect(announced).toBe(1)
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(to)).toEqual([`after-${receiving}`])
  })

  it('waits with a receiver that is suspended', async () => {
    const to = await begin(receiving, { amount: 1 })
    const suspend = (isSuspended: boolean) =>
      executeCommand(runtime, actor, {
        target: { by: 'instance', id: to },
        command: { type: 'suspendInstance', instanceId: to, isSuspended },
      })
    await suspend(true)
    await throwFrom(await begin(throwing))
    expect(await workOff()).toEqual([])
    announced = 0
    await suspend(false)
    expect(announced).toBe(1)
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(to)).toEqual([`after-${receiving}`])
  })

  it('is ignored when its receiver has gone on meanwhile', async () => {
    const to = await begin(receiving)
    await throwFrom(await begin(throwing))
    await giveAmount(to)
    const { rows } = await admin.query('select id from subscription where instance_id = $1', [to])
    const subscriptionId = rows[0].id
    await executeCommand(runtime, actor, {
      target: { by: 'subscription', id: subscriptionId },
      command: { type: 'triggerSubscription', subscriptionId, variables: [] },
    })
    expect(await place.standsAt(to)).toEqual([`after-${receiving}`])
    await workOff()
    expect(await place.jobs()).toEqual([])
    expect(await place.incidents()).toEqual([])
    expect(await place.standsAt(to)).toEqual([`after-${receiving}`])
  })

  it('is ignored when its receiver has ended meanwhile', async () => {
    const to = await begin(receiving)
    await throwFrom(await begin(throwing))
    await executeCommand(runtime, actor, {
      target: { by: 'instance', id: to },
      command: { type: 'deleteInstance', instanceId: to, reason: null },
    })
    expect(await workOff()).toEqual([])
    expect(await place.jobs()).toEqual([])
  })

  it.each<Fault>(['error', 'lost before', 'lost after'])(
    'is never lost when a statement of the throwing step meets: %s',
    async (fault) => {
      const to = await begin(receiving)
      let faults = 0
      for (let failAt = 0; ; failAt++) {
        const from = await begin(throwing)
        const failing = createFailingDatabase(db, failAt, fault)
        const answer = await throwFrom(from, { ...runtime, db: failing.db }).catch(() => null)
        const isThrown = (await place.standsAt(from))[0] === `on-${throwing}`
        const deliveries = (await place.jobs()).filter(({ kind }) => kind === 'delivery').length
        expect({ isThrown, deliveries }).toEqual({ isThrown, deliveries: isThrown ? 1 : 0 })
        await admin.query('delete from job')
        if (!failing.reached()) {
          expect(answer).toMatchObject({ ok: true })
          break
        }
        faults++
      }
      expect(faults).toBeGreaterThan(5)
      expect(await place.standsAt(to)).toEqual([`waits-${receiving}`])
    },
  )
})

describe('a message that starts a process', () => {
  it('is retried when the start fails, then stands as an incident that names thrower and definition', async () => {
    const from = await begin('buyer')
    expect((await throwFrom(from)).ok).toBe(true)
    const definitionId = definitionIds.get('seller')
    expect(await place.standsAt(from)).toEqual(['on-buyer'])
    expect(await place.jobs()).toMatchObject([
      { kind: 'delivery', root_id: definitionId, definition_id: definitionId, instance_id: null },
    ])
    for (let tries = 0; tries < 3; tries++) {
      expect(await workOff()).toEqual(['failed'])
      clock.advance({ hours: 1 })
    }
    const { rows } = await admin.query('select instance_id, definition_id, element_key, message, detail from incident')
    expect(rows).toEqual([
      {
        instance_id: null,
        definition_id: definitionId,
        element_key: 'ordered',
        message: expect.stringContaining(`tell-buyer of instance ${from} has thrown to start seller at ordered`),
        detail: expect.objectContaining({
          thrower: { instanceId: from, elementId: 'tell-buyer' },
          receiver: { definitionId, elementId: 'ordered' },
        }),
      },
    ])
    expect((await admin.query('select from instance where definition_id = $1', [definitionId])).rowCount).toBe(0)
  })

  it('throws on by jobs when it would start itself for ever', async () => {
    const from = await begin('shouter')
    expect((await throwFrom(from)).ok).toBe(true)
    expect(await place.standsAt(from)).toEqual(['on-shouter'])
    expect(await place.jobs()).toMatchObject([{ kind: 'delivery', root_id: definitionIds.get('echoes') }])
    const { rows } = await admin.query('select count(*)::int from history_instance where definition_id = $1', [
      definitionIds.get('echoes'),
    ])
    expect(rows[0].count).toBe(100)
  })
})

it('a signal reaches a hundred at once and the rest by jobs', async () => {
  for (let index = 0; index < 103; index++) await begin('hearer', { amount: 1 })
  await throwFrom(await begin('caller'))
  const reached = async () =>
    (await admin.query(`select count(*)::int from element where element_key = 'after-hearer'`)).rows[0].count
  expect(await reached()).toBe(100)
  expect(await workOff()).toEqual(['done', 'done', 'done'])
  expect(await reached()).toBe(103)
})
