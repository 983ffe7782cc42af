import { createTestDatabase } from '@millrace/test-kit'
import { describe, expect, it } from 'vitest'
import type { Database } from '../platform/db/database.ts'
import { executeCommand } from './execute-command.ts'
import { loadStatement, readLoaded } from './load-rows.ts'
import type { Actor, Runtime } from './runtime.ts'
import { createStateCache } from './state-cache.ts'
import { completeTask, createTestRuntime, deployModel, start } from './testing/test-runtime.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const other: Runtime = { ...createTestRuntime(db), newId: runtime.newId }
const actor: Actor = { workplaceId, userId: 'ann' }

const model = (elements: string) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><process id="known" isExecutable="true">
  <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="first"/>${elements}</process>
  <message id="recall" name="recall"/></definitions>`

const tasks =
  model(`<userTask id="first" name="First" camunda:candidateGroups="clerks" camunda:dueDate="2026-12-24T10:00:00"/>
  <sequenceFlow id="f2" sourceRef="first" targetRef="inner"/>
  <subProcess id="inner"><startEvent id="in"/><sequenceFlow id="i1" sourceRef="in" targetRef="each"/>
    <userTask id="each" camunda:assignee="${'${person}'}"><multiInstanceLoopCharacteristics camunda:collection="people" camunda:elementVariable="person"/></userTask>
  </subProcess>
  <boundaryEvent id="recalled" attachedToRef="inner"><messageEventDefinition messageRef="recall"/></boundaryEvent>`)

const variables = {
  text: 'ä "quoted" \\ and {braces}',
  number: 1.5,
  whole: 12,
  big: 9007199254740993n,
  flag: false,
  nothing: null,
  people: ['ann', 'ben'],
  deep: { a: [{ b: null }], Z: 1 },
}

describe('what is kept in memory', () => {
  it('is what loading gives, after each step', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    await expectSameAsLoaded(instanceId)
    expect((await completeTask(runtime, actor, await taskOf(instanceId, 'first'), { late: 'x' })).ok).toBe(true)
    await expectSameAsLoaded(instanceId)
    expect((await completeTask(runtime, actor, await taskOf(instanceId, 'each'))).ok).toBe(true)
    await expectSameAsLoaded(instanceId)
  })

  it('spares the loading: one round trip for a step', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    const taskId = await taskOf(instanceId, 'first')
    const counting = countRoundTrips(db)
    expect((await completeTask({ ...runtime, db: counting.db }, actor, taskId)).ok).toBe(true)
    expect(counting.count()).toBe(1)
  })

  it('is not used when another process has changed the instance', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    const taskId = await taskOf(instanceId, 'first')
    expect((await completeTask(other, actor, taskId, { from: 'other' })).ok).toBe(true)
    expect(await completeTask(runtime, actor, taskId, { from: 'here' })).toMatchObject({ ok: false })
    const each = await taskOf(instanceId, 'each')
    expect((await completeTask(runtime, actor, each)).ok).toBe(true)
    expect((await completeTask(other, actor, await taskOf(instanceId, 'each'))).ok).toBe(true)
    const { rows } = await admin.query('select value from history_variable where instance_id = $1 and name = $2', [
      instanceId,
      'from',
    ])
    expect(rows).toEqual([{ value: 'other' }])
  })

  it('does not refuse what another process has made possible', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    const taskId = await taskOf(instanceId, 'first')
    const suspend = (by: Runtime, isSuspended: boolean) =>
      executeCommand(by, actor, { by: 'root', id: instanceId }, { type: 'suspendInstance', instanceId, isSuspended })
    expect((await suspend(runtime, true)).ok).toBe(true)
    expect((await suspend(other, false)).ok).toBe(true)
    expect((await completeTask(runtime, actor, taskId)).ok).toBe(true)
  })

  it('lets exactly one of many at once win, in two processes', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    for (let round = 0; round < 10; round++) {
      const { instanceId } = await start(runtime, actor, definitionId, variables)
      const taskId = await taskOf(instanceId, 'first')
      const answers = await Promise.all([runtime, other, runtime, other].map((by) => completeTask(by, actor, taskId)))
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, false, true])
    }
  })

  it('leaves out roots with jobs, which workers change without the root’s lock', async () => {
    const definitionId = await deployModel(
      runtime,
      actor,
      model(`<userTask id="first"/><boundaryEvent id="late" attachedToRef="first"><timerEventDefinition>
        <timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`),
    )
    const { instanceId } = await start(runtime, actor, definitionId)
    expect(runtime.states.take(workplaceId, instanceId)).toBeNull()
  })

  it('leaves out big values and transient ones', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const big = await start(runtime, actor, definitionId, { ...variables, text: 'x'.repeat(20_000) })
    expect(runtime.states.take(workplaceId, big.instanceId)).toBeNull()
  })

  it('has room for so many roots, and forgets those used longest ago', async () => {
    const states = createStateCache(2)
    const small = { ...runtime, states }
    const definitionId = await deployModel(small, actor, tasks)
    const ids = []
    for (let index = 0; index < 3; index++) ids.push((await start(small, actor, definitionId, variables)).instanceId)
    expect(ids.map((id) => states.take(workplaceId, id) !== null)).toEqual([false, true, true])
  })
})

async function expectSameAsLoaded(instanceId: string): Promise<void> {
  const known = runtime.states.take(workplaceId, instanceId)
  const [loaded] = await db.withTransaction(workplaceId, (tx) =>
    tx.batch([loadStatement(workplaceId, { by: 'root', id: instanceId })]),
  )
  expect(known?.rows).toEqual(readLoaded(loaded))
  const { rows } = await admin.query('select revision from instance where id = $1', [instanceId])
  expect(known?.revision).toBe(rows[0].revision)
  if (known !== null) runtime.states.put(workplaceId, known)
}

function countRoundTrips(of: Database): { db: Database; count: () => number } {
  let count = 0
  return {
    db: {
      ...of,
      withTransaction: (id, work) =>
        of.withTransaction(id, (tx) =>
          work({
            ...tx,
            batch: (statements) => {
              count++
              return tx.batch(statements)
            },
            commit: (statements) => {
              count++
              return tx.commit(statements)
            },
          }),
        ),
    },
    count: () => count,
  }
}

async function taskOf(instanceId: string, key: string): Promise<string> {
  const { rows } = await admin.query('select id from task where instance_id = $1 and task_key = $2 order by id', [
    instanceId,
    key,
  ])
  return rows[0].id
}
