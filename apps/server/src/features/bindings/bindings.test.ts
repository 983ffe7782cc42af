import { process } from '@millrace/bpmn/builder'
import { bindingCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = () => signIn({ roles: ['RoleProcessAdmin', 'RoleUser'], firstName: 'Grace', lastName: 'Hopper' })
const params = (name: string) => ({ name })

describe('bindings', () => {
  it('are for process administrators', async () => {
    const user = await signIn()
    const body = { kind: 'external', topic: 't' } as const
    expect((await anonymous().call(bindingCalls.list)).status).toBe(401)
    expect((await user.call(bindingCalls.list)).error.code).toBe('right.missing')
    expect((await user.call(bindingCalls.save, { params: params('a.B'), body })).error.code).toBe('right.missing')
    expect((await user.call(bindingCalls.delete, { params: params('a.B') })).error.code).toBe('right.missing')
  })

  it('are saved, listed by name, replaced and deleted', async () => {
    const client = await operator()
    const script = { kind: 'script', language: 'javascript', text: 'execution.setVariable("a", 1)' } as const
    const bean = { kind: 'expression', language: 'uel', text: '${amount * 2}' } as const
    await client.call(bindingCalls.save, { params: params('org.example.Archive'), body: script })
    await client.call(bindingCalls.save, { params: params('${archive}'), body: script })
    const { body } = await client.call(bindingCalls.save, { params: params('${archive}'), body: bean })
    expect(body).toEqual({
      name: '${archive}',
      boundTo: bean,
      changedAt: '2030-01-07T09:00:00.000Z',
      changedBy: { username: client.user.username, displayName: 'Grace Hopper' },
    })
    const names = async () => (await client.call(bindingCalls.list)).body.map(({ name }) => name)
    expect(await names()).toEqual(['${archive}', 'org.example.Archive'])
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleProcessAdmin'] })
    expect((await stranger.call(bindingCalls.list)).body).toEqual([])
    expect((await stranger.call(bindingCalls.delete, { params: params('${archive}') })).status).toBe(404)
    for (const name of await names())
      expect((await client.call(bindingCalls.delete, { params: params(name) })).status).toBe(204)
    expect((await client.call(bindingCalls.delete, { params: params('${archive}') })).error.code).toBe(
      'thing.not-found',
    )
  })

  it('are 500 at the most, of which one can still be changed', async () => {
    const place = await createWorkplace(db)
    const client = await signIn({ workplaceId: place, roles: ['RoleProcessAdmin'] })
    await admin.query(
      `insert into java_binding (workplace_id, name, kind, text, changed_at)
       select $1, 'a.B' || n, 'external', 't', now() from generate_series(1, 500) n`,
      [place],
    )
    const body = { kind: 'external', topic: 'other' } as const
    const { status, error } = await client.call(bindingCalls.save, { params: params('a.C'), body })
    expect([status, error.code, error.message]).toEqual([
      409,
      'binding.too-many',
      'Expected fewer than 500 bindings, but there are 500. Remove one first.',
    ])
    expect((await client.call(bindingCalls.save, { params: params('a.B7'), body })).status).toBe(200)
    expect((await client.call(bindingCalls.list)).body).toHaveLength(500)
  })

  it.each([
    ['a name that is none', 'drop table', { kind: 'external', topic: 't' }, 'request.invalid'],
    ['an unknown kind', 'a.B', { kind: 'java', text: 'x' }, 'request.invalid'],
    ['an unknown language', 'a.B', { kind: 'script', language: 'groovy', text: 'x' }, 'request.invalid'],
    ['no topic', 'a.B', { kind: 'external', topic: ' ' }, 'request.invalid'],
    ['an expression with a fault', 'a.B', { kind: 'expression', language: 'uel', text: '${1 +}' }, 'binding.invalid'],
    ['a script with a fault', 'a.B', { kind: 'script', language: 'javascript', text: 'if (' }, 'binding.invalid'],
    ['a condition with a fault', 'a.B', { kind: 'expression', language: 'feel', text: '1 +' }, 'binding.invalid'],
  ])('refuse %s', async (_, name, body, code) => {
    const { error } = await (await operator()).call(bindingCalls.save, { params: params(name), body })
    expect(error.code).toBe(code)
  })
})

describe('a process that names Java', () => {
  const start = (attributes: Record<string, string>) =>
    scenario.deploy(process('java').start().serviceTask('archive', attributes).userTask('after').end().toXml())
  const standsAt = async (instanceId: string) =>
    (await admin.query('select element_key from element where instance_id = $1', [instanceId])).rows.map(
      ({ element_key }) => element_key,
    )

  it('runs what is bound to the class, from the next step on, and without it fails by naming it', async () => {
    const client = await operator()
    const definition = await start({ 'camunda:class': 'org.example.Archive' })
    const { body } = await client.call(processCalls.startForm, { params: { id: definition.id } })
    const begin = () =>
      client.call(processCalls.start, {
        params: { id: definition.id },
        body: { values: {}, hash: body.form.document.hash },
      })
    const refused = await begin()
    expect([refused.error.code, refused.error.message]).toEqual([
      'process.refused',
      expect.stringContaining('org.example.Archive'),
    ])
    const script = { kind: 'script', language: 'javascript', text: 'execution.setVariable("archived", true)' } as const
    await client.call(bindingCalls.save, { params: params('org.example.Archive'), body: script })
    const started = await begin()
    expect(await standsAt(started.body.instanceId)).toEqual(['after'])
    const { rows } = await admin.query('select name, value from variable where instance_id = $1', [
      started.body.instanceId,
    ])
    expect(rows).toEqual([{ name: 'archived', value: 'true' }])
    await client.call(bindingCalls.delete, { params: params('org.example.Archive') })
    expect((await begin()).error.code).toBe('process.refused')
  })

  it('hands a bean to workers outside when it is bound to a topic', async () => {
    const client = await operator()
    const topic = { kind: 'external', topic: 'archive' } as const
    await client.call(bindingCalls.save, { params: params('${archive}'), body: topic })
    const instanceId = await scenario.start(await start({ 'camunda:delegateExpression': '${archive}' }))
    const { rows } = await admin.query('select topic from external_task where instance_id = $1', [instanceId])
    expect(rows).toEqual([{ topic: 'archive' }])
  })
})
