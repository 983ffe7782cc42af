import { createApiToken, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest, type Json, type RestClient } from '../testing/rest-test.ts'

const { rest, clientFor, db, workplaceId } = await createRestTest()

/** Authorizations that give everything about processes, decisions, tasks, instances and deployments. */
async function grantAll(userId: string) {
  for (const resourceType of [6, 7, 8, 9, 10])
    await rest.post('/authorization/create', { type: 1, permissions: ['ALL'], userId, resourceType, resourceId: '*' })
}

async function memberOf(tenants: readonly string[], groups: readonly string[] = []): Promise<RestClient> {
  const user = await createUser(db, { workplaceId, roles: ['RoleUser'], groups })
  await grantAll(user.username)
  for (const tenant of tenants) await rest.put(`/tenant/${tenant}/user-members/${user.username}`)
  return clientFor(await createApiToken(db, user))
}

const elements = {
  work: '<serviceTask id="work" camunda:type="external" camunda:topic="seen"/>',
  wait: '<receiveTask id="wait" messageRef="paid"/>',
  signal: '<intermediateCatchEvent id="caught"><signalEventDefinition signalRef="alarm"/></intermediateCatchEvent>',
  task: '<userTask id="task" camunda:candidateGroups="clerks"/>',
}

async function deploy(key: string, shown: Partial<typeof elements>, tenant?: string): Promise<string> {
  const model = sequence(
    key,
    Object.fromEntries(Object.entries(shown).map(([id, text]) => [id === 'signal' ? 'caught' : id, text])),
  )
  const { body } = await rest.deploy({ [`${key}.bpmn`]: model }, tenant === undefined ? {} : { 'tenant-id': tenant })
  return body.id
}

const start = async (key: string, tenant?: string, who = rest): Promise<Json> =>
  (await who.post(`/process-definition/key/${key}${tenant === undefined ? '' : `/tenant-id/${tenant}`}/start`)).body

const tenantsOf = ({ body }: { body: Json }) => body.map(({ tenantId }: Json) => tenantId).sort()

for (const id of ['north', 'south']) await rest.post('/tenant/create', { id, name: id })
const member = await memberOf(['north'])
const outsider = await memberOf([])
const deployments = [
  await deploy('seen', elements, 'north'),
  await deploy('seen', elements, 'south'),
  await deploy('seen', elements),
]
const north = await start('seen', 'north')
const south = await start('seen', 'south')
const shared = await start('seen')

it('lists show a member the data of their tenants and of no tenant, and nothing else', async () => {
  const lists = [
    ...['/deployment', '/process-definition', '/process-instance', '/execution', '/external-task', '/job-definition'],
    ...['/history/process-instance', '/history/activity-instance', '/history/external-task-log'],
  ]
  for (const path of lists) {
    const seen = new Set(tenantsOf(await member.get(path)))
    expect([path, [...seen]]).toEqual([path, seen.size === 0 ? [] : ['north', null].filter((one) => seen.has(one))])
    const own = new Set(tenantsOf(await outsider.get(path)))
    expect([path, [...own].filter((one) => one !== null)]).toEqual([path, []])
  }
  expect(tenantsOf(await member.get('/process-instance'))).toEqual(['north', null].sort())
  expect(tenantsOf(await rest.get('/process-instance'))).toEqual(['north', 'south', null].sort())
  expect(tenantsOf(await outsider.get('/process-instance'))).toEqual([null])
  expect((await member.get('/process-instance/count')).body.count).toBe(2)
  expect((await member.get('/process-instance', { tenantIdIn: 'north,south' })).body).toHaveLength(1)
  expect((await member.post('/process-instance', { orQueries: [{ tenantIdIn: ['south'] }] })).body).toEqual([])
  const statistics = (await member.get('/process-definition/statistics')).body
  expect(statistics.map(({ definition }: Json) => definition.tenantId).includes('south')).toBe(false)
})

it('objects of other tenants are not found, by each call that names one', async () => {
  const [task] = (await rest.get('/external-task', { processInstanceId: south.id })).body
  const [element] = (await rest.get('/history/activity-instance', { processInstanceId: south.id })).body
  const { definitionId } = south
  const calls = [
    await member.get(`/process-instance/${south.id}`),
    await member.get(`/process-instance/${south.id}/variables`),
    await member.put(`/process-instance/${south.id}/variables/x`, { value: 1 }),
    await member.put(`/process-instance/${south.id}/suspended`, { suspended: true }),
    await member.delete(`/process-instance/${south.id}`),
    await member.get(`/execution/${south.id}`),
    await member.get(`/history/process-instance/${south.id}`),
    await member.get(`/history/activity-instance/${element.id}`),
    await member.get(`/process-definition/${definitionId}`),
    await member.get(`/process-definition/${definitionId}/xml`),
    await member.post(`/process-definition/${definitionId}/start`),
    await member.get('/process-definition/key/seen/tenant-id/south'),
    await member.post('/process-definition/key/seen/tenant-id/south/start'),
    await member.get(`/deployment/${deployments[1]}`),
    await member.delete(`/deployment/${deployments[1]}`, { cascade: 'true' }),
    await member.get(`/external-task/${task.id}`),
    await member.put(`/external-task/${task.id}/retries`, { retries: 7 }),
    await member.put('/external-task/retries', { retries: 7, externalTaskIds: [task.id] }),
  ]
  expect(calls.map(({ status }, index) => [index, status])).toEqual(calls.map((_, index) => [index, 404]))
  expect((await rest.get(`/external-task/${task.id}`)).body).toMatchObject({ retries: null, suspended: false })
  expect((await rest.get(`/process-instance/${south.id}/variables`)).body).toEqual({})
  expect((await member.get(`/process-instance/${north.id}`)).status).toBe(200)
  expect((await member.get(`/process-instance/${shared.id}`)).status).toBe(200)
})

it('a batch leaves out instances of other tenants, and changes by key need a tenant', async () => {
  const { body } = await member.post('/process-instance/suspended-async', {
    suspended: true,
    processInstanceIds: [north.id, south.id],
  })
  expect(body.totalJobs).toBe(1)
  await rest.delete(`/batch/${body.id}`, { cascade: 'true' })
  const byKey = { processDefinitionKey: 'seen', suspended: true }
  for (const path of ['/process-definition/suspended', '/job-definition/suspended', '/job/suspended'])
    expect([path, (await member.put(path, byKey)).status]).toEqual([path, 403])
  const other = { ...byKey, processDefinitionTenantId: 'south' }
  expect((await member.put('/process-definition/suspended', other)).status).toBe(403)
  const own = { ...byKey, processDefinitionTenantId: 'north' }
  expect((await member.put('/process-definition/suspended', own)).status).toBe(204)
  expect((await member.put('/process-definition/suspended', { ...own, suspended: false })).status).toBe(204)
  expect((await member.put('/process-instance/suspended', byKey)).status).toBe(204)
  const suspended = await rest.get('/process-instance', { suspended: 'true' })
  expect(tenantsOf(suspended)).toEqual(['north', null].sort())
  expect((await member.put('/process-instance/suspended', { ...byKey, suspended: false })).status).toBe(204)
})

it('a worker fetches tasks of its tenants, and messages and signals reach them only', async () => {
  await deploy('told', { wait: elements.wait, signal: elements.signal, task: elements.task }, 'north')
  await deploy('told', { wait: elements.wait, signal: elements.signal, task: elements.task }, 'south')
  const started = [await start('told', 'north'), await start('told', 'south')]
  const fetched = await member.post('/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 10,
    topics: [{ topicName: 'seen', lockDuration: 1000 }],
  })
  expect(tenantsOf(fetched)).toEqual(['north', null].sort())
  expect((await member.post('/message', { messageName: 'paid', processInstanceId: started[1].id })).status).toBe(400)
  // One of two: the other tenant does not count.
  expect((await member.post('/message', { messageName: 'paid' })).status).toBe(204)
  await rest.post('/message', { messageName: 'paid', processInstanceId: started[1].id })
  const catches = (tenantId: string) => rest.get('/event-subscription', { eventType: 'signal', tenantIdIn: tenantId })
  expect((await catches('south')).body).toHaveLength(1)
  expect((await member.post('/signal', { name: 'alarm' })).status).toBe(204)
  expect([(await catches('north')).body, (await catches('south')).body.length]).toEqual([[], 1])
  expect(tenantsOf(await member.get('/task'))).toEqual(['north'])
})

it('users see the tenants of their groups, and those with a role for all processes see every tenant', async () => {
  await rest.post('/group/create', { id: 'southerners', name: 'South', type: 'WORKFLOW' })
  await rest.put('/tenant/south/group-members/southerners')
  const byGroup = await memberOf([], ['southerners'])
  expect(tenantsOf(await byGroup.get('/process-instance', { processDefinitionKey: 'seen' }))).toEqual(
    ['south', null].sort(),
  )
  const worker = await createUser(db, { workplaceId, roles: ['RoleFullAPI'] })
  const asWorker = clientFor(await createApiToken(db, worker))
  expect((await asWorker.get('/process-instance', { processDefinitionKey: 'seen' })).body).toHaveLength(3)
})

it('a membership has its effect from the next call on', async () => {
  const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
  await grantAll(user.username)
  const client = clientFor(await createApiToken(db, user))
  const count = async () => (await client.get('/process-instance/count', { processDefinitionKey: 'seen' })).body.count
  expect(await count()).toBe(1)
  await rest.put(`/tenant/south/user-members/${user.username}`)
  expect(await count()).toBe(2)
  expect((await client.get('/tenant', { userMember: user.username })).body).toEqual([{ id: 'south', name: 'south' }])
  expect((await client.get('/tenant')).status).toBe(403)
  await rest.delete(`/tenant/south/user-members/${user.username}`)
  expect(await count()).toBe(1)
  expect((await client.post('/task/create', { name: 'x', tenantId: 'south' })).status).toBe(403)
})

it('objects of other tenants that a body names are not found', async () => {
  const timer =
    '<intermediateCatchEvent id="timer"><timerEventDefinition><timeDuration>P10D</timeDuration></timerEventDefinition></intermediateCatchEvent>'
  const files = { 'due.bpmn': sequence('due', { timer }) }
  for (const tenant of ['north', 'south']) await rest.deploy(files, { 'tenant-id': tenant })
  const [own, other] = [await start('due', 'north'), await start('due', 'south')]
  const of = { processDefinitionId: other.definitionId }
  const [definition] = (await rest.get('/job-definition', of)).body
  const orders = [
    ['/job/suspended', { processInstanceId: other.id }],
    ['/job/suspended', of],
    ['/job/suspended', { jobDefinitionId: definition.id }],
    ['/job-definition/suspended', { ...of, includeJobs: true }],
    ['/job-definition/suspended', { ...of, executionDate: '2090-05-01T08:00:00.000+0000' }],
  ] as const
  const statuses = []
  for (const [path, body] of orders) statuses.push((await member.put(path, { ...body, suspended: true })).status)
  expect(statuses).toEqual(orders.map(() => 404))
  expect((await rest.get('/job', of)).body).toMatchObject([{ suspended: false, dueDate: expect.any(String) }])
  expect((await rest.get('/job-definition', of)).body).toMatchObject([{ suspended: false }])
  const byKey = { processDefinitionKey: 'due', suspended: true }
  expect((await member.put('/job/suspended', { ...byKey, processDefinitionTenantId: 'south' })).status).toBe(403)
  expect((await member.put('/job/suspended', { ...byKey, processDefinitionTenantId: 'north' })).status).toBe(204)
  const isSuspended = async ({ id }: Json) => (await rest.get('/job', { processInstanceId: id })).body[0].suspended
  expect([await isSuspended(own), await isSuspended(other)]).toEqual([true, false])
  const versions = { sourceProcessDefinitionId: shared.definitionId, targetProcessDefinitionId: south.definitionId }
  expect((await rest.post('/migration/generate', versions)).status).toBe(200)
  expect((await member.post('/migration/generate', versions)).status).toBe(400)
  expect((await member.deploy(files, { 'tenant-id': 'south' })).status).toBe(403)
  expect((await member.deploy(files, { 'tenant-id': 'north' })).status).toBe(200)
  const instructions = [{ type: 'cancel', activityId: 'timer' }]
  const { body: batch } = await rest.post(`/process-instance/${other.id}/modification-async`, { instructions })
  const [seed] = (await rest.get('/job', { jobDefinitionId: batch.seedJobDefinitionId })).body
  expect((await rest.post(`/job/${seed.id}/execute`)).status).toBe(204)
  const [item] = (await rest.get('/job', { jobDefinitionId: batch.batchJobDefinitionId })).body
  expect([
    (await member.get(`/job/${item.id}/stacktrace`)).status,
    (await member.put(`/job/${item.id}/retries`, { retries: 0 })).status,
    (await member.post(`/job/${item.id}/execute`)).status,
    (await rest.get(`/job/${item.id}/stacktrace`)).status,
  ]).toEqual([404, 404, 404, 200])
  const note = `/history/user-operation/${other.id}/set-annotation`
  expect((await member.put(note, { annotation: 'Why' })).status).toBe(400)
  expect((await rest.put(note, { annotation: 'Why' })).status).toBe(204)
})

it('reports, logs and batches of decisions have nothing of other tenants', async () => {
  const south = { 'tenant-id': 'south' }
  const work = '<serviceTask id="work" camunda:type="external" camunda:topic="broken"/>'
  const task = '<userTask id="task" camunda:candidateGroups="southern"/>'
  const dmn =
    '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rates" name="Rates" namespace="test"><decision id="rate" name="Rate"><literalExpression><text>1</text></literalExpression></decision></definitions>'
  await rest.deploy({ 'broken.bpmn': sequence('broken', { work }), 'asked.bpmn': sequence('asked', { task }) }, south)
  await rest.deploy({ 'rate.dmn': dmn }, south)
  await start('broken', 'south')
  await start('asked', 'south')
  const topics = [{ topicName: 'broken', lockDuration: 60_000 }]
  const [{ id }] = (await rest.post('/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1, topics })).body
  const failure = { workerId: 'w', errorMessage: 'No', errorDetails: 'Row 7', retries: 1, retryTimeout: 0 }
  expect((await rest.post(`/external-task/${id}/failure`, failure)).status).toBe(204)
  const [log] = (await rest.get('/history/external-task-log', { failureLog: 'true', externalTaskId: id })).body
  const details = `/history/external-task-log/${log.id}/error-details`
  expect([(await rest.get(details)).status, (await member.get(details)).status]).toEqual([200, 404])
  const count = async (who: RestClient) =>
    (await who.get('/task/report/candidate-group-count')).body.filter(({ groupName }: Json) => groupName === 'southern')
  expect([await count(rest), await count(member)]).toEqual([[{ groupName: 'southern', taskCount: 1 }], []])
  await rest.post('/decision-definition/key/rate/tenant-id/south/evaluate', { variables: {} })
  const [evaluation] = (await rest.get('/history/decision-instance', { decisionDefinitionKey: 'rate' })).body
  const ids = { historicDecisionInstanceIds: [evaluation.id] }
  expect((await member.post('/history/decision-instance/delete', ids)).status).toBe(400)
  expect((await rest.post('/history/decision-instance/delete', ids)).body).toMatchObject({ totalJobs: 1 })
})
