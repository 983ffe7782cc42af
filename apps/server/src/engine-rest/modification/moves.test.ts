import { describe, expect, it } from 'vitest'
import { bpmn, path, unknownId } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest, stranger, admin } = await createRestTest()

const tasks = (...ids: string[]) => ids.map((id) => `<userTask id="${id}"/>`).join('')
const boxed = (inner: string, name = '') =>
  bpmn(
    'boxed',
    `<startEvent id="start"/>${tasks('begin')}<subProcess id="box"${name}><startEvent id="in"/>${tasks(inner, 'inner2')}${path('in', inner, 'inner2')}</subProcess>${tasks('last')}${path('start', 'begin', 'box', 'last')}`,
  )

const start = async (body: object = {}): Promise<{ id: string; definitionId: string }> => {
  const answer = await rest.post('/process-definition/key/boxed/start', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const openTasks = async (processInstanceId: string): Promise<string[]> => {
  const { body } = await rest.get('/task', { processInstanceId })
  return body.map(({ taskDefinitionKey }: { taskDefinitionKey: string }) => taskDefinitionKey).toSorted()
}
await rest.deploy({ 'boxed.bpmn': boxed('inner') })

describe('a modification', () => {
  it('starts and cancels, with variables, and history reports it', async () => {
    const { id } = await start()
    const instructions = [
      {
        type: 'startBeforeActivity',
        activityId: 'inner',
        variables: { own: { value: 1, local: true }, all: { value: 2 } },
      },
      { type: 'cancel', activityId: 'begin' },
    ]
    expect(
      (await rest.post(`/process-instance/${id}/modification`, { instructions, annotation: 'stuck' })).status,
    ).toBe(204)
    expect(await openTasks(id)).toEqual(['inner'])
    expect((await rest.get(`/process-instance/${id}/variables`)).body).toMatchObject({ all: { value: 2 } })
    const { body: past } = await rest.get('/history/activity-instance', { processInstanceId: id, canceled: 'true' })
    expect(past).toMatchObject([{ activityId: 'begin' }])
  })

  it.each([
    [{ type: 'startBeforeActivity' }, 'InvalidRequestException', "'activityId' must be set"],
    [{ type: 'startTransition' }, 'InvalidRequestException', "'transitionId' must be set"],
    [{ type: 'cancel' }, 'InvalidRequestException', 'exactly one'],
    [{ type: 'startBeforeActivity', activityId: 'none' }, 'NotValidException', "Start before activity 'none'"],
    [{ type: 'cancel', activityInstanceId: 'none' }, 'NotValidException', "Cancel activity instance 'none'"],
  ])('that cannot be is refused and changes nothing: %j', async (one, type, text) => {
    const { id } = await start()
    const instructions = [{ type: 'startBeforeActivity', activityId: 'last' }, one]
    const answer = await rest.post(`/process-instance/${id}/modification`, { instructions })
    expect(answer).toMatchObject({ status: 400, body: { type, message: expect.stringContaining(text) } })
    expect(await openTasks(id)).toEqual(['begin'])
  })

  it('of several is done to all or none', async () => {
    const [one, two] = [await start(), await start()]
    const body = {
      processDefinitionId: one.definitionId,
      processInstanceIds: [one.id, two.id],
      instructions: [{ type: 'startBeforeActivity', activityId: 'last' }],
    }
    const missing = { ...body, processInstanceIds: [one.id, unknownId] }
    expect((await rest.post('/modification/execute', missing)).status).toBe(400)
    expect(await openTasks(one.id)).toEqual(['begin'])
    expect((await rest.post('/modification/execute', body)).status).toBe(204)
    expect([await openTasks(one.id), await openTasks(two.id)]).toEqual([
      ['begin', 'last'],
      ['begin', 'last'],
    ])
  })

  it('of several is done by the jobs of a batch, each by itself', async () => {
    const [one, two] = [await start(), await start()]
    const { status, body: batch } = await rest.post('/modification/executeAsync', {
      processDefinitionId: one.definitionId,
      processInstanceIds: [one.id, two.id],
      instructions: [{ type: 'startBeforeActivity', activityId: 'last', variables: { n: { value: 7, type: 'Long' } } }],
    })
    expect([status, batch.type, batch.totalJobs]).toEqual([200, 'instance-modification', 2])
    const jobsOf = async (jobDefinitionId: string): Promise<{ id: string; processInstanceId: string | null }[]> =>
      (await rest.get('/job', { jobDefinitionId })).body
    for (const job of await jobsOf(batch.seedJobDefinitionId)) await rest.post(`/job/${job.id}/execute`, {})
    const jobs = await jobsOf(batch.batchJobDefinitionId)
    expect(jobs).toMatchObject([{ processInstanceId: null }, { processInstanceId: null }])
    expect(await openTasks(one.id)).toEqual(['begin'])
    for (const job of jobs) expect((await rest.post(`/job/${job.id}/execute`, {})).status).toBe(204)
    for (const { id } of [one, two]) {
      expect(await openTasks(id)).toEqual(['begin', 'last'])
      expect((await rest.get(`/process-instance/${id}/variables`)).body).toMatchObject({
        n: { type: 'Long', value: 7 },
      })
    }
  })

  it('is for nobody of another workplace', async () => {
    const { id } = await start()
    const instructions = [{ type: 'startBeforeActivity', activityId: 'last' }]
    expect((await stranger.post(`/process-instance/${id}/modification`, { instructions })).status).toBe(404)
  })
})

it('a start may begin elsewhere', async () => {
  const { id } = await start({ startInstructions: [{ type: 'startBeforeActivity', activityId: 'inner2' }] })
  expect(await openTasks(id)).toEqual(['inner2'])
})

describe('a restart', () => {
  const ended = async () => {
    const { id, definitionId } = await start({ businessKey: 'k', variables: { n: { value: 1 }, same: { value: 'x' } } })
    await rest.put(`/process-instance/${id}/variables/n`, { value: 2 })
    await rest.delete(`/process-instance/${id}`)
    return { id, definitionId }
  }
  const restarted = async (id: string) => {
    const { body } = await rest.get('/history/process-instance', { unfinished: 'true' })
    return body.find((one: { restartedProcessInstanceId: string | null }) => one.restartedProcessInstanceId === id)
  }
  const instructions = [{ type: 'startBeforeActivity', activityId: 'last' }]

  it('of a suspended version is refused, and starts nothing', async () => {
    const { id, definitionId } = await ended()
    await rest.put(`/process-definition/${definitionId}/suspended`, { suspended: true })
    const answer = await rest.post(`/process-definition/${definitionId}/restart`, {
      processInstanceIds: [id],
      instructions,
    })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('suspended') } })
    expect(await restarted(id)).toBeUndefined()
    await rest.put(`/process-definition/${definitionId}/suspended`, { suspended: false })
  })

  it.each([
    [{}, 2, 'k'],
    [{ initialVariables: true, withoutBusinessKey: true }, 1, null],
  ])('begins with the variables and the key of the instance: %j', async (options, n, businessKey) => {
    const { id, definitionId } = await ended()
    const body = { processInstanceIds: [id], instructions, ...options }
    expect((await rest.post(`/process-definition/${definitionId}/restart`, body)).status).toBe(204)
    const again = await restarted(id)
    expect(again).toMatchObject({ businessKey })
    expect(await openTasks(again.id)).toEqual(['last'])
    expect((await rest.get(`/process-instance/${again.id}/variables`)).body).toMatchObject({
      n: { value: n },
      same: { value: 'x' },
    })
  })
})

it('a migration moves instances to another version, or says why not', async () => {
  const { id, definitionId } = await start()
  await rest.post(`/process-instance/${id}/modification`, {
    instructions: [
      { type: 'startBeforeActivity', activityId: 'inner' },
      { type: 'cancel', activityId: 'begin' },
    ],
  })
  await rest.deploy({ 'boxed.bpmn': boxed('innermost') })
  const { body: next } = await rest.get('/process-definition/key/boxed')
  const versions = { sourceProcessDefinitionId: definitionId, targetProcessDefinitionId: next.id }
  const { body: plan } = await rest.post('/migration/generate', versions)
  expect(plan.instructions.flatMap((one: { sourceActivityIds: string[] }) => one.sourceActivityIds).toSorted()).toEqual(
    ['begin', 'box', 'inner2', 'last'],
  )
  const refused = await rest.post('/migration/execute', { migrationPlan: plan, processInstanceIds: [id] })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      type: 'MigratingProcessInstanceValidationException',
      validationReport: { activityInstanceValidationReports: [{ sourceScopeId: 'inner' }] },
    },
  })
  const wrong = { ...plan, instructions: [{ sourceActivityIds: ['inner'], targetActivityIds: ['none'] }] }
  expect((await rest.post('/migration/validate', wrong)).body.instructionReports).toMatchObject([
    { failures: ["Target activity 'none' does not exist"] },
  ])
  const instructions = [...plan.instructions, { sourceActivityIds: ['inner'], targetActivityIds: ['innermost'] }]
  const migration = { migrationPlan: { ...plan, instructions }, processInstanceIds: [id] }
  expect((await rest.post('/migration/execute', migration)).status).toBe(204)
  expect(await openTasks(id)).toEqual(['innermost'])
  expect((await rest.get(`/process-instance/${id}`)).body.definitionId).toBe(next.id)
  const ofVersion = async (version: string) => {
    const asked = { processDefinitionId: version, sortBy: 'startTime', sortOrder: 'asc' }
    const { body } = await rest.get('/history/process-instance', asked)
    return body.map((one: { id: string }) => one.id)
  }
  expect(await ofVersion(next.id)).toContain(id)
  expect(await ofVersion(definitionId)).not.toContain(id)
  const [task] = (await rest.get('/task', { processInstanceId: id })).body
  await rest.post(`/task/${task.id}/complete`, {})
  expect(await openTasks(id)).toEqual(['inner2'])
})

it('a migration to another process lists its tasks there', async () => {
  const offered = (key: string) =>
    bpmn(
      key,
      `<startEvent id="start"/><userTask id="${key}-task" camunda:candidateGroups="clerks" camunda:candidateUsers="ann"/>${path('start', `${key}-task`)}`,
    )
  await rest.deploy({ 'from.bpmn': offered('from'), 'onto.bpmn': offered('onto') })
  const { body: started } = await rest.post('/process-definition/key/from/start', {})
  const { body: onto } = await rest.get('/process-definition/key/onto')
  const listed = async () => {
    const { rows } = await admin.query(
      'select reader, process_key, process_name, name_key from task_listing where instance_id = $1 order by reader',
      [started.id],
    )
    return rows
  }
  const listedAs = (key: string) =>
    ['g:clerks', 'u:ann'].map((reader) => ({
      reader,
      process_key: key,
      process_name: `${key} process`,
      name_key: `${key}-task`,
    }))
  expect(await listed()).toEqual(listedAs('from'))
  const migrationPlan = {
    ...{ sourceProcessDefinitionId: started.definitionId, targetProcessDefinitionId: onto.id },
    instructions: [{ sourceActivityIds: ['from-task'], targetActivityIds: ['onto-task'] }],
  }
  const migration = { migrationPlan, processInstanceIds: [started.id] }
  expect((await rest.post('/migration/execute', migration)).status).toBe(204)
  expect(await listed()).toEqual(listedAs('onto'))
})
