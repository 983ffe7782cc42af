import { applyEvent, createState, fromPlain, type InstanceState, noRows } from '@millrace/engine'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { loadPartStatement } from '../load/load-rows.ts'
import { wholeLoadLimit } from '../load/load-texts.ts'
import { readLoaded } from '../load/read-loaded.ts'
import type { Runtime } from '../runtime.ts'
import { createFailingDatabase } from '../testing/failing-database.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { changeJobsIn, deleteJobIn } from './change-jobs.ts'
import { executeCommand } from './execute-command.ts'
import { createStateCache, type StateBudget } from './state-cache.ts'
import { type Unit, unitOfWork } from './unit-of-work.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const other: Runtime = { ...createTestRuntime(db), newId: runtime.newId }
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }
const inUnit = (work: (unit: Unit) => Promise<unknown>) => unitOfWork(other, actor, work)

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

const crowd = model(`<parallelGateway id="first"/><sequenceFlow id="f2" sourceRef="first" targetRef="each"/>
  <userTask id="each"><multiInstanceLoopCharacteristics><loopCardinality>\${count}</loopCardinality></multiInstanceLoopCharacteristics></userTask>
  <sequenceFlow id="f3" sourceRef="first" targetRef="again"/><exclusiveGateway id="again"/>
  <sequenceFlow id="f4" sourceRef="again" targetRef="beside"/><userTask id="beside"/>
  <sequenceFlow id="f5" sourceRef="beside" targetRef="more"/><exclusiveGateway id="more" default="f6"/>
  <sequenceFlow id="f6" sourceRef="more" targetRef="again"/><sequenceFlow id="f7" sourceRef="more" targetRef="done">
    <conditionExpression>\${count == 0}</conditionExpression></sequenceFlow><endEvent id="done"/>`)

/** A step that waits for a worker, a timer, and a task with a timer of its own. */
const withJobs = model(`<parallelGateway id="first"/>
  <sequenceFlow id="f2" sourceRef="first" targetRef="step"/><serviceTask id="step" camunda:asyncBefore="true" camunda:expression="\${1}"/>
  <sequenceFlow id="f3" sourceRef="step" targetRef="late-task"/><userTask id="late-task"/>
  <boundaryEvent id="late" attachedToRef="late-task"><timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition></boundaryEvent>
  <sequenceFlow id="f4" sourceRef="first" targetRef="pause"/><intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT2H</timeDuration></timerEventDefinition></intermediateCatchEvent>
  <sequenceFlow id="f5" sourceRef="first" targetRef="stay"/><userTask id="stay"/>`)

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
      executeCommand(by, actor, {
        target: { by: 'root', id: instanceId },
        command: { type: 'suspendInstance', instanceId, isSuspended },
      })
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

  it('has roots with jobs as loading gives them, and executes a job in one round trip', async () => {
    const definitionId = await deployModel(runtime, actor, withJobs)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    await expectSameAsLoaded(instanceId)
    const counting = countRoundTrips(db)
    expect((await runJob({ ...runtime, db: counting.db }, await jobOf(instanceId, 'step'))).ok).toBe(true)
    expect(counting.count()).toBe(1)
    await expectSameAsLoaded(instanceId)
    expect((await completeTask({ ...runtime, db: counting.db }, actor, await taskOf(instanceId, 'late-task'))).ok).toBe(
      true,
    )
    expect(counting.count()).toBe(2)
    await expectSameAsLoaded(instanceId)
  })

  it.each<[string, (id: string) => Promise<unknown>, boolean]>([
    ['executed', (id) => runJob(other, id), false],
    [
      'changed',
      (id) => inUnit((unit) => changeJobsIn(unit, workplaceId, { by: 'id', id }, { priority: 7, dueAt: null })),
      true,
    ],
    ['deleted', (id) => inUnit((unit) => deleteJobIn(unit, workplaceId, id)), false],
  ])('is not used for a job that another process has %s', async (_what, change, isExecuted) => {
    const definitionId = await deployModel(runtime, actor, withJobs)
    const { instanceId } = await start(runtime, actor, definitionId, variables)
    const id = await jobOf(instanceId, 'step')
    await change(id)
    expect((await runJob(runtime, id)).ok).toBe(isExecuted)
    const { rows } = await admin.query(
      'select count(*)::int as count from history_element where instance_id = $1 and element_key = $2',
      [instanceId, 'done'],
    )
    expect(rows[0].count).toBeLessThanOrEqual(1)
  })

  it('lets exactly one of many workers at once execute a job, in two processes', async () => {
    const definitionId = await deployModel(runtime, actor, withJobs)
    for (let round = 0; round < 10; round++) {
      const { instanceId } = await start(runtime, actor, definitionId, variables)
      const id = await jobOf(instanceId, 'step')
      const answers = await Promise.all([runtime, other, runtime, other].map((by) => runJob(by, id)))
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, false, true])
    }
  })

  it('leaves out big values and transient ones', async () => {
    const definitionId = await deployModel(runtime, actor, tasks)
    const big = await start(runtime, actor, definitionId, { ...variables, text: 'x'.repeat(20_000) })
    expect(knownOf(big.instanceId)).toBeNull()
  })

  it('has room for so many roots, and forgets those used longest ago', async () => {
    const { states, ids } = await startThree({ roots: 2, rows: 1000, text: 100_000 })
    expect(ids.map((id) => states.enter(workplaceId, id).known !== null)).toEqual([false, true, true])
  })

  it('has room for so many rows', async () => {
    const { states, ids } = await startThree({ roots: 100, rows: 30, text: 100_000 })
    expect(ids.map((id) => states.enter(workplaceId, id).known !== null)).toEqual([false, true, true])
  })

  it('has room for so much text in variables', async () => {
    const { states, ids } = await startThree({ roots: 100, rows: 1000, text: 150 })
    expect(ids.map((id) => states.enter(workplaceId, id).known !== null)).toEqual([false, true, true])
  })

  it('never gives the room of many to one', async () => {
    const { states, ids } = await startThree({ roots: 100, rows: 15, text: 100_000 })
    expect(ids.map((id) => states.enter(workplaceId, id).known)).toEqual([null, null, null])
  })
})

describe('an instance with more open elements than are loaded at once', () => {
  const count = wholeLoadLimit + 20
  const begin = async (by: Runtime = runtime) =>
    (await start(by, actor, await deployModel(by, actor, crowd), { count })).instanceId

  it('stays in memory as it is in the database, each step one round trip', async () => {
    const instanceId = await begin()
    await expectSameAsLoaded(instanceId)
    const counting = countRoundTrips(db)
    const by = { ...runtime, db: counting.db }
    expect((await completeTask(by, actor, await taskOf(instanceId, 'beside'), { note: 'one' })).ok).toBe(true)
    await expectSameAsLoaded(instanceId)
    expect((await completeTask(by, actor, await taskOf(instanceId, 'each'))).ok).toBe(true)
    await expectSameAsLoaded(instanceId)
    expect((await setNote(by, instanceId, 'two')).ok).toBe(true)
    await expectSameAsLoaded(instanceId)
    expect(counting.count()).toBe(3)
  })

  it('is followed in memory when steps of this process meet', async () => {
    const instanceId = await begin()
    const ids = await tasksOf(instanceId, 'each')
    const done = await Promise.all(ids.slice(0, 12).map((id) => completeTask(runtime, actor, id)))
    expect(done.every(({ ok }) => ok)).toBe(true)
    await expectSameAsLoaded(instanceId)
    expect(await tasksOf(instanceId, 'each')).toEqual(ids.slice(12))
  })

  it('lets exactly one of many at once win, in two processes', async () => {
    const instanceId = await begin()
    const [taskId = ''] = await tasksOf(instanceId, 'each')
    const answers = await Promise.all([runtime, other, runtime, other].map((by) => completeTask(by, actor, taskId)))
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, false, true])
    expect(await tasksOf(instanceId, 'each')).toHaveLength(count - 1)
  })

  it('that this process does not know is loaded in part, and the part stays', async () => {
    const instanceId = await begin(other)
    const counting = countRoundTrips(db)
    const by = { ...runtime, db: counting.db }
    expect((await completeTask(by, actor, await taskOf(instanceId, 'beside'))).ok).toBe(true)
    const first = counting.count()
    expect((await completeTask(by, actor, await taskOf(instanceId, 'beside'))).ok).toBe(true)
    expect((await setNote(by, instanceId, 'three')).ok).toBe(true)
    expect(counting.count() - first).toBe(2)
  })

  it('ends as it should when its parts come to memory one after the other, from two processes', async () => {
    const instanceId = await begin(other)
    const ids = await tasksOf(instanceId, 'each')
    for (const [index, id] of ids.entries())
      expect((await completeTask(index % 3 === 0 ? other : runtime, actor, id, { [`v${index % 7}`]: index })).ok).toBe(
        true,
      )
    expect((await completeTask(runtime, actor, await taskOf(instanceId, 'beside'), { count: 0 })).ok).toBe(true)
    const { rows } = await admin.query('select outcome from history_instance where id = $1', [instanceId])
    expect(rows).toEqual([{ outcome: 'completed' }])
    const left = await admin.query('select count(*)::int as count from element where root_id = $1', [instanceId])
    expect(left.rows).toEqual([{ count: 0 }])
    expect(knownOf(instanceId)).toBeNull()
  })

  it('is forgotten when it is not known whether a step was committed, and continues from what the database says', async () => {
    for (const fault of ['error', 'lost after'] as const) {
      const instanceId = await begin()
      const taskId = await taskOf(instanceId, 'beside')
      const failing = createFailingDatabase(db, 3, fault)
      await expect(completeTask({ ...runtime, db: failing.db }, actor, taskId)).rejects.toThrow()
      expect(knownOf(instanceId)).toBeNull()
      expect((await completeTask(runtime, actor, await taskOf(instanceId, 'beside'))).ok).toBe(true)
    }
  })
})

describe('several commands at once', () => {
  const rootId = 'root'
  const at = '2026-01-02T03:04:05.000Z'
  const instance = {
    ...{
      id: rootId,
      rootId,
      definitionId: 'd',
      businessKey: null,
      title: null,
      callerElementId: null,
      callerInstanceId: null,
    },
    ...{ isSuspended: false, openChildren: 0, startedAt: at, startUserId: null, startElementId: null, tenantId: null },
  }
  /** A run that sets a variable, after those that have set the variables before it. */
  const setting = (name: string, before: readonly string[]): InstanceState => {
    const [set, ...others] = [name, ...before].map((one) => variableOf(one))
    const run = createState({ rootId, ...noRows, instances: [instance], variables: others })
    if (set !== undefined)
      applyEvent(run, { type: 'variableSet', variable: set, isNew: true, at, elementInstanceId: null })
    return run
  }
  const variableOf = (name: string) => {
    const value = fromPlain(name)
    return { id: `variable ${name}`, instanceId: rootId, scopeId: rootId, name, value, revision: 0, createdAt: at }
  }
  const begin = () => {
    const states = createStateCache()
    states.keep(workplaceId, setting('a', []), 0)
    const visits = ['first', 'second', 'third'].map(() => states.enter(workplaceId, rootId))
    const leave = () => {
      for (const visit of visits) visit.leave()
      const visit = states.enter(workplaceId, rootId)
      visit.leave()
      return visit.known
    }
    return { states, visits, leave }
  }

  it('begin with the rows in memory only when nobody else is there', () => {
    const { visits, leave } = begin()
    expect(visits.map(({ known }) => known !== null)).toEqual([true, false, false])
    expect(leave()).not.toBeNull()
  })

  it('leave what the last of them has left, in whatever order their commits are answered', () => {
    const { states, leave } = begin()
    states.keep(workplaceId, setting('d', ['a', 'b', 'c']), 3)
    states.keep(workplaceId, setting('c', ['a', 'b']), 2)
    states.keep(workplaceId, setting('b', ['a']), 1)
    const known = leave()
    expect(known?.revision).toBe(3)
    expect(known?.state.variables.all().map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('leave nothing when one between them was another process’s', () => {
    const { states, leave } = begin()
    states.keep(workplaceId, setting('c', ['a', 'b']), 2)
    expect(leave()).toBeNull()
  })

  it('leave what is newer, when an older step is reported last', () => {
    const { states, leave } = begin()
    states.forget(workplaceId, rootId)
    states.keep(workplaceId, setting('c', ['a', 'b']), 2)
    states.keep(workplaceId, setting('b', ['a']), 1)
    expect(leave()?.revision).toBe(2)
  })
})

async function startThree(budget: StateBudget) {
  const states = createStateCache(budget)
  const small = { ...runtime, states }
  const definitionId = await deployModel(small, actor, tasks)
  const ids: string[] = []
  for (let index = 0; index < 3; index++) ids.push((await start(small, actor, definitionId, variables)).instanceId)
  return { states, ids }
}

function knownOf(instanceId: string) {
  const { known, leave } = runtime.states.enter(workplaceId, instanceId)
  leave()
  return known
}

function setNote(by: Runtime, instanceId: string, value: string) {
  const set = [{ name: 'note', value: fromPlain(value) }]
  const command = { type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false } as const
  return executeCommand(by, actor, { target: { by: 'instance', id: instanceId }, command })
}

/** What is in memory of an instance is what the database holds of it, and goes with its revision. */
async function expectSameAsLoaded(instanceId: string): Promise<void> {
  const known = knownOf(instanceId)
  if (known === null) throw new Error('Expected the instance to be in memory.')
  const whole = loadPartStatement(workplaceId, instanceId, { kind: 'scope', id: instanceId })
  const [loaded] = await db.read({ workplaceId }, (tx) => tx.batch([whole]))
  const { isComplete: _, ...rows } = readLoaded(loaded) ?? {}
  expect(rowsOf(known.state)).toEqual(rows)
  const revisions = await admin.query('select revision from instance where id = $1', [instanceId])
  expect(known.revision).toBe(revisions.rows[0].revision)
}

function rowsOf({ rootId, ...state }: InstanceState) {
  const inOrder = <Row extends { id: string }>(rows: Row[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    rootId,
    instances: inOrder(state.instances.all()),
    elements: inOrder(state.elements.all()),
    variables: inOrder(state.variables.all()),
    tasks: inOrder(state.tasks.all()),
    jobs: state.jobs.all(),
    subscriptions: inOrder(state.subscriptions.all()),
    externalTasks: state.externalTasks.all(),
    incidents: state.incidents.all(),
  }
}

function countRoundTrips(of: Database): { db: Database; count: () => number } {
  let count = 0
  return {
    db: {
      ...of,
      withTransaction: (actor, work) =>
        of.withTransaction(actor, (tx) =>
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
  return (await tasksOf(instanceId, key))[0] ?? ''
}

async function tasksOf(instanceId: string, key: string): Promise<string[]> {
  const { rows } = await admin.query('select id from task where instance_id = $1 and task_key = $2 order by id', [
    instanceId,
    key,
  ])
  return rows.map(({ id }) => id)
}

async function jobOf(instanceId: string, key: string): Promise<string> {
  const { rows } = await admin.query('select id from job where instance_id = $1 and element_key = $2', [
    instanceId,
    key,
  ])
  return rows[0]?.id ?? ''
}

function runJob(by: Runtime, id: string) {
  return executeCommand(by, actor, { target: { by: 'job', id }, command: { type: 'runJob', jobId: id } })
}
