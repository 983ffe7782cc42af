import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { loadStatement } from '../load/load-rows.ts'
import { readLoaded } from '../load/read-loaded.ts'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { runTime } from '../threads/time-budget.ts'
import { runUntilDecided } from './run-until-decided.ts'
import { stateOf } from './state-of.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const model = process('reads')
  .start('start')
  .userTask('before')
  .element('serviceTask', 'count', {
    'camunda:expression': '${first.length() + second.length()}',
    'camunda:resultVariable': 'total',
  })
  .userTask('after')
  .end()
  .toXml()

it('adds the large values that a run needs to the rows that are indexed already', async () => {
  const values = { first: 'a'.repeat(20_000), second: 'b'.repeat(30_000), third: 'c'.repeat(40_000) }
  const { instanceId } = await start(runtime, actor, await deployModel(runtime, actor, model), values)
  const { rows: tasks } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const taskId: string = tasks[0].id
  await db.withTransaction(actor, async (tx) => {
    const [loaded] = await tx.batch([loadStatement(workplaceId, { by: 'task', id: taskId })])
    const rows = readLoaded(loaded)
    if (rows === null) throw new Error('Expected the rows of the instance.')
    const state = await stateOf(rows)
    const held = () => state.variables.all().map(({ name, value }) => [name, value?.value ?? null])
    expect(Object.fromEntries(held())).toEqual({ first: null, second: null, third: null })
    const surroundings = { runtime, actor, tx, time: runTime(runtime) }
    const decided = await runUntilDecided(
      surroundings,
      rows,
      { type: 'completeTask', taskId, variables: [] },
      { state },
    )
    if (decided.kind !== 'done' || decided.state === undefined) throw new Error(`Expected a run, but ${decided.kind}.`)
    expect(decided.state.variables.isForkOf(state.variables)).toBe(true)
    expect(Object.fromEntries(held())).toEqual({ first: values.first, second: values.second, third: null })
    const total = decided.state.variables.all().find(({ name }) => name === 'total')
    expect(total?.value?.value).toBe(50_000)
    expect(state.variables.sizeOfAll).toBe(90_000)
  })
})
