import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest } = await createRestTest()

const day = '2026-01-01T00:00:00.000+0000'
const bad = 'BadUserRequestException'
const wrong = 'InvalidRequestException'

describe('parameters that Camunda refuses together', () => {
  it.each([
    ['/task', { candidateUser: 'a', candidateGroup: 'b' }, bad],
    ['/task', { candidateUser: 'a', candidateGroupsExpression: '${currentUserGroups()}' }, bad],
    ['/task', { includeAssignedTasks: 'true' }, bad],
    ['/task', { withoutDueDate: 'true', dueBefore: day }, bad],
    ['/task', { followUpBefore: day, followUpBeforeOrNotExistent: day }, bad],
    ['/task', { delegationState: 'done' }, wrong],
    ['/process-instance', { rootProcessInstances: 'true', superProcessInstance: unknownId }, bad],
    ['/process-instance', { leafProcessInstances: 'true', subProcessInstance: unknownId }, bad],
    ['/history/process-instance', { active: 'true', suspended: 'true' }, bad],
    ['/history/process-instance', { rootProcessInstances: 'true', superProcessInstanceId: unknownId }, bad],
    ['/history/activity-instance', { canceled: 'true', completeScope: 'true' }, bad],
    ['/history/task', { withoutTaskDueDate: 'true', taskDueDate: day }, bad],
    ['/history/variable-instance', { variableValue: 'a' }, wrong],
    ['/history/decision-instance', { includeInputs: 'perhaps' }, wrong],
    ['/process-definition', { latestVersion: 'true', version: '1' }, bad],
    ['/process-definition', { version: '0' }, wrong],
    ['/decision-definition', { latestVersion: 'true', deploymentId: unknownId }, bad],
    ['/deployment', { source: 'a', withoutSource: 'true' }, wrong],
    ['/authorization', { userIdIn: 'a', groupIdIn: 'b' }, bad],
    ['/external-task/topic-names', { withLockedTasks: 'perhaps' }, wrong],
  ])('%s %o', async (path, query, type) => {
    const { status, body } = await rest.get(path, query)
    expect([status, body.type]).toEqual([400, type])
  })

  it('are taken where a flag is false, and in orQueries', async () => {
    expect((await rest.get('/task', { includeAssignedTasks: 'false' })).status).toBe(200)
    const either = { orQueries: [{ candidateUser: 'a', candidateGroup: 'b' }] }
    expect((await rest.post('/task', either)).status).toBe(200)
  })

  it('are read by the last one where Camunda keeps one state', async () => {
    await rest.deploy({ 'log.bpmn': sequence('log', { t: '<userTask id="t" camunda:asyncBefore="true"/>' }) })
    await rest.post('/process-definition/key/log/start')
    const count = async (query: Record<string, string>) =>
      (await rest.get('/history/job-log/count', { processDefinitionKey: 'log', ...query })).body.count
    expect(await count({ creationLog: 'true' })).toBe(1)
    expect(await count({ failureLog: 'true', creationLog: 'true' })).toBe(0)
    expect(await count({ creationLog: 'true', tenantIdIn: 'none', withoutTenantId: 'true' })).toBe(1)
  })

  it('finds no task by a variable of a case', async () => {
    const caseInstanceVariables = [{ name: 'a', operator: 'eq', value: 1 }]
    expect((await rest.post('/task', { caseInstanceVariables })).body).toEqual([])
    const { status } = await rest.get('/task', { caseInstanceVariables: 'a_foo_1' })
    expect(status).toBe(400)
  })
})

describe('an id that does not exist', () => {
  it.each([
    ['GET', '/task/none/form', 400, 'RestException'],
    ['GET', '/task/none/form-variables', 400, bad],
    ['GET', '/task/none/deployed-form', 400, wrong],
    ['GET', '/process-definition/none/startForm', 400, wrong],
    ['GET', '/process-definition/none/form-variables', 400, 'NotFoundException'],
    ['GET', '/process-definition/none/rendered-form', 400, 'NotFoundException'],
    ['GET', '/process-definition/none/diagram', 400, 'NotFoundException'],
    ['GET', '/decision-definition/none/diagram', 400, 'NotFoundException'],
    ['GET', '/process-instance/none/comment', 404, wrong],
    ['DELETE', '/process-instance/none/comment', 404, wrong],
    ['DELETE', '/process-instance/none/comment/none', 404, wrong],
  ] as const)('%s %s: %i %s', async (method, path, status, type) => {
    const answer = await rest.send(method, path)
    expect([answer.status, answer.body.type]).toEqual([status, type])
  })

  it('suspends nothing, and has no statistics', async () => {
    for (const path of ['/process-definition/none/suspended', '/process-instance/none/suspended'])
      expect((await rest.put(path, { suspended: true })).status).toBe(204)
    expect((await rest.get('/process-definition/none/statistics')).body).toEqual([])
  })

  it('is no parent task', async () => {
    const { status, body } = await rest.post('/task/create', { id: 'orphan', parentTaskId: 'none' })
    expect([status, body.type]).toEqual([400, wrong])
    expect((await rest.get('/task/orphan')).status).toBe(404)
  })
})

describe('a change of many suspensions', () => {
  it.each([
    ['/job/suspended', { processInstanceId: unknownId, processDefinitionKey: 'a' }],
    ['/job/suspended', { jobId: unknownId }],
    ['/job-definition/suspended', { processDefinitionId: unknownId, processDefinitionKey: 'a' }],
    ['/process-instance/suspended', { processDefinitionId: unknownId, processDefinitionKey: 'a' }],
    ['/process-instance/suspended', { processDefinitionKey: 'a', processInstanceIds: [unknownId] }],
    ['/process-instance/suspended', {}],
  ])('%s names its objects in one way: %o', async (path, body) => {
    const answer = await rest.put(path, { ...body, suspended: true })
    expect([answer.status, answer.body.type]).toEqual([400, wrong])
  })

  it('finds instances by a historic query, and refuses a group of none', async () => {
    await rest.deploy({ 'many.bpmn': sequence('many', { t: '<userTask id="t"/>' }) })
    const { body } = await rest.post('/process-definition/key/many/start')
    const by = (key: string) => ({ suspended: true, historicProcessInstanceQuery: { processDefinitionKey: key } })
    expect((await rest.put('/process-instance/suspended', by('many'))).status).toBe(204)
    expect((await rest.get(`/process-instance/${body.id}`)).body.suspended).toBe(true)
    expect((await rest.put('/process-instance/suspended', by('none'))).body.type).toBe(bad)
  })
})
