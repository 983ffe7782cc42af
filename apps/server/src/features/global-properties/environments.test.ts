import { process } from '@millrace/bpmn/builder'
import { type BodyOf, globalPropertyCalls, settingCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { findHandles, readGlobals } from '../../runtime/definitions/global-properties.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, admin, signIn } = await createTestApp()
const { create, get, save } = globalPropertyCalls
const designer = await signIn({ roles: ['RoleDesign'] })
const administrator = await signIn({ roles: ['RoleAdmin'] })
const scenario = await createScenario(runtime, workplaceId)

async function enter(environment: string) {
  const { settings } = (await administrator.call(settingCalls.list)).body
  const revision = settings.find(({ key }) => key === 'environment.name')?.revision ?? 0
  const changes = [{ key: 'environment.name', value: environment, revision }]
  expect((await administrator.call(settingCalls.change, { body: { changes } })).status).toBe(200)
}

const make = async (body: BodyOf<typeof create>) => {
  const made = await designer.call(create, { body: { ...body, isPerEnvironment: true } })
  expect(made.status).toBe(200)
  return made.body
}
const change = (id: string, body: BodyOf<typeof save>) => designer.call(save, { params: { id }, body })
const read = async (key: string) => (await db.read({ workplaceId }, (tx) => readGlobals(tx, workplaceId)))[key]

it('a global property has the value of the environment of the workplace, and its own in all others', async () => {
  const { id } = await make({ key: 'limit', name: 'Limit', type: 'number', value: '1' })
  const environments = [
    { environment: 'Test', value: '20' },
    { environment: 'live', value: '300' },
  ]
  const saved = await change(id, { name: 'Limit', type: 'number', environments, revision: 1 })
  expect(saved.body).toMatchObject({
    ...{ value: '1', isPerEnvironment: true, environment: '', revision: 2 },
    environments: [
      { environment: 'live', value: '300' },
      { environment: 'Test', value: '20' },
    ],
  })
  expect(await read('limit')).toBe(1)
  await enter('TEST')
  expect(await read('limit')).toBe(20)
  const definition = await scenario.deploy(
    process('limited')
      .start()
      .serviceTask('run', { 'camunda:expression': '${globals.limit}', 'camunda:resultVariable': 'read' })
      .userTask('do')
      .end()
      .toXml(),
  )
  const instance = await scenario.start(definition)
  const { rows } = await admin.query(`select value from variable where instance_id = $1 and name = 'read'`, [instance])
  expect(rows).toEqual([{ value: '20' }])
  await enter('elsewhere')
  expect(await read('limit')).toBe(1)

  // A client that does not know environments leaves their values as they are.
  expect((await change(id, { name: 'Limit', type: 'number', value: '2' })).body.environments).toHaveLength(2)
  const text = await change(id, { name: 'Limit', type: 'boolean', value: 'true' })
  expect([text.error.code, text.error.details?.[0]?.where]).toEqual(['global-property.invalid', 'environments.0.value'])
  await change(id, { name: 'Limit', type: 'text' })
  await enter('live')
  expect(await read('limit')).toBe('300')
  const without = await change(id, { name: 'Limit', type: 'text', isPerEnvironment: false })
  expect(without.body).toMatchObject({ isPerEnvironment: false, environments: [] })
  expect(await read('limit')).toBe('2')
})

it('names that only PostgreSQL takes for the same stop no process', async () => {
  const { id } = await make({ key: 'town', name: 'Town', value: 'none' })
  const environments = ['İzmir', 'izmir'].map((environment) => ({ environment, value: environment }))
  await change(id, { name: 'Town', environments })
  await enter('izmir')
  expect(await read('town')).toBe('izmir')
  await enter('İzmir')
  expect(await read('town')).toBe('İzmir')
})

it('values in environments have to fit, once for each environment', async () => {
  const { id } = await make({ key: 'count', name: 'Count', type: 'number', value: '1' })
  const refusalOf = async (...environments: { environment: string; value: string | null }[]) => {
    const { error } = await change(id, { name: 'Count', type: 'number', environments })
    return [error.code, error.details?.[0]?.where]
  }
  const test = { environment: 'test', value: '2' }
  expect(await refusalOf(test, { environment: 'TEST', value: '3' })).toEqual([
    'global-property.invalid',
    'environments.1.environment',
  ])
  expect(await refusalOf(test, { environment: 'live', value: 'x' })).toEqual([
    'global-property.invalid',
    'environments.1.value',
  ])
  expect(await refusalOf({ environment: 'live', value: null })).toEqual([
    'global-property.invalid',
    'environments.0.value',
  ])
  expect((await refusalOf({ environment: ' ', value: '2' }))[0]).toBe('request.invalid')
  expect((await designer.call(get, { params: { id } })).body.environments).toEqual([])
})

it('a secret has a secret value in an environment, which is in no answer and not in the audit', async () => {
  const { id } = await make({ key: 'token', name: 'Token', value: 'ours', isSecret: true })
  const environments = [{ environment: 'test', value: 'a hidden one' }]
  const saved = await change(id, { name: 'Token', environments })
  expect(saved.body.environments).toEqual([{ environment: 'test', value: null }])
  await change(id, { name: 'Token', environments: [{ environment: 'test', value: null }] })
  // The mark is the same everywhere: the value is chosen when a call is sent (`open-secrets.test.ts`).
  const mark = await read('token')
  expect(findHandles(String(mark))).toHaveLength(1)
  await enter('test')
  expect(await read('token')).toBe(mark)
  const { rows } = await admin.query('select * from audit_entry where workplace_id = $1', [workplaceId])
  const stored = await admin.query('select environment_sealed from global_property where id = $1', [id])
  const sealed = stored.rows[0].environment_sealed.test as string
  expect(sealed.length).toBeGreaterThan(10)
  for (const hidden of ['a hidden one', sealed]) expect(JSON.stringify([rows, saved.body])).not.toContain(hidden)
  expect(JSON.stringify(rows)).toContain('is_per_environment')
})
