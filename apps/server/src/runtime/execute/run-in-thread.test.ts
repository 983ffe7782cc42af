import { process } from '@millrace/bpmn/builder'
import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import type { Threads } from '../../platform/threads/create-threads.ts'
import type { Runtime } from '../runtime.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { executeCommand } from './execute-command.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ada', cause: 'test' }

/** A task, and then a script. */
const scripted = (script: string, key: string) =>
  process(key)
    .start('start')
    .userTask('before')
    .element('scriptTask', 'calculate', {
      scriptFormat: 'javascript',
      'camunda:resultVariable': 'result',
      inside: `<script><![CDATA[${script}]]></script>`,
    })
    .userTask('after')
    .end()
    .toXml()

/** Threads that hand over what they have done when a test lets them. */
function holdBack({ threads }: Runtime) {
  const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run: Threads['run'] = async (task) => {
    started.resolve()
    const ended = await threads.run(task)
    await go.promise
    return ended
  }
  return { held: { ...threads, run }, started: started.promise, letGo: () => go.resolve() }
}

const quick = 'var total = 0; for (var i = 1; i <= n; i++) total += i; total'
const endless = 'while (true);'

async function waitAtTask(runtime: Runtime, xml: string, variables: Readonly<Record<string, unknown>> = {}) {
  const { instanceId } = await start(runtime, actor, await deployModel(runtime, actor, xml), variables)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { instanceId, taskId: rows[0].id as string }
}
const standsAt = async (instanceId: string) =>
  (await admin.query('select element_key from element where instance_id = $1 order by 1', [instanceId])).rows.map(
    ({ element_key }) => element_key,
  )
const variable = async (instanceId: string, name: string) =>
  (await admin.query('select value from variable where instance_id = $1 and name = $2', [instanceId, name])).rows[0]
    ?.value

describe('a step that is too much for the loop', () => {
  it('is decided in a thread, and is as if it had been decided here', async () => {
    const runtime = createTestRuntime(db)
    const before = runtime.threads.figures.done
    const { instanceId, taskId } = await waitAtTask(runtime, scripted(quick, 'quick'), { n: 100 })
    expect(await completeTask(runtime, actor, taskId)).toMatchObject({ ok: true })
    expect(runtime.threads.figures.done).toBeGreaterThan(before)
    expect(await standsAt(instanceId)).toEqual(['after'])
    expect(await variable(instanceId, 'result')).toBe('5050')
    const { rows } = await admin.query(
      'select element_key from history_element where instance_id = $1 order by started_at, id',
      [instanceId],
    )
    expect(rows.map(({ element_key }) => element_key)).toEqual(['start', 'before', 'calculate'])
  })

  it('is as if it had been decided here when much comes of it, which comes in portions', async () => {
    const runtime = createTestRuntime(db)
    const { instanceId, taskId } = await waitAtTask(runtime, scripted(quick, 'much'), { n: 4 })
    const values = Array.from({ length: 5001 }, (_, n) => [`v${n}`, n] as const)
    await completeTask(runtime, actor, taskId, Object.fromEntries(values))
    expect(await standsAt(instanceId)).toEqual(['after'])
    const { rows } = await admin.query(
      `select name, value from variable where instance_id = $1 and name like 'v%' order by substr(name, 2)::int`,
      [instanceId],
    )
    expect(rows.map(({ name, value }) => [name, Number(value)])).toEqual(values)
    const [after] = (await admin.query('select id from task where instance_id = $1', [instanceId])).rows
    expect(await completeTask(runtime, actor, after.id)).toMatchObject({ ok: true })
    expect(await standsAt(instanceId)).toEqual([])
  })

  it('leaves rows in memory from which the next step continues, with ids behind its own', async () => {
    const runtime = createTestRuntime(db)
    const { instanceId, taskId } = await waitAtTask(runtime, scripted(quick, 'memory'), { n: 3 })
    await completeTask(runtime, actor, taskId)
    const [after] = (await admin.query('select id from task where instance_id = $1', [instanceId])).rows
    expect(runtime.newId() > after.id).toBe(true)
    expect(runtime.states.enter(workplaceId, after.id).known).not.toBeNull()
  })

  it('holds no connection while it is decided, whether its rows are in memory or read', async () => {
    const single = openDatabase({ connectionString, budgets: { ...defaultBudgets, connections: 1 } })
    const runtime = { ...createTestRuntime(single), threads: createTestRuntime(db).threads }
    for (const isInMemory of [true, false]) {
      const { instanceId, taskId } = await waitAtTask(runtime, scripted(quick, 'slow'), { n: 1 })
      if (!isInMemory) runtime.states.forget(workplaceId, instanceId)
      const { held, started, letGo } = holdBack(runtime)
      const done = completeTask({ ...runtime, threads: held }, actor, taskId)
      await started
      // By the only connection there is.
      const one = { name: 'one', text: 'select 1', values: [] }
      expect(await single.read(actor, (tx) => tx.batch([one]))).toEqual([[['1']]])
      letGo()
      expect(await done).toMatchObject({ ok: true })
      expect(await standsAt(instanceId)).toEqual(['after'])
    }
    await single.close()
  })

  it('is decided again, under the lock, when somebody has changed the root meanwhile', async () => {
    const runtime = createTestRuntime(db)
    const { instanceId, taskId } = await waitAtTask(runtime, scripted('n', 'raced'), { n: 1 })
    runtime.states.forget(workplaceId, instanceId)
    const other = createTestRuntime(db)
    const { held, started, letGo } = holdBack(runtime)
    const done = completeTask({ ...runtime, threads: held }, actor, taskId)
    await started
    const set = [{ name: 'n', value: { type: 'Integer', value: 2, info: null } }]
    const target = { by: 'instance', id: instanceId } as const
    const command = { type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false } as const
    expect(await executeCommand(other, actor, { target, command })).toMatchObject({ ok: true })
    letGo()
    expect(await done).toMatchObject({ ok: true })
    expect(await variable(instanceId, 'result')).toBe('2')
    expect(await variable(instanceId, 'n')).toBe('2')
  })

  it('that does not end within its time fails with the element and the budget, and nothing has changed', async () => {
    const usual = createTestRuntime(db)
    const runtime = { ...usual, budgets: { ...usual.budgets, callTime: 800, scriptTime: 60_000 } }
    const { instanceId, taskId } = await waitAtTask(runtime, scripted(endless, 'endless'))
    const answer = await completeTask(runtime, actor, taskId)
    expect(answer).toMatchObject({
      ok: false,
      reason: 'failed',
      failure: {
        code: 'engine.budget',
        elementId: 'calculate',
        message: 'Expected this to take at most 800 ms (callTime), but it took longer, last at calculate.',
        detail: { budget: 'callTime', most: 800 },
      },
    })
    expect(await standsAt(instanceId)).toEqual(['before'])
    const { taskId: next } = await waitAtTask(runtime, scripted(quick, 'next'), { n: 1 })
    expect(await completeTask(runtime, actor, next)).toMatchObject({ ok: true })
  })

  it('that starts a process is decided in a thread too, also when it has to look something up first', async () => {
    const runtime = createTestRuntime(db)
    await deployModel(runtime, actor, process('called').start().userTask('inside').end().toXml())
    const listener = `<extensionElements><camunda:executionListener event="start"><camunda:script scriptFormat="javascript">execution.setVariable('seen', 1 + 1)</camunda:script></camunda:executionListener></extensionElements>`
    const xml = process('caller')
      .start()
      .element('callActivity', 'call', { calledElement: 'called', inside: listener })
      .end()
      .toXml()
    const { instanceId, ...answer } = await start(runtime, actor, await deployModel(runtime, actor, xml))
    expect(answer).toMatchObject({ ok: true })
    expect(await standsAt(instanceId)).toEqual(['call'])
    expect(await variable(instanceId, 'seen')).toBe('2')
  })

  it('that starts an instance holds no connection while it is decided, whatever it had to look up', async () => {
    const inside = '<script>1 + 1</script>'
    const script = { scriptFormat: 'javascript', 'camunda:resultVariable': 'seen', inside }
    const called = process('looked-up').start().element('scriptTask', 'calculate', script).userTask('after').end()
    const caller = process('looks-up').start().element('callActivity', 'call', { calledElement: 'looked-up' }).end()
    const deploying = createTestRuntime(db)
    await deployModel(deploying, actor, called.toXml())
    const definitionId = await deployModel(deploying, actor, caller.toXml())
    const single = openDatabase({ connectionString, budgets: { ...defaultBudgets, connections: 1 } })
    onTestFinished(() => single.close())
    // It knows neither of the two.
    const runtime = { ...createTestRuntime(single), threads: deploying.threads }
    const { held, started, letGo } = holdBack(runtime)
    const done = start({ ...runtime, threads: held }, actor, definitionId)
    await started
    // By the only connection there is.
    const one = { name: 'one', text: 'select 1', values: [] }
    const read = single.read(actor, (tx) => tx.batch([one])).finally(letGo)
    expect(await read).toEqual([[['1']]])
    expect(await done).toMatchObject({ ok: true })
  })
})

describe('a run that was too much a moment ago', () => {
  it('goes to a thread directly', async () => {
    const usual = createTestRuntime(db)
    const runtime = { ...usual, budgets: { ...usual.budgets, inline: 50 } }
    const xml = process('heavy')
      .start()
      .userTask('before')
      .serviceTask('sum', {
        'camunda:expression': '${1}',
        'camunda:resultVariable': 'x',
        inside: `<extensionElements><camunda:inputOutput><camunda:inputParameter name="total"><camunda:script scriptFormat="feel">sum(for i in 1..1000 return i)</camunda:script></camunda:inputParameter></camunda:inputOutput></extensionElements>`,
      })
      .userTask('after')
      .end()
      .toXml()
    const first = await waitAtTask(runtime, xml)
    expect(await completeTask(runtime, actor, first.taskId)).toMatchObject({ ok: true })
    const { rows } = await admin.query('select definition_id from instance where id = $1', [first.instanceId])
    expect(runtime.heavyRuns.has(`${workplaceId} ${rows[0].definition_id} completeTask`)).toBe(true)
    expect(await standsAt(first.instanceId)).toEqual(['after'])
  })
})
