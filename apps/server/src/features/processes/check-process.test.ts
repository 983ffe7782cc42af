import { process } from '@millrace/bpmn/builder'
import { standaloneCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const open = await scenario.deploy(process('open').start().userTask('look').end().toXml())
const closed = await scenario.deploy(
  process('closed', { 'camunda:candidateStarterGroups': 'clerks' }).start().userTask('look').end().toXml(),
)
const suspended = await scenario.deploy(process('suspended').start().userTask('look').end().toXml())
await admin.query('update process_definition set is_suspended = true where id = $1', [suspended.id])

const ask = async (client: TestClient, definitionId: string) =>
  (await client.call(standaloneCalls.checkProcess, { params: { definitionId } })).body
const shown = { standaloneForm: 'true', secureForm: 'true' }
const hidden = { standaloneForm: 'false', secureForm: 'true' }

it('shows a start form on a page of its own to a user who may start the process', async () => {
  const client = await signIn()
  expect(await ask(client, open.id)).toEqual(shown)
  expect(await ask(client, closed.id)).toEqual(hidden)
  expect(await ask(await signIn({ groups: ['clerks'] }), closed.id)).toEqual(shown)
  for (const id of [suspended.id, '00000000-0000-7000-8000-000000000000', 'no-id'])
    expect(await ask(client, id)).toEqual(hidden)
})

it('shows it to nobody of another role or workplace', async () => {
  expect(await ask(await signIn({ roles: ['RoleDesign'] }), open.id)).toEqual(hidden)
  expect(await ask(await signIn({ workplaceId: await createWorkplace(db) }), open.id)).toEqual(hidden)
})

it('asks a user who is not signed in to sign in, and says nothing of what there is', async () => {
  for (const id of [open.id, closed.id, 'no-id']) expect(await ask(anonymous(), id)).toEqual(shown)
})
