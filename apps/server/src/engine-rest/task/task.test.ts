import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
await rest.deploy({
  'review.bpmn': sequence('review', {
    check: `<userTask id="check" name="Check it" camunda:candidateUsers="ben" camunda:candidateGroups="clerks,bosses" camunda:priority="70"/>`,
    approve: '<userTask id="approve" name="Approve it" camunda:assignee="ada"/>',
  }),
  'guarded.bpmn': sequence(
    'guarded',
    { t: '<userTask id="t"/>' },
    `<boundaryEvent id="b" attachedToRef="t"><errorEventDefinition errorRef="failed"/></boundaryEvent><userTask id="mend"/><sequenceFlow id="m" sourceRef="b" targetRef="mend"/>
     <boundaryEvent id="e" attachedToRef="t" cancelActivity="false"><escalationEventDefinition/></boundaryEvent><userTask id="help"/><sequenceFlow id="h" sourceRef="e" targetRef="help"/>`,
  ),
  'form.bpmn': sequence('form', {
    fill: `<userTask id="fill" camunda:formKey="embedded:app:fill.html"><extensionElements><camunda:formData><camunda:formField id="amount" type="long"/><camunda:formField id="must" type="string"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField></camunda:formData></extensionElements></userTask>`,
  }),
})

/** A new instance and its only task. */
async function begin(key: string, body: object = {}): Promise<{ instanceId: string; task: Json }> {
  const { body: instance } = await rest.post(`/process-definition/key/${key}/start`, body)
  const { body: tasks } = await rest.get('/task', { processInstanceId: instance.id })
  return { instanceId: instance.id, task: tasks[0] }
}
const open = async (processInstanceId: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId })).body.map((one: Json) => one.taskDefinitionKey).sort()

describe('a task', () => {
  it('is found by its people, words and variables', async () => {
    const { instanceId, task } = await begin('review', {
      variables: { amount: { value: 5, type: 'Integer' } },
      businessKey: 'r1',
    })
    expect((await rest.get(`/task/${task.id}`)).body).toMatchObject({
      id: task.id,
      name: 'Check it',
      taskDefinitionKey: 'check',
      priority: 70,
      assignee: null,
      processInstanceId: instanceId,
      suspended: false,
    })
    const found = async (query: object) =>
      (await rest.post('/task', { processInstanceId: instanceId, ...query })).body.length
    const queries: [object, number][] = [
      [{ candidateUser: 'ben' }, 1],
      [{ candidateUser: 'cem' }, 0],
      [{ candidateGroup: 'bosses' }, 1],
      [{ candidateGroups: ['clerks', 'none'] }, 1],
      [{ withoutCandidateUsers: true }, 0],
      [{ unassigned: true, nameLike: 'check%' }, 1],
      [{ minPriority: 71 }, 0],
      [{ taskDefinitionKeyIn: ['check'] }, 1],
      [{ processInstanceBusinessKey: 'r1' }, 1],
      [{ processVariables: [{ name: 'amount', operator: 'gt', value: 4 }] }, 1],
      [{ processVariables: [{ name: 'amount', operator: 'eq', value: 4 }] }, 0],
      [{ orQueries: [{ candidateUser: 'cem', name: 'Check it' }] }, 1],
      [{ createdAfter: '2099-01-01T00:00:00.000+0000' }, 0],
    ]
    for (const [query, count] of queries) expect([query, await found(query)]).toEqual([query, count])
    expect((await rest.get('/task/count', { processInstanceId: instanceId })).body).toEqual({ count: 1 })
    expect((await stranger.get(`/task/${task.id}`)).status).toBe(404)
    expect((await stranger.get('/task')).body).toEqual([])
  })

  it('is claimed by one, and given back', async () => {
    const { task } = await begin('review')
    const claim = (userId: string, who = rest) => who.post(`/task/${task.id}/claim`, { userId })
    expect((await claim('ben', stranger)).status).toBe(404)
    expect((await claim('ben')).status).toBe(204)
    const second = await claim('cem')
    expect([second.status, second.body.type]).toEqual([400, 'TaskAlreadyClaimedException'])
    expect((await rest.get(`/task/${task.id}`)).body.assignee).toBe('ben')
    expect((await rest.post(`/task/${task.id}/unclaim`)).status).toBe(204)
    expect((await rest.get(`/task/${task.id}`)).body.assignee).toBeNull()
    expect((await rest.post(`/task/${unknownId}/claim`, { userId: 'ben' })).status).toBe(404)
  })

  it('is completed with variables, once', async () => {
    const { instanceId, task } = await begin('review')
    const complete = (body: object, who = rest) => who.post(`/task/${task.id}/complete`, body)
    expect((await complete({ variables: { n: { value: 'x', type: 'Integer' } } })).status).toBe(400)
    expect((await complete({}, stranger)).status).toBe(404)
    expect(await open(instanceId)).toEqual(['check'])
    const { status, body } = await complete({
      variables: { ok: { value: true, type: 'Boolean' } },
      withVariablesInReturn: true,
    })
    expect([status, body.ok]).toEqual([200, { type: 'Boolean', value: true, valueInfo: {} }])
    expect(await open(instanceId)).toEqual(['approve'])
    expect((await complete({})).status).toBe(404)
    const [history] = (await rest.get('/history/task', { taskId: task.id })).body
    expect(history).toMatchObject({
      deleteReason: 'completed',
      taskDefinitionKey: 'check',
      endTime: expect.any(String),
    })
  })

  it('is delegated, resolved, given to others and edited', async () => {
    const { task } = await begin('review')
    const now = async () => (await rest.get(`/task/${task.id}`)).body
    await rest.post(`/task/${task.id}/assignee`, { userId: 'ben' })
    await rest.post(`/task/${task.id}/delegate`, { userId: 'cem' })
    expect(await now()).toMatchObject({ assignee: 'cem', owner: 'ben', delegationState: 'PENDING' })
    await rest.post(`/task/${task.id}/resolve`, { variables: { done: { value: 1 } } })
    expect(await now()).toMatchObject({ assignee: 'ben', delegationState: 'RESOLVED' })
    expect(
      (await rest.put(`/task/${task.id}`, { name: 'New', priority: 10, due: '2030-02-01T10:00:00.000+0000' })).status,
    ).toBe(204)
    expect(await now()).toMatchObject({
      name: 'New',
      priority: 10,
      due: expect.stringContaining('2030-02-01'),
      assignee: null,
    })
    expect((await rest.put(`/task/${task.id}`, { due: 'soon' })).status).toBe(400)
    for (const what of ['assignee', 'delegate', 'resolve', 'unclaim'])
      expect([what, (await stranger.post(`/task/${task.id}/${what}`, { userId: 'eve' })).status]).toEqual([
        what,
        expect.toBeOneOf([400, 404]),
      ])
    expect((await stranger.put(`/task/${task.id}`, { name: 'theirs' })).status).toBe(404)
    expect((await now()).name).toBe('New')
  })

  it('has people and groups added and taken away', async () => {
    const { task } = await begin('review')
    const links = async (query = {}) =>
      (await rest.get(`/task/${task.id}/identity-links`, query)).body
        .map((one: Json) => [one.userId ?? one.groupId, one.type])
        .sort()
    expect(await links()).toEqual([
      ['ben', 'candidate'],
      ['bosses', 'candidate'],
      ['clerks', 'candidate'],
    ])
    await rest.post(`/task/${task.id}/identity-links`, { userId: 'cem', type: 'candidate' })
    await rest.post(`/task/${task.id}/identity-links/delete`, { groupId: 'bosses', type: 'candidate' })
    expect(await links({ type: 'candidate' })).toEqual([
      ['ben', 'candidate'],
      ['cem', 'candidate'],
      ['clerks', 'candidate'],
    ])
    expect((await rest.post(`/task/${task.id}/identity-links`, { type: 'candidate' })).status).toBe(400)
    expect((await stranger.post(`/task/${task.id}/identity-links`, { userId: 'eve', type: 'candidate' })).status).toBe(
      404,
    )
  })

  it('has variables of its own beside those of its process', async () => {
    const { instanceId, task } = await begin('review', { variables: { outer: { value: 1 } } })
    await rest.put(`/task/${task.id}/localVariables/inner`, { value: 'x', type: 'String' })
    expect(Object.keys((await rest.get(`/task/${task.id}/variables`)).body).sort()).toEqual(['inner', 'outer'])
    expect(Object.keys((await rest.get(`/task/${task.id}/localVariables`)).body)).toEqual(['inner'])
    expect((await rest.get(`/process-instance/${instanceId}/variables/inner`)).status).toBe(404)
    expect((await stranger.get(`/task/${task.id}/variables`)).status).toBeGreaterThanOrEqual(400)
    await rest.delete(`/task/${task.id}/localVariables/inner`)
    expect((await rest.get(`/task/${task.id}/localVariables`)).body).toEqual({})
  })

  it('raises errors and escalations', async () => {
    const { instanceId, task } = await begin('guarded')
    const raise = (what: string, body: object, who = rest) => who.post(`/task/${task.id}/${what}`, body)
    expect((await raise('bpmnError', {})).status).toBe(400)
    expect((await raise('bpmnEscalation', {})).status).toBe(400)
    expect((await raise('bpmnError', { errorCode: 'failed' }, stranger)).status).toBe(404)
    expect((await raise('bpmnEscalation', { escalationCode: 'up' })).status).toBe(204)
    expect(await open(instanceId)).toEqual(['help', 't'])
    expect((await raise('bpmnError', { errorCode: 'failed', variables: { why: { value: 'broken' } } })).status).toBe(
      204,
    )
    expect(await open(instanceId)).toEqual(['help', 'mend'])
    expect((await rest.get(`/process-instance/${instanceId}/variables/why`)).body.value).toBe('broken')
  })

  it('has a form, which is not taken without what it asks for', async () => {
    const { instanceId, task } = await begin('form', { variables: { amount: { value: 4, type: 'Long' } } })
    expect((await rest.get(`/task/${task.id}/form`)).body.key).toBe('embedded:app:fill.html')
    expect((await rest.get(`/task/${task.id}/form-variables`)).body).toMatchObject({
      amount: { value: 4, type: 'Long' },
      must: { value: null },
    })
    const submit = (variables: object, who = rest) => who.post(`/task/${task.id}/submit-form`, { variables })
    expect((await submit({})).status).toBeGreaterThanOrEqual(400)
    expect((await submit({ must: { value: 'yes' } }, stranger)).status).toBe(404)
    expect(await open(instanceId)).toEqual(['fill'])
    expect((await submit({ must: { value: 'yes' }, amount: { value: 9 } })).status).toBe(204)
    expect(await open(instanceId)).toEqual([])
    for (const way of ['form', 'form-variables'])
      expect((await rest.get(`/task/${unknownId}/${way}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('has comments and attachments', async () => {
    const { instanceId, task } = await begin('review')
    const { body: comment } = await rest.post(`/task/${task.id}/comment/create`, { message: 'look here' })
    expect(comment).toMatchObject({ message: 'look here', taskId: task.id })
    expect((await rest.get(`/task/${task.id}/comment`)).body).toMatchObject([{ id: comment.id }])
    expect((await stranger.post(`/task/${task.id}/comment/create`, { message: 'theirs' })).status).toBe(400)
    expect((await stranger.get(`/task/${task.id}/comment/${comment.id}`)).status).toBe(404)
    // As in Camunda: a comment cannot be made about nothing, and is not found where there is nothing.
    const missing = { type: 'InvalidRequestException', message: `No task found for task id ${unknownId}` }
    expect(await rest.post(`/task/${unknownId}/comment/create`, { message: 'x' })).toMatchObject({
      status: 400,
      body: missing,
    })
    const change = { id: comment.id, message: 'look there' }
    for (const body of [change, {}])
      expect(await rest.put(`/task/${unknownId}/comment`, body)).toMatchObject({ status: 404, body: missing })
    expect((await stranger.put(`/task/${task.id}/comment`, change)).status).toBe(404)
    expect(await rest.put(`/task/${task.id}/comment`, { ...change, id: unknownId })).toMatchObject({
      status: 400,
      body: {
        message: `No comment exists with commentId: ${unknownId} and taskId: ${task.id}: comment is null`,
      },
    })
    expect((await rest.put(`/task/${task.id}/comment`, change)).status).toBe(204)
    expect((await rest.get(`/task/${task.id}/comment/${comment.id}`)).body).toMatchObject({ message: 'look there' })
    expect((await rest.get(`/process-instance/${instanceId}/comment`)).status).toBe(200)
    expect((await rest.get(`/task/${task.id}/attachment`)).body).toEqual([])
  })

  it('without a process is created, found, completed and deleted', async () => {
    expect((await rest.post('/task/create', { name: 'Call back', assignee: 'ada' })).status).toBe(204)
    const [task] = (await rest.get('/task', { name: 'call back' })).body
    expect(task).toMatchObject({ name: 'Call back', assignee: 'ada', processInstanceId: null })
    expect((await rest.post(`/task/${task.id}/complete`)).status).toBe(204)
    expect((await rest.get('/task', { name: 'call back' })).body).toEqual([])
    const { task: bound } = await begin('review')
    expect((await rest.delete(`/task/${bound.id}`)).status).toBeGreaterThanOrEqual(400)
  })
})
