import { describe, expect, it } from 'vitest'
import { bpmn, sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, plain, stranger, admin } = await createRestTest()
await rest.deploy({ 'work.bpmn': sequence('work', { t: '<userTask id="t" name="Do it"/>' }) })

async function begin(): Promise<{ processInstanceId: string; taskId: string }> {
  const { body: instance } = await rest.post('/process-definition/key/work/start', {})
  const { body: tasks } = await rest.get('/task', { processInstanceId: instance.id })
  return { processInstanceId: instance.id, taskId: tasks[0].id }
}

const listed = async (query: Record<string, string>): Promise<Json[]> =>
  (await rest.get('/history/user-operation', { sortBy: 'timestamp', sortOrder: 'asc', ...query })).body
const summaryOf = (entries: Json[]) =>
  entries.map((one) => [one.operationType, one.entityType, one.property, one.orgValue, one.newValue].join(' ')).sort()

describe('a list of tasks', () => {
  it('has their variables for users who ask', async () => {
    const { taskId, processInstanceId } = await begin()
    await rest.put(`/process-instance/${processInstanceId}/variables/outer`, { value: 1 })
    await rest.put(`/process-instance/${processInstanceId}/variables/both`, { value: 'outside' })
    await rest.put(`/task/${taskId}/localVariables/both`, { value: 'inside' })
    const list = async (option: string) => (await rest.get('/task', { processInstanceId, [option]: 'true' })).body[0]
    const inside = { both: { type: 'String', value: 'inside', valueInfo: {} } }
    expect((await list('withTaskLocalVariablesInReturn')).variables).toEqual(inside)
    expect((await list('withTaskVariablesInReturn')).variables).toEqual({
      ...inside,
      outer: { type: 'Integer', value: 1, valueInfo: {} },
    })
    expect(await list('none')).not.toHaveProperty('variables')
  })

  it('has a megabyte of values of each task, by their names', async () => {
    const { processInstanceId } = await begin()
    const names = Array.from({ length: 20 }, (_, index) => `v${String(index).padStart(2, '0')}`)
    const modifications = Object.fromEntries(names.map((name) => [name, { value: 'x'.repeat(60_000) }]))
    await rest.post(`/process-instance/${processInstanceId}/variables`, { modifications })
    const [task] = (await rest.get('/task', { processInstanceId, withTaskVariablesInReturn: 'true' })).body
    const lengths = names.map((name) => task.variables[name].value?.length ?? null)
    expect(lengths).toEqual(names.map((_, index) => (index < 16 ? 60_000 : null)))
  })

  it('has the variables of more tasks than are read together', async () => {
    const variables = { n: { value: 1 } }
    const ids: string[] = []
    for (let count = 0; count < 52; count++) ids.push((await begin()).processInstanceId)
    for (const id of ids) await rest.post(`/process-instance/${id}/variables`, { modifications: variables })
    const query = { processInstanceIdIn: ids, sorting: [{ sortBy: 'created', sortOrder: 'asc' }] }
    for (const maxResults of ['50', '51', '100']) {
      const { body } = await rest.post(`/task?maxResults=${maxResults}&withTaskVariablesInReturn=true`, query)
      expect(body).toHaveLength(Math.min(Number(maxResults), 52))
      expect(new Set(body.map((task: Json) => task.variables.n.value))).toEqual(new Set([1]))
    }
  })
})

describe('the log of user operations', () => {
  it('says what was made of a task, with what was there before', async () => {
    const { taskId, processInstanceId } = await begin()
    await rest.post(`/task/${taskId}/claim`, { userId: 'ben' })
    await rest.post(`/task/${taskId}/delegate`, { userId: 'cem' })
    await rest.post(`/task/${taskId}/resolve`)
    await rest.put(`/task/${taskId}`, {
      name: 'New',
      priority: 77,
      due: '2040-01-01T00:00:00.000+0000',
      assignee: 'ben',
      owner: 'ben',
    })
    await rest.post(`/task/${taskId}/identity-links`, { userId: 'dora', type: 'candidate' })
    await rest.post(`/task/${taskId}/identity-links`, { groupId: 'clerks', type: 'watcher' })
    await rest.put(`/task/${taskId}/variables/v`, { value: 1 })
    await rest.delete(`/task/${taskId}/variables/v`)
    await rest.post(`/task/${taskId}/complete`)
    const entries = await listed({ taskId })
    expect(summaryOf(entries)).toEqual([
      'AddGroupLink IdentityLink watcher  clerks',
      'AddUserLink IdentityLink candidate  dora',
      'Claim Task assignee  ben',
      'Complete Task delete false true',
      'Delegate Task assignee ben cem',
      'Delegate Task delegation  PENDING',
      'Delegate Task owner  ben',
      'RemoveVariable Variable   ',
      'Resolve Task assignee cem ben',
      'Resolve Task delegation PENDING RESOLVED',
      'SetVariable Variable   ',
      'Update Task delegation RESOLVED ',
      'Update Task dueDate  2208988800000',
      'Update Task name Do it New',
      'Update Task priority 50 77',
    ])
    expect(entries.every((one) => one.userId === 'ada' && one.category === 'TaskWorker')).toBe(true)
    expect(
      entries.every((one) => one.processInstanceId === processInstanceId && one.processDefinitionKey === 'work'),
    ).toBe(true)
    expect((await rest.get('/history/user-operation/count', { taskId })).body).toEqual({ count: entries.length })
  })

  it('says what was done to an instance, and who began and ended it', async () => {
    const { processInstanceId } = await begin()
    await rest.put(`/process-instance/${processInstanceId}/suspended`, { suspended: true })
    await rest.put(`/process-instance/${processInstanceId}/suspended`, { suspended: false })
    await rest.post(`/process-instance/${processInstanceId}/variables`, {
      modifications: { a: { value: 1 } },
      deletions: ['b'],
    })
    await rest.delete(`/process-instance/${processInstanceId}`)
    expect(summaryOf(await listed({ processInstanceId }))).toEqual([
      'Activate ProcessInstance suspensionState  active',
      'Create ProcessInstance   ',
      'Delete ProcessInstance   ',
      'ModifyVariable Variable   ',
      'Suspend ProcessInstance suspensionState  suspended',
    ])
    expect(await listed({ processInstanceId, category: 'TaskWorker' })).toEqual([])
    expect(await listed({ processInstanceId, entityTypeIn: 'Variable,Task' })).toHaveLength(1)
    expect((await stranger.get('/history/user-operation', { processInstanceId })).body).toEqual([])
    expect((await plain.get('/history/user-operation')).status).toBe(403)
    // It is history, and goes with it, with its notes.
    for (const { operationId } of await listed({ processInstanceId }))
      await rest.put(`/history/user-operation/${operationId}/set-annotation`, { annotation: 'personal' })
    const notes = async () =>
      (await admin.query(`select from operation_annotation where annotation = 'personal'`)).rowCount
    expect(await notes()).toBeGreaterThan(0)
    await rest.delete(`/history/process-instance/${processInstanceId}`)
    expect(await listed({ processInstanceId })).toEqual([])
    expect(await notes()).toBe(0)
  })

  it('takes notes about an operation, for all of its entries', async () => {
    const { taskId } = await begin()
    await rest.put(`/task/${taskId}`, { name: 'Noted', priority: 1 })
    const [entry] = await listed({ taskId, property: 'name' })
    const path = `/history/user-operation/${entry.operationId}`
    const notes = async () => (await listed({ operationId: entry.operationId })).map(({ annotation }) => annotation)
    expect((await rest.put(`${path}/set-annotation`, { annotation: 'because' })).status).toBe(204)
    expect(await notes()).toEqual(['because', 'because'])
    expect((await stranger.put(`${path}/set-annotation`, { annotation: 'theirs' })).status).toBe(400)
    expect((await rest.put(`${path}/clear-annotation`)).status).toBe(204)
    expect(await notes()).toEqual([null, null])
    expect(await rest.put(`/history/user-operation/${unknownId}/set-annotation`, { annotation: 'x' })).toMatchObject({
      status: 400,
      body: { type: 'BadUserRequestException', message: 'operation is null' },
    })
  })

  it('has changes of definitions, job definitions and jobs', async () => {
    const later = sequence('later', { t: '<userTask id="t" camunda:asyncBefore="true"/>' })
    const daily = bpmn(
      'daily',
      `<startEvent id="s"><timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition></startEvent>`,
    )
    const deployment = (await rest.deploy({ 'later.bpmn': later, 'daily.bpmn': daily })).body
    const { body: instance } = await rest.post('/process-definition/key/later/start', {})
    const [definition] = (await rest.get('/process-definition', { key: 'later' })).body
    const [place] = (await rest.get('/job-definition', { processDefinitionKey: 'later' })).body
    const [job] = (await rest.get('/job', { processInstanceId: instance.id })).body
    const done = async (call: Promise<{ status: number }>) => expect((await call).status).toBe(204)
    await done(rest.put(`/process-definition/${definition.id}/suspended`, { suspended: true }))
    await done(rest.put('/process-definition/suspended', { processDefinitionKey: 'later', suspended: false }))
    await done(rest.put(`/job-definition/${place.id}/suspended`, { suspended: true, includeJobs: true }))
    await done(rest.put('/job-definition/suspended', { processDefinitionId: definition.id, suspended: false }))
    await done(rest.put(`/job-definition/${place.id}/jobPriority`, { priority: 7 }))
    await done(rest.put(`/job-definition/${place.id}/jobPriority`, { priority: 8, includeJobs: true }))
    await done(rest.put('/job/suspended', { processDefinitionKey: 'later', suspended: false }))
    await done(rest.put(`/job/${job.id}/suspended`, { suspended: true }))
    await done(rest.put(`/job/${job.id}/priority`, { priority: 9 }))
    await done(rest.put(`/job/${job.id}/duedate`, { duedate: '2040-01-01T00:00:00.000+0000' }))
    await done(rest.post(`/job/${job.id}/execute`))
    const [timer] = (await rest.get('/job', { processDefinitionKey: 'daily' })).body
    await done(rest.delete(`/job/${timer.id}`))
    expect(summaryOf(await listed({ processDefinitionKey: 'daily' }))).toEqual(['Delete Job   '])
    const entries = (await listed({ processDefinitionKey: 'later' })).filter(
      ({ operationType }) => operationType !== 'Create',
    )
    expect(summaryOf(entries)).toEqual(
      [
        'SuspendProcessDefinition ProcessDefinition suspensionState  suspended',
        'ActivateProcessDefinition ProcessDefinition suspensionState  active',
        'SuspendJobDefinition JobDefinition suspensionState  suspended',
        'ActivateJobDefinition JobDefinition suspensionState  active',
        'SetPriority JobDefinition overridingPriority  7',
        'SetPriority JobDefinition overridingPriority 7 8',
        'SetPriority Job priority  8',
        'ActivateJob Job suspensionState  active',
        'SuspendJob Job suspensionState  suspended',
        'SetPriority Job priority 8 9',
        'SetDueDate Job duedate  2208988800000',
        'Execute Job   ',
      ].sort(),
    )
    expect(entries.every((one) => one.userId === 'ada' && one.category === 'Operator')).toBe(true)
    const of = (type: string, property?: string) =>
      entries.find((one) => one.operationType === type && (property === undefined || one.property === property))
    expect(of('SuspendProcessDefinition')).toMatchObject({
      processDefinitionId: definition.id,
      deploymentId: deployment.id,
    })
    // By its key, all versions are meant.
    expect(of('ActivateProcessDefinition')).toMatchObject({ processDefinitionId: null, deploymentId: null })
    expect(of('SuspendJobDefinition')).toMatchObject({ jobDefinitionId: place.id, processDefinitionId: definition.id })
    expect(of('SuspendJob')).toMatchObject({ jobId: job.id, jobDefinitionId: place.id, processInstanceId: instance.id })
    expect(await listed({ jobId: job.id })).toHaveLength(4)
    expect(await listed({ jobDefinitionId: place.id })).not.toEqual([])
  })

  it('has a planned suspension from when it was planned, and nothing when it is carried out', async () => {
    await rest.deploy({ 'planned.bpmn': sequence('planned', { t: '<userTask id="t" camunda:asyncBefore="true"/>' }) })
    const dated = { suspended: true, executionDate: '2091-05-01T08:00:00.000+0000' }
    const [definition] = (await rest.get('/process-definition', { key: 'planned' })).body
    const [place] = (await rest.get('/job-definition', { processDefinitionKey: 'planned' })).body
    await rest.put(`/process-definition/${definition.id}/suspended`, dated)
    await rest.put(`/job-definition/${place.id}/suspended`, dated)
    const entries = async () => summaryOf(await listed({ processDefinitionId: definition.id }))
    const planned = [
      'SuspendJobDefinition JobDefinition suspensionState  suspended',
      'SuspendProcessDefinition ProcessDefinition suspensionState  suspended',
    ]
    expect(await entries()).toEqual(planned)
    const { body: jobs } = await rest.get('/job', { timers: 'true', dueDates: 'gt_2091-05-01T07:00:00.000+0000' })
    expect(jobs).toHaveLength(2)
    for (const { id } of jobs) expect((await rest.post(`/job/${id}/execute`)).status).toBe(204)
    const executed = await listed({ jobId: jobs[0].id })
    expect(summaryOf(executed)).toEqual(['Execute Job   '])
    expect(executed).toMatchObject([{ processDefinitionId: null, rootProcessInstanceId: null }])
    expect((await rest.get(`/process-definition/${definition.id}`)).body.suspended).toBe(true)
    expect((await rest.get(`/job-definition/${place.id}`)).body.suspended).toBe(true)
    expect(await entries()).toEqual(planned)
  })
})
