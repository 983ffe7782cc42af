import { createTestDatabase } from '@millrace/server/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadPartStatement } from '../load/load-rows.ts'
import { neighboursLimit, wholeLoadLimit } from '../load/load-texts.ts'
import { readLoaded } from '../load/read-loaded.ts'
import type { Runtime } from '../runtime.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { createStateCache } from './state-cache.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const database = new URL(connectionString).pathname.slice(1)
const runtime = createTestRuntime(db)
const other: Runtime = { ...createTestRuntime(db), newId: runtime.newId }
const forgetful: Runtime = { ...runtime, states: createStateCache({ roots: 0, rows: 0, text: 0 }) }
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const count = wholeLoadLimit + 4 * neighboursLimit

/** As many tasks as are not loaded at once, and beside them what is given. */
const crowd = (beside = '') => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">
  <process id="crowd" isExecutable="true"><startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="fork"/>
  <parallelGateway id="fork"/><sequenceFlow id="f2" sourceRef="fork" targetRef="each"/>
  <userTask id="each"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <sequenceFlow id="f3" sourceRef="fork" targetRef="beside"/><userTask id="beside"/>${beside}</process></definitions>`

const timer = `<boundaryEvent id="late" attachedToRef="beside"><timerEventDefinition><timeDuration>PT1H</timeDuration>
  </timerEventDefinition></boundaryEvent>`

/** Nothing of it is in memory. */
async function begin(xml = crowd()): Promise<{ instanceId: string; tasks: string[] }> {
  const { instanceId } = await start(forgetful, actor, await deployModel(forgetful, actor, xml), { count })
  const { rows } = await admin.query(`select id from task where instance_id = $1 and task_key = 'each' order by id`, [
    instanceId,
  ])
  return { instanceId, tasks: rows.map(({ id }) => id) }
}

describe('what was created beside a thing of a big instance', () => {
  it('is read with it when a process continues with the instance, and is as the database holds it', async () => {
    // Elements of another stand just before it.
    await begin()
    const { instanceId, tasks } = await begin()
    const trips: number[] = []
    for (const id of tasks.slice(0, 4 + 3 * neighboursLimit)) {
      trips.push(await countTrips(() => complete(runtime, id)))
      await expectAsLoaded(instanceId)
    }
    // Each of the first by itself, until it is clear that no other process is at work on the instance.
    const together = [3, ...Array<number>(neighboursLimit).fill(1)]
    expect(trips).toEqual([3, 3, 3, 3, ...together, ...together, ...together].slice(0, trips.length))
  })

  it('is left alone while processes take turns', async () => {
    const { instanceId, tasks } = await begin()
    for (const [index, id] of tasks.slice(0, 12).entries()) await complete(index % 3 === 2 ? other : runtime, id)
    expect(countKnown(instanceId)).toBeLessThan(3)
  })

  it('is left alone where jobs are, which would keep the instance out of memory', async () => {
    const { instanceId, tasks } = await begin(crowd(timer))
    for (const id of tasks.slice(0, 12)) await complete(runtime, id)
    expect(countKnown(instanceId)).toBe(1)
  })

  it('goes with the last of many', async () => {
    const { instanceId, tasks } = await begin()
    for (const id of tasks.toReversed()) await complete(runtime, id)
    const { rows } = await admin.query('select element_key, loop from element where instance_id = $1', [instanceId])
    expect(rows).toEqual([{ element_key: 'beside', loop: null }])
    await expectAsLoaded(instanceId)
  })
})

async function complete(by: Runtime, taskId: string): Promise<void> {
  expect(await completeTask(by, actor, taskId)).toMatchObject({ ok: true })
}

/** Counts the queries to the database of this file: what another file has left behind may still ask its own. */
async function countTrips(step: () => Promise<void>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  await step()
  const own = spy.mock.contexts.filter((client) => (client as pg.Client).database === database)
  spy.mockRestore()
  return own.length
}

function knownOf(instanceId: string) {
  const { known, leave } = runtime.states.enter(workplaceId, instanceId)
  leave()
  if (known === null) throw new Error('Expected the instance to be in memory.')
  return known.state
}

function countKnown(instanceId: string): number {
  return knownOf(instanceId).elements.size
}

/** What is in memory is a part of what the database holds. */
async function expectAsLoaded(instanceId: string): Promise<void> {
  const { instances, elements, variables, tasks } = knownOf(instanceId)
  const whole = loadPartStatement(workplaceId, instanceId, { kind: 'scope', id: instanceId })
  const [loaded] = await db.read({ workplaceId }, (tx) => tx.batch([whole]))
  const rows = readLoaded(loaded)
  const pairs: readonly (readonly [known: readonly unknown[], all: readonly unknown[] | undefined])[] = [
    [instances.all(), rows?.instances],
    [elements.all(), rows?.elements],
    [variables.all(), rows?.variables],
    [tasks.all(), rows?.tasks],
  ]
  for (const [known, all] of pairs) expect(all).toEqual(expect.arrayContaining([...known]))
}
