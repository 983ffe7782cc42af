import { process } from '@millrace/bpmn/builder'
import { api, taskCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const ines = await signIn({ username: 'ines', roles: ['RoleUser'] })
const operator = await signIn({ username: 'operator', roles: ['RoleProcessAdmin', 'RoleAdmin'] })

const formOf = (...keys: string[]) =>
  JSON.stringify({
    schema: 2,
    id: 'form',
    root: keys.map((key, index) => ({ id: `n${index + 1}`, type: 'text', key, props: { label: key } })),
  })

/** Deploys a version: its titles begin with its name, and its form has these fields. */
async function deployVersion(name: string, fields: readonly string[]): Promise<string> {
  const xml = process('moved', { 'millrace:title': `${name} to Oslo` })
    .start('s')
    .userTask('fill', {
      'millrace:assignee': 'ines',
      'millrace:title': `${name} request`,
      'millrace:formKey': 'millrace:deployment:fill.form.json',
    })
    .end()
    .toXml()
  const answer = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name, source: null, tenantId: null },
      files: [
        { name: 'moved.bpmn', bytes: Buffer.from(xml) },
        { name: 'fill.form.json', bytes: Buffer.from(formOf(...fields)) },
      ],
    },
  )
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.deployed.processes[0]?.id ?? ''
}

it('a task that is migrated keeps its draft, and has the form and the title of the new version', async () => {
  const first = await deployVersion('Trip', ['note'])
  const definition = await runtime.db.read({ workplaceId }, (tx) =>
    getProcess(runtime, tx, workplaceId, { by: 'id', id: first }),
  )
  if (definition === null) throw new Error('Expected the deployed version.')
  const instanceId = await scenario.start(definition)
  const { rows: tasks } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const id: string = tasks[0].id
  const values = { note: 'half typed' }
  const kept = await ines.call(taskCalls.keepDraft, {
    params: { id },
    body: { values, hash: 'h', revision: 0, writer: 'one' },
  })
  expect(kept.status).toBe(200)
  const { body: before } = await ines.call(taskCalls.get, { params: { id } })
  expect([before.title, before.form?.document.data.map(({ key }) => key)]).toEqual(['Trip request', ['note']])
  const second = await deployVersion('Journey', ['note', 'budget'])
  const instructions = [{ source: 'fill', target: 'fill' }]
  const migration = { params: { id: first }, body: { targetId: second, instructions, ids: [instanceId] } }
  expect((await operator.call(api.moves.migrate, migration)).status).toBe(204)
  const { body: task } = await ines.call(taskCalls.get, { params: { id } })
  expect(task.form?.document.data.map(({ key }) => key)).toEqual(['note', 'budget'])
  expect(task.form?.draft).toMatchObject({ values })
  expect(task.title).toBe('Journey request')
  const { rows } = await admin.query('select title from instance where id = $1', [instanceId])
  expect(rows).toEqual([{ title: 'Journey to Oslo' }])
})
