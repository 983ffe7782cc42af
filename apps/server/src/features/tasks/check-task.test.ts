import { process } from '@millrace/bpmn/builder'
import { standaloneCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const model = await scenario.deploy(
  process('check').start().userTask('look', { 'camunda:assignee': '${who}' }).end().toXml(),
)
const unknownId = '00000000-0000-7000-8000-000000000000'

const ask = async (client: TestClient, taskId: string) =>
  (await client.call(standaloneCalls.checkTask, { params: { taskId } })).body

async function startTaskFor(username: string): Promise<string> {
  const instanceId = await scenario.start(model, { userId: 'starter', variables: { who: username } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0]?.id
}

it('shows a task on a page of its own to a user who may see it, as long as it is open', async () => {
  const owner = await signIn()
  const id = await startTaskFor(owner.user.username)
  expect(await ask(owner, id)).toEqual({ standaloneForm: 'true', secureForm: 'true' })
  const { body } = await owner.call(taskCalls.get, { params: { id } })
  await owner.call(taskCalls.complete, { params: { id }, body: { values: {}, hash: body.form?.document.hash } })
  expect(await ask(owner, id)).toEqual({ standaloneForm: 'false', secureForm: 'true' })
})

it('shows it to nobody else, in this workplace or another', async () => {
  const owner = await signIn()
  const id = await startTaskFor(owner.user.username)
  const elsewhere = await createWorkplace(db)
  const others = [
    await signIn(),
    await signIn({ roles: ['RoleDesign'] }),
    await signIn({ workplaceId: elsewhere, username: owner.user.username }),
  ]
  for (const other of others) expect(await ask(other, id)).toEqual({ standaloneForm: 'false', secureForm: 'true' })
})

it('asks a user who is not signed in to sign in, and says nothing of what there is', async () => {
  const id = await startTaskFor('somebody')
  for (const taskId of [id, unknownId, 'no-id', '%00', "'--"])
    expect(await ask(anonymous(), taskId)).toEqual({ standaloneForm: 'true', secureForm: 'true' })
  const client = await signIn()
  for (const taskId of [unknownId, 'no-id', "'--"])
    expect(await ask(client, taskId)).toEqual({ standaloneForm: 'false', secureForm: 'true' })
})
