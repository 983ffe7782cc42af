import { describe, expect, it } from 'vitest'
import { bpmn, path, sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
const task = (attributes: string, inside = '') => `<userTask id="t" ${attributes}>${inside}</userTask>`
const multiple =
  '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
const cycle =
  '<extensionElements><camunda:failedJobRetryTimeCycle>R5/PT1M</camunda:failedJobRetryTimeCycle></extensionElements>'
const files = {
  'later.bpmn': sequence('later', { t: task('camunda:asyncBefore="true" camunda:jobPriority="5"') }),
  'broken.bpmn': sequence('broken', {
    t: `<serviceTask id="t" camunda:asyncBefore="true" camunda:expression="\${missing}"/>`,
  }),
  'cycled.bpmn': sequence('cycled', { t: task('camunda:asyncBefore="true"', cycle) }),
  'each.bpmn': sequence('each', { t: task('camunda:asyncBefore="true" camunda:asyncAfter="true"', multiple) }),
  'timed.bpmn': sequence(
    'timed',
    { t: task('') },
    `<boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><timerEventDefinition><timeCycle>R2/PT1H</timeCycle></timerEventDefinition></boundaryEvent><userTask id="late"/><sequenceFlow id="l" sourceRef="b" targetRef="late"/>`,
  ),
  'reminded.bpmn': sequence('reminded', {
    t: task(
      '',
      `<extensionElements><camunda:taskListener event="timeout" id="r" expression="\${task.setVariable('reminded', true)}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></camunda:taskListener></extensionElements>`,
    ),
  }),
  'daily.bpmn': bpmn(
    'daily',
    `<startEvent id="s" camunda:jobPriority="9"><timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition></startEvent><userTask id="t"/>${path('s', 't')}`,
  ),
}
const deployed = await rest.deploy(files)
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (key: string): Promise<string> => (await rest.post(`/process-definition/key/${key}/start`)).body.id
const jobs = async (query: Record<string, string>): Promise<Json[]> => (await rest.get('/job', query)).body
const open = async (processInstanceId: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId })).body.map((one: Json) => one.taskDefinitionKey).sort()

describe('a job', () => {
  it('is found by its kind and where it is, and continues when it is executed', async () => {
    const id = await start('later')
    const [job] = await jobs({ processInstanceId: id })
    expect(job).toMatchObject({
      processInstanceId: id,
      retries: 3,
      priority: 5,
      suspended: false,
      dueDate: null,
      exceptionMessage: null,
    })
    expect(await jobs({ processInstanceId: id, messages: 'true' })).toHaveLength(1)
    expect(await jobs({ processInstanceId: id, timers: 'true' })).toEqual([])
    expect((await rest.get('/job', { messages: 'true', timers: 'true' })).status).toBe(400)
    expect((await rest.get('/job', { dueDates: 'at_2030' })).status).toBe(400)
    expect((await stranger.get(`/job/${job.id}`)).status).toBe(404)
    expect((await stranger.post(`/job/${job.id}/execute`)).status).toBe(404)
    expect((await rest.post(`/job/${unknownId}/execute`)).status).toBe(404)
    expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(204)
    expect([await open(id), await jobs({ processInstanceId: id })]).toEqual([['t'], []])
    expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(404)
    expect((await rest.get('/history/job-log', { jobId: job.id, successLog: 'true' })).body).toHaveLength(1)
  })

  it('that fails keeps its message, loses retries and ends in an incident', async () => {
    const id = await start('broken')
    const [job] = await jobs({ processInstanceId: id })
    for (const retries of [2, 1, 0]) {
      const { status, body } = await rest.post(`/job/${job.id}/execute`)
      expect([status, body.message]).toEqual([expect.toBeOneOf([404, 500]), expect.stringContaining('missing')])
      expect((await rest.get(`/job/${job.id}`)).body).toMatchObject({
        retries,
        exceptionMessage: expect.stringContaining('missing'),
        failedActivityId: 't',
      })
    }
    expect((await rest.get(`/job/${job.id}/stacktrace`)).body).toContain('missing')
    expect(await jobs({ processInstanceId: id, noRetriesLeft: 'true' })).toHaveLength(1)
    expect((await rest.get('/incident', { processInstanceId: id })).body).toMatchObject([
      { incidentType: 'failedJob', configuration: job.id },
    ])
    expect((await rest.put(`/job/${job.id}/retries`, { retries: -1 })).status).toBe(400)
    expect((await stranger.put(`/job/${job.id}/retries`, { retries: 2 })).status).toBe(404)
    expect((await rest.put(`/job/${job.id}/retries`, { retries: 2 })).status).toBe(204)
    expect((await rest.get('/incident', { processInstanceId: id })).body).toEqual([])
    await rest.put(`/process-instance/${id}/variables/missing`, { value: 1 })
    expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(204)
    expect((await rest.get(`/process-instance/${id}`)).status).toBe(404)
  })

  it('begins with the retries of its cycle', async () => {
    expect(await jobs({ processInstanceId: await start('cycled') })).toMatchObject([{ retries: 5 }])
  })

  it('of a timer fires by hand before its time', async () => {
    const id = await start('timed')
    const [timer] = await jobs({ processInstanceId: id, timers: 'true' })
    expect(timer.dueDate).toEqual(expect.any(String))
    expect(await jobs({ processInstanceId: id, executable: 'true' })).toEqual([])
    await rest.post(`/job/${timer.id}/execute`)
    expect(await open(id)).toEqual(['late', 't'])
    expect(await jobs({ processInstanceId: id, timers: 'true' })).toMatchObject([{ dueDate: timer.dueDate }])
  })

  it('of a timeout listener is a timer too', async () => {
    const id = await start('reminded')
    const [timer] = await jobs({ processInstanceId: id, timers: 'true' })
    expect((await rest.get(`/job-definition/${timer.jobDefinitionId}`)).body).toMatchObject({
      jobType: 'timer-task-listener',
      activityId: 't',
    })
    await rest.post(`/job/${timer.id}/execute`)
    expect((await rest.get(`/process-instance/${id}/variables/reminded`)).body.value).toBe(true)
    expect(await open(id)).toEqual(['t'])
  })

  it('of a start event has no instance, and creates one', async () => {
    const [timer] = await jobs({ processDefinitionKey: 'daily' })
    expect(timer).toMatchObject({ processInstanceId: null, priority: 9 })
    await rest.post(`/job/${timer.id}/execute`)
    expect((await rest.get('/process-instance', { processDefinitionKey: 'daily' })).body).toHaveLength(1)
    expect(await jobs({ processDefinitionKey: 'daily' })).toMatchObject([{ dueDate: timer.dueDate }])
  })

  it('belongs to the body or to the runs of a multi-instance activity', async () => {
    const id = await start('each')
    const [job] = await jobs({ processInstanceId: id })
    const tree = async () =>
      (await rest.get(`/process-instance/${id}/activity-instances`)).body.childTransitionInstances
    expect(await jobs({ processInstanceId: id, activityId: 't#multiInstanceBody' })).toHaveLength(1)
    expect(await tree()).toMatchObject([{ activityId: 't#multiInstanceBody' }])
    await rest.post(`/job/${job.id}/execute`)
    for (const { id: taskId } of (await rest.get('/task', { processInstanceId: id })).body)
      await rest.post(`/task/${taskId}/complete`)
    expect(await tree()).toMatchObject([{ activityId: 't#multiInstanceBody' }])
  })

  it('is suspended, made urgent and put off', async () => {
    const id = await start('later')
    const [job] = await jobs({ processInstanceId: id })
    const now = async () => (await rest.get(`/job/${job.id}`)).body
    expect((await rest.put(`/job/${job.id}/suspended`, { suspended: true })).status).toBe(204)
    expect((await now()).suspended).toBe(true)
    expect((await rest.put('/job/suspended', { processInstanceId: id, suspended: false })).status).toBe(204)
    expect((await now()).suspended).toBe(false)
    expect((await rest.put(`/job/${job.id}/priority`, { priority: 50 })).status).toBe(204)
    expect((await rest.put(`/job/${job.id}/priority`, {})).status).toBe(400)
    expect((await rest.put(`/job/${job.id}/duedate`, { duedate: '2099-01-01T00:00:00.000+0000' })).status).toBe(204)
    expect(await now()).toMatchObject({ priority: 50, dueDate: expect.stringContaining('2099-01-01') })
    // Suspending what is not there, or not here, is no fault, and does nothing.
    expect((await stranger.put(`/job/${job.id}/suspended`, { suspended: true })).status).toBe(204)
    for (const [way, body] of [
      ['priority', { priority: 1 }],
      ['duedate', { duedate: null }],
      ['retries', { retries: 1 }],
    ] as const) {
      expect([way, (await stranger.put(`/job/${job.id}/${way}`, body)).status]).toEqual([
        way,
        expect.toBeOneOf([400, 404]),
      ])
      expect([way, (await rest.put(`/job/${unknownId}/${way}`, body)).status]).toEqual([
        way,
        expect.toBeOneOf([400, 404]),
      ])
    }
    expect(await now()).toMatchObject({ priority: 50, suspended: false })
  })
})

describe('a job definition', () => {
  it('is listed, and changes the jobs made by it', async () => {
    const id = await start('later')
    const [definition] = (await rest.get('/job-definition', { processDefinitionKey: 'later' })).body
    expect(definition).toMatchObject({
      activityId: 't',
      jobType: 'async-continuation',
      jobConfiguration: 'async-before',
      suspended: false,
    })
    const url = `/job-definition/${definition.id}`
    expect((await stranger.get(url)).status).toBe(404)
    expect((await rest.put(`${url}/suspended`, { suspended: true, includeJobs: true })).status).toBe(204)
    expect(await jobs({ processInstanceId: id })).toMatchObject([{ suspended: true }])
    await rest.put(`${url}/suspended`, { suspended: false, includeJobs: true })
    expect((await rest.put(`${url}/jobPriority`, { priority: 77, includeJobs: true })).status).toBe(204)
    expect(await jobs({ processInstanceId: id })).toMatchObject([{ suspended: false, priority: 77 }])
    expect((await rest.put(`${url}/retries`, { retries: 8 })).status).toBe(204)
    expect((await rest.put(`${url}/retries`, { retries: -8 })).status).toBe(400)
    expect((await stranger.put(`${url}/suspended`, { suspended: true })).status).toBe(204)
    expect((await rest.get(url)).body).toMatchObject({ suspended: false })
    expect((await rest.put('/job-definition/suspended', { suspended: true })).status).toBe(400)
    const dated = { suspended: true, executionDate: '2090-05-01T08:00:00.000+0000' }
    expect((await rest.put(`${url}/suspended`, dated)).status).toBe(204)
    expect((await rest.get(url)).body.suspended).toBe(false)
    const planned = () => rest.get('/job', { timers: 'true' })
    // To clients it is a timer job without a definition.
    const none = { processDefinitionId: null, processDefinitionKey: null, jobDefinitionId: null, executionId: null }
    const dueAt = { dueDate: dated.executionDate, suspended: false, ...none }
    const ofDefinition = (await rest.get('/job', { processDefinitionId: definition.processDefinitionId })).body
    expect(ofDefinition.filter(({ dueDate }: Json) => dueDate === dated.executionDate)).toEqual([])
    expect((await planned()).body.filter(({ dueDate }: Json) => dueDate === dated.executionDate)).toMatchObject([dueAt])
    expect((await rest.put('/job-definition/suspended', { ...dated, executionDate: 'soon' })).status).toBe(400)
    const byKey = { ...dated, processDefinitionKey: 'later', includeJobs: true }
    expect((await rest.put('/job-definition/suspended', byKey)).status).toBe(204)
    const both = (await planned()).body.filter(({ dueDate }: Json) => dueDate === dated.executionDate)
    expect(both).toHaveLength(2)
    // An administrator does now what is planned for later.
    for (const job of both) expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(204)
    expect((await rest.get(url)).body.suspended).toBe(true)
    expect(await jobs({ processInstanceId: id })).toMatchObject([{ suspended: true }])
    await rest.put(`${url}/suspended`, { suspended: false, includeJobs: true })
  })
})

describe('new jobs of a job definition', () => {
  const change = async (key: string, kind: string, body: object) => {
    const [definition] = (await rest.get('/job-definition', { processDefinitionKey: key, jobType: kind })).body
    expect((await rest.put(`/job-definition/${definition.id}/suspended`, body)).status).toBe(204)
    return definition.id as string
  }
  const suspendedOf = async (processInstanceId: string) =>
    (await jobs({ processInstanceId })).map(({ suspended }) => suspended)

  it.each([
    ['later', 'async-continuation'],
    ['timed', 'timer-transition'],
    ['reminded', 'timer-task-listener'],
  ])('%s are suspended with it, and active after it', async (key, kind) => {
    const before = await start(key)
    const id = await change(key, kind, { suspended: true })
    const during = await start(key)
    expect([await suspendedOf(before), await suspendedOf(during)]).toEqual([[false], [true]])
    expect(await jobs({ jobDefinitionId: id, suspended: 'true' })).toHaveLength(1)
    await change(key, kind, { suspended: false })
    expect([await suspendedOf(await start(key)), await suspendedOf(during)]).toEqual([[false], [true]])
    await change(key, kind, { suspended: false, includeJobs: true })
    expect(await suspendedOf(during)).toEqual([false])
  })

  it('stay suspended when their retries or priority change', async () => {
    await change('broken', 'async-continuation', { suspended: true })
    const id = await start('broken')
    const [job] = await jobs({ processInstanceId: id })
    for (const _ of [1, 2, 3]) await rest.post(`/job/${job.id}/execute`)
    expect((await rest.put(`/job/${job.id}/retries`, { retries: 2 })).status).toBe(204)
    expect((await rest.put(`/job/${job.id}/priority`, { priority: 4 })).status).toBe(204)
    expect(await jobs({ processInstanceId: id })).toMatchObject([{ suspended: true, retries: 2, priority: 4 }])
    await change('broken', 'async-continuation', { suspended: false, includeJobs: true })
  })

  it('take its priority in place of that of the model', async () => {
    const [{ id }] = (await rest.get('/job-definition', { processDefinitionKey: 'later' })).body
    const [priority, of] = [`/job-definition/${id}/jobPriority`, { processDefinitionKey: 'later' }]
    expect((await rest.put(priority, { priority: 123 })).status).toBe(204)
    expect(await jobs({ processInstanceId: await start('later') })).toMatchObject([{ priority: 123, suspended: false }])
    expect((await rest.put(priority, { priority: null })).status).toBe(204)
    expect(await jobs({ ...of, processInstanceId: await start('later') })).toMatchObject([{ priority: 5 }])
  })

  it('are those of the whole activity or of its runs', async () => {
    const continuations = (await rest.get('/job-definition', { processDefinitionKey: 'each' })).body
    const body = continuations.find(
      ({ activityId, jobConfiguration }: Json) =>
        activityId === 't#multiInstanceBody' && jobConfiguration === 'async-before',
    )
    await rest.put(`/job-definition/${body.id}/suspended`, { suspended: true })
    const id = await start('each')
    expect(await jobs({ processInstanceId: id })).toMatchObject([{ suspended: true, jobDefinitionId: body.id }])
    await rest.put(`/job-definition/${body.id}/suspended`, { suspended: false, includeJobs: true })
    expect(await suspendedOf(id)).toEqual([false])
  })

  it('follow the job before them in a repeating timer', async () => {
    const id = await start('timed')
    const [job] = await jobs({ processInstanceId: id })
    await rest.put(`/job/${job.id}/priority`, { priority: 31 })
    const definitionId = await change('timed', 'timer-transition', { suspended: true })
    expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(204)
    expect(await jobs({ processInstanceId: id })).toMatchObject([
      { jobDefinitionId: definitionId, suspended: false, priority: 31 },
    ])
    await change('timed', 'timer-transition', { suspended: false })
  })

  it('of a start event are suspended when its version is started anew', async () => {
    const [job] = await jobs({ processDefinitionKey: 'daily' })
    await change('daily', 'timer-start-event', { suspended: true })
    expect((await rest.post(`/job/${job.id}/execute`)).status).toBe(204)
    // The next of a suspended definition follows the job before it, which was active.
    expect(await jobs({ processDefinitionKey: 'daily' })).toMatchObject([{ suspended: false }])
    const second = await rest.deploy({ 'daily.bpmn': files['daily.bpmn'].replace('P1D', 'P2D') })
    expect(await jobs({ processDefinitionKey: 'daily' })).toMatchObject([{ suspended: false }])
    // The old version is the latest again: its new timer is suspended like its definition.
    expect((await rest.delete(`/deployment/${second.body.id}?cascade=true`)).status).toBe(204)
    expect(await jobs({ processDefinitionKey: 'daily' })).toMatchObject([{ suspended: true }])
    await change('daily', 'timer-start-event', { suspended: false, includeJobs: true })
  })
})
