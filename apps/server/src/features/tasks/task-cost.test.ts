import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const definition = await scenario.deploy(
  process('errand')
    .start()
    .userTask('first', { 'camunda:assignee': 'ada' })
    .userTask('second', { 'camunda:assignee': 'ada' })
    .end()
    .toXml(),
)
const ada = await signIn({ username: 'ada' })
afterEach(() => {
  vi.restoreAllMocks()
})

it('completing a task takes one read and one transaction, in which the next task of the user is found too', async () => {
  const instanceId = await scenario.start(definition)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const params = { id: rows[0].id }
  const { body: task } = await ada.call(taskCalls.get, { params })
  const writing = vi.spyOn(db, 'withTransaction')
  const reading = vi.spyOn(db, 'read')
  const { status, body } = await ada.call(taskCalls.complete, {
    params,
    body: { values: {}, hash: task.form?.document.hash ?? '' },
  })
  expect([status, body.nextTaskId]).toEqual([200, expect.any(String)])
  // Whose session it is comes before, in whatever call.
  const causes = writing.mock.calls.map(([actor]) => actor.cause).filter((cause) => cause !== 'session')
  expect(causes).toEqual([`POST /api${taskCalls.complete.path}`])
  // The task with its form.
  expect(reading).toHaveBeenCalledTimes(1)
})

const asked = await scenario.deploy(
  process('asked')
    .start()
    .userTask('answer', {
      'camunda:assignee': 'ada',
      inside:
        '<extensionElements><camunda:formData><camunda:formField id="count" type="long"/></camunda:formData></extensionElements>',
    })
    .end()
    .toXml(),
)

/** A task whose form was opened, and what sends it. */
async function openAsked() {
  const instanceId = await scenario.start(asked)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const params = { id: rows[0].id }
  const { body: task } = await ada.call(taskCalls.get, { params })
  const body = { values: { count: '7' }, hash: task.form?.document.hash ?? '' }
  return { ...params, instanceId, submit: () => ada.call(taskCalls.complete, { params, body }) }
}

it('a task of an instance that this server has worked at is completed without reading anything', async () => {
  const { instanceId, submit } = await openAsked()
  const reading = vi.spyOn(db, 'read')
  expect((await submit()).status).toBe(200)
  expect(reading).not.toHaveBeenCalled()
  const { rows } = await admin.query(`select value from history_variable where instance_id = $1 and name = 'count'`, [
    instanceId,
  ])
  expect(rows).toEqual([{ value: '7' }])
})

it('a task that another server has given to somebody else is not completed by what this one remembers', async () => {
  const { id, submit } = await openAsked()
  const other = { ...createTestRuntime(db), newId: runtime.newId }
  const actor = { workplaceId, userId: 'operator', cause: 'test' }
  const given = await executeCommand(other, actor, {
    target: { by: 'task', id },
    command: { type: 'changeTask', taskId: id, patch: { assignee: 'ben' }, operation: 'Assign' },
  })
  expect(given.ok).toBe(true)
  const { status, error } = await submit()
  expect([status, error.code]).toEqual([404, 'thing.not-found'])
  const { rows } = await admin.query('select assignee from task where id = $1', [id])
  expect(rows).toEqual([{ assignee: 'ben' }])
})
