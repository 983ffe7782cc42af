import { randomUUID } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import { createTestDatabase, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from './assign-task.ts'
import { completeTask } from './complete-task.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const contextOf = (of: typeof runtime): OperationContext => ({ db, runtime: of, clock: of.clock })
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand').start().userTask('run', { 'camunda:assignee': 'ada' }).userTask('report').end().toXml(),
)
const ada = testRequest({ id: randomUUID(), workplaceId, username: 'ada', roles: ['RoleUser'] })
const operator = testRequest({ id: randomUUID(), workplaceId, username: 'pia', roles: ['RoleProcessAdmin'] })

async function startTask(): Promise<string> {
  const instanceId = await scenario.start(errand)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0].id
}

const complete = (context: OperationContext, id: string, note: string | null = null) =>
  completeTask(context, ada, { id, given: { kind: 'variables', variables: [] }, delegated: 'return', note })

describe('completing a task', () => {
  it.each([
    ['in memory', () => runtime],
    ['in the database alone', () => createTestRuntime(db)],
  ])('adds the comment that was given with it, where the rows of the task are %s', async (_, on) => {
    const id = await startTask()
    expect(await complete(contextOf(on()), id, 'Done by noon')).toMatchObject({ isReturned: false })
    const { rows } = await admin.query('select user_id, message from task_comment where task_id = $1', [id])
    expect(rows).toEqual([{ user_id: 'ada', message: 'Done by noon' }])
  })

  it('is decided on the database where the rows in memory would refuse it', async () => {
    const id = await startTask()
    expect(await assignTask(contextOf(runtime), operator, { id, assignee: 'bob' })).toBeNull()
    expect(await assignTask(contextOf(createTestRuntime(db)), operator, { id, assignee: 'ada' })).toBeNull()
    expect(await complete(contextOf(runtime), id)).toMatchObject({ isReturned: false })
  })
})
