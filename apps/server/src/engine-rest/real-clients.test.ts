import { describe, expect, it } from 'vitest'
import { createRestTest } from './testing/rest-test.ts'

/** Calls in which unmodified clients of Camunda 7 failed once: pycamunda, task lists, workers, Operaton's front end. */
const { rest, plain, nobody, app } = await createRestTest()
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="clients" name="Clients" isExecutable="true" camunda:historyTimeToLive="P9D">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="sub"/>
    <subProcess id="sub"><startEvent id="s"/><sequenceFlow id="f2" sourceRef="s" targetRef="fill"/>
      <userTask id="fill" camunda:assignee="ada"><extensionElements><camunda:formData><camunda:formField id="amount" type="long" label="Amount"/></camunda:formData></extensionElements></userTask>
      <sequenceFlow id="f3" sourceRef="fill" targetRef="read"/>
      <userTask id="read" camunda:assignee="ada" camunda:formRef="paper" camunda:formRefBinding="deployment"/></subProcess>
  </process></definitions>`
const paper = JSON.stringify({ id: 'paper', type: 'default', components: [] })
const deployment = await rest.deploy({ 'clients.bpmn': model, 'paper.form': paper })
const { body: instance } = await rest.post('/process-definition/key/clients/start', { businessKey: 'C-1' })
const taskOf = async (key: string) =>
  (await rest.get('/task', { processInstanceId: instance.id, taskDefinitionKey: key })).body[0]

describe('a client of Camunda 7', () => {
  it('finds links in deployments, instances and comments', async () => {
    expect(deployment.body.links).toEqual([expect.objectContaining({ rel: 'self' })])
    expect(instance.links).toEqual([expect.objectContaining({ rel: 'self' })])
    const { id } = await taskOf('fill')
    const comment = await rest.post(`/task/${id}/comment/create`, { message: 'Seen' })
    expect(comment.body.links).toEqual([expect.objectContaining({ rel: 'self' })])
    const [listed] = (await rest.get('/deployment')).body
    expect(listed.links).toEqual([])
    for (const path of ['/process-instance', '/deployment']) {
      const id = path === '/deployment' ? deployment.body.id : instance.id
      expect([path, (await rest.get(`${path}/${id}`)).body.links]).toEqual([path, []])
    }
  })

  it('counts the elements of a definition without the sub-process around them', async () => {
    const { body } = await rest.get('/process-definition/key/clients/statistics')
    expect(body).toMatchObject([{ id: 'fill', instances: 1, failedJobs: 0 }])
  })

  it('sends dates as a lenient format takes them', async () => {
    for (const date of ['2026-1-4T1:3:0.0+0100', '2026-01-04T10:30:0.000+0000', '2026-01-04T10:30:00.123456+0000']) {
      const { status, body } = await rest.get('/task', { createdAfter: date })
      expect([date, status, Array.isArray(body)]).toEqual([date, 200, true])
    }
    const { id } = await taskOf('fill')
    const { body: task } = await rest.get(`/task/${id}`)
    const due = { ...task, due: '2026-01-04T10:30:00.5+0000' }
    expect((await rest.put(`/task/${id}`, due)).status).toBe(204)
    expect((await rest.get(`/task/${id}`)).body.due).toBe('2026-01-04T10:30:00.005+0000')
  })

  it('finds the forms of a task at the addresses that the task names', async () => {
    const { id } = await taskOf('fill')
    expect((await rest.get(`/task/${id}/form`)).body.key).toBe(
      `embedded:engine://engine/:engine/task/${id}/rendered-form`,
    )
    const rendered = await rest.get(`/task/${id}/rendered-form`)
    expect([rendered.status, String(rendered.body)]).toEqual([200, expect.stringContaining('amount')])
    await rest.post(`/task/${id}/submit-form`, { variables: { amount: { value: 3, type: 'Long' } } })
    const read = await taskOf('read')
    expect(read.camundaFormRef).toEqual({ key: 'paper', binding: 'deployment', version: null })
    expect((await rest.get(`/task/${read.id}`)).body.camundaFormRef).toMatchObject({ key: 'paper' })
    const deployed = await rest.get(`/task/${read.id}/deployed-form`)
    expect([deployed.status, deployed.body]).toMatchObject([200, { id: 'paper' }])
  })

  it('gets the same answer with a slash at the end, and an error with three keys for an unknown path', async () => {
    expect((await rest.get('/task/')).status).toBe(200)
    const unknown = await rest.get('/no-such-thing')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ type: expect.any(String), message: expect.any(String) })
  })

  it('sees the engines without credentials, and other sites nothing', async () => {
    expect(await nobody.get('/engine')).toMatchObject({ status: 200, body: [{ name: 'default' }] })
    const asked = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
    const answer = await app.inject({ method: 'OPTIONS', url: '/engine-rest/task', headers: asked })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('learns the rules for passwords, and whether one follows them', async () => {
    expect((await rest.get('/identity/password-policy')).body.rules.length).toBeGreaterThan(0)
    const checked = await rest.post('/identity/password-policy', { password: 'short' })
    expect(checked).toMatchObject({ status: 200, body: { valid: false } })
    const profile = { id: 'weak', firstName: 'W', lastName: 'E', email: 'weak@example.org' }
    const bad = await rest.post('/user/create', { profile, credentials: { password: 'short' } })
    expect([bad.status, bad.body.type]).toEqual([400, 'InvalidRequestException'])
  })

  it('reads its own groups without the right to manage users', async () => {
    const { status, body } = await plain.get('/group', { member: 'plain' })
    expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, ['clerks']])
    expect((await plain.get('/identity/groups', { userId: 'plain' })).status).toBe(200)
  })

  it('orders work on many jobs, tasks and instances', async () => {
    const none = { status: 400 }
    expect(await rest.post('/job/retries', { jobIds: [], retries: 1 })).toMatchObject(none)
    expect(await rest.post('/external-task/retries-async', { externalTaskIds: [], retries: 1 })).toMatchObject(none)
    const order = await rest.post('/process-instance/delete', { processInstanceIds: [instance.id] })
    expect(order).toMatchObject({ status: 200, body: { type: 'instance-deletion', totalJobs: 1 } })
  })

  it('asks about telemetry and the schema', async () => {
    expect((await rest.get('/telemetry/configuration')).body).toEqual({ enableTelemetry: false })
    expect(await rest.get('/schema/log')).toMatchObject({ status: 200, body: [expect.anything()] })
  })

  it('gets ids of new tasks as it gave them', async () => {
    expect((await rest.post('/task/create', { id: 'my task 1', name: 'Own' })).status).toBe(204)
    expect((await rest.get('/task/my%20task%201')).body).toMatchObject({ id: 'my task 1', name: 'Own' })
  })
})
