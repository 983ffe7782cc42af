import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

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
