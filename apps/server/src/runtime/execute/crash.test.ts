import { createTestDatabase } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { createFailingDatabase, type Fault } from '../testing/failing-database.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }
let definitionId = ''

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="crash" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="first"/>
    <userTask id="first" name="First" camunda:candidateGroups="clerks"/><sequenceFlow id="f2" sourceRef="first" targetRef="fork"/>
    <parallelGateway id="fork"/><sequenceFlow id="f3" sourceRef="fork" targetRef="second"/><sequenceFlow id="f4" sourceRef="fork" targetRef="later"/>
    <userTask id="second" camunda:assignee="ben"/><serviceTask id="later" camunda:asyncBefore="true" camunda:expression="\${amount}"/>
    <boundaryEvent id="late" attachedToRef="second"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    <boundaryEvent id="recalled" attachedToRef="second"><messageEventDefinition messageRef="recall"/></boundaryEvent>
  </process><message id="recall" name="recall"/></definitions>`

beforeAll(async () => {
  definitionId = await deployModel(runtime, actor, model)
})

const faults: readonly Fault[] = ['error', 'lost before', 'lost after']

describe.each(faults)('when a statement meets: %s', (fault) => {
  it('starting an instance leaves nothing or all of it, at every statement, and can be tried again', async () => {
    const steps = await eachStatement(fault, async (attempt) => {
      const before = await dump()
      const failed = await attempt((failing) => start(failing, actor, definitionId, { amount: 5 }))
      const after = await dump()
      if (failed && fault !== 'lost after') expect(after).toEqual(before)
      if (failed)
        expect(await countInstances()).toBeOneOf([before.instance?.length ?? 0, (before.instance?.length ?? 0) + 1])
      expect(await start(runtime, actor, definitionId, { amount: 5 })).toMatchObject({ ok: true })
    })
    expect(steps).toBeGreaterThan(5)
  })

  it.each([
    ['loaded', 10],
    ['in memory', 8],
  ])(
    'completing a task of an instance that is %s leaves it open or the next step done, at every statement, and can be tried again',
    async (where, least) => {
      const steps = await eachStatement(fault, async (attempt) => {
        const { instanceId } = await start(runtime, actor, definitionId, { amount: 5 })
        if (where === 'loaded') runtime.states.forget(workplaceId, instanceId)
        const taskId = await taskOf(instanceId, 'first')
        const before = await dump()
        const failed = await attempt((failing) => completeTask(failing, actor, taskId, { approved: true }))
        const after = await dump()
        const isDone = !after.task?.some(({ id }) => id === taskId)
        if (!isDone) expect(after).toEqual(before)
        expect(isDone).toBe(!failed || fault === 'lost after' ? isDone : false)
        const again = await completeTask(runtime, actor, taskId, { approved: true })
        expect(again.ok).toBe(!isDone)
        expect(await elementsOf(instanceId)).toEqual(['later before', 'second active'])
        expect(await historyOf(instanceId)).toEqual(['first', 'fork', 'start'])
      })
      expect(steps).toBeGreaterThan(least)
    },
  )
})

/** Repeats with the fault at the first statement, the second, and so on until the command no longer reaches it. */
async function eachStatement(
  fault: Fault,
  one: (attempt: (command: (failing: typeof runtime) => Promise<{ ok: boolean }>) => Promise<boolean>) => Promise<void>,
): Promise<number> {
  for (let failAt = 0; ; failAt++) {
    let reached = false
    await one(async (command) => {
      const failing = createFailingDatabase(db, failAt, fault)
      try {
        await command({ ...runtime, db: failing.db })
        return false
      } catch {
        return true
      } finally {
        reached = failing.reached()
      }
    })
    if (!reached) return failAt
  }
}

const tables = [
  'instance',
  'element',
  'variable',
  'task',
  'task_listing',
  'job',
  'subscription',
  'history_element',
  'history_task',
  'history_variable',
  'history_fact',
  'history_instance',
  'instance_listing',
]

async function dump(): Promise<Record<string, { id?: string }[]>> {
  const entries = await Promise.all(
    tables.map(
      async (table) => [table, (await admin.query(`select * from ${table} order by 1, 2, 3, 4`)).rows] as const,
    ),
  )
  return Object.fromEntries(entries)
}

async function countInstances(): Promise<number> {
  return Number((await admin.query('select count(*) from instance')).rows[0].count)
}

async function taskOf(instanceId: string, key: string): Promise<string> {
  return (await admin.query('select id from task where instance_id = $1 and task_key = $2', [instanceId, key])).rows[0]
    .id
}

async function elementsOf(instanceId: string): Promise<string[]> {
  return (
    await admin.query('select element_key, state from element where instance_id = $1 order by 1', [instanceId])
  ).rows.map((row) => `${row.element_key} ${row.state}`)
}

async function historyOf(instanceId: string): Promise<string[]> {
  return (
    await admin.query('select element_key from history_element where instance_id = $1 order by 1', [instanceId])
  ).rows.map((row) => row.element_key)
}
