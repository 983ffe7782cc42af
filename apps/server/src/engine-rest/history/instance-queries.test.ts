import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest } = await createRestTest()
const deployed = await rest.deploy({
  'child.bpmn': bpmn(
    'child',
    `<startEvent id="s"/><serviceTask id="x" camunda:asyncBefore="true" camunda:expression="\${missing}"/>${path('s', 'x')}`,
  ),
  'parent.bpmn': bpmn(
    'parent',
    `<startEvent id="s"/><userTask id="first" camunda:candidateGroups="clerks"/><callActivity id="c" calledElement="child"/>${path('s', 'first', 'c')}`,
  ),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)
const start = async (businessKey: string): Promise<string> =>
  (await rest.post('/process-definition/key/parent/start', { businessKey })).body.id
const [stuck, waiting] = [await start('stuck'), await start('waiting')]
const [first] = (await rest.get('/task', { processInstanceId: stuck })).body
expect((await rest.post(`/task/${first.id}/complete`)).status).toBe(204)
const [job] = (await rest.get('/job', { processDefinitionKey: 'child' })).body
for (const _ of [1, 2, 3]) await rest.post(`/job/${job.id}/execute`)
const child: string = job.processInstanceId
const names = new Map([
  [stuck, 'stuck'],
  [waiting, 'waiting'],
  [child, 'child'],
])

describe('historic instances', () => {
  it.each([
    [{ withIncidents: 'true' }, ['child', 'stuck']],
    [{ withRootIncidents: 'true' }, ['child']],
    [{ incidentStatus: 'open' }, ['child', 'stuck']],
    [{ incidentStatus: 'resolved' }, []],
    [{ incidentType: 'failedJob' }, ['child', 'stuck']],
    [{ incidentMessageLike: '%missing%' }, ['child', 'stuck']],
    [{ activeActivityIdIn: 'first' }, ['waiting']],
    [{ activeActivityIdIn: 'first,c' }, ['stuck', 'waiting']],
    [{ executedActivityIdIn: 'first' }, ['stuck']],
    [{ active: 'true' }, ['child', 'stuck', 'waiting']],
    [{ suspended: 'true' }, []],
    [{ completed: 'true' }, []],
    [{ superProcessInstanceId: stuck }, ['child']],
    [{ subProcessInstanceId: child }, ['stuck']],
    [{ rootProcessInstances: 'true' }, ['stuck', 'waiting']],
    [{ executedJobAfter: '2020-01-01T00:00:00.000+0000' }, ['child']],
  ])('are found by %j', async (query, expected) => {
    const { status, body } = await rest.get('/history/process-instance', query as Record<string, string>)
    expect([status, body.map(({ id }: Json) => names.get(id)).sort()]).toEqual([200, expected])
  })

  it.each([
    [{ sortBy: 'startTime' }, 'Only a single sorting parameter specified. sortBy and sortOrder required'],
    [{ sortBy: 'nope', sortOrder: 'asc' }, "Cannot set query parameter 'sortBy' to value 'nope'"],
    [{ finished: 'maybe' }, 'Cannot convert value maybe to java type java.lang.Boolean'],
    [{ startedAfter: 'x' }, 'Cannot convert value "x" to java type java.util.Date'],
  ])('are refused with the message of Camunda for %j', async (query, message) => {
    const { status, body } = await rest.get('/history/process-instance', query as Record<string, string>)
    expect([status, body]).toMatchObject([
      400,
      { type: 'InvalidRequestException', message: expect.stringContaining(message) },
    ])
  })
})

describe('statistics', () => {
  const incidents = [{ incidentType: 'failedJob', incidentCount: 1 }]
  const activities = async (key: string, query: Record<string, string>) =>
    (await rest.get(`/process-definition/key/${key}/statistics`, query)).body.map((one: Json) => [
      ...[one.id, one.instances, one.failedJobs],
      one.incidents,
    ])

  it('of activities have failed jobs and incidents where they are asked for', async () => {
    expect(await activities('child', {})).toEqual([['x', 1, 0, []]])
    expect(await activities('child', { failedJobs: 'true' })).toEqual([['x', 1, 1, []]])
    expect(await activities('child', { incidents: 'true' })).toEqual([['x', 1, 0, incidents]])
    expect(await activities('child', { incidentsForType: 'failedJob' })).toEqual([['x', 1, 0, incidents]])
    expect(await activities('child', { incidentsForType: 'other' })).toEqual([['x', 1, 0, []]])
    expect(await activities('parent', { incidents: 'true' })).toContainEqual(['c', 1, 0, incidents])
    // A parameter of the statistics of definitions alone.
    expect(await activities('child', { rootIncidents: 'true' })).toEqual([['x', 1, 0, []]])
  })

  it('of definitions count root incidents where they arise', async () => {
    const of = async (query: Record<string, string>) =>
      (await rest.get('/process-definition/statistics', query)).body.map((one: Json) => [
        ...[one.definition.key, one.instances],
        one.incidents,
      ])
    expect(await of({ rootIncidents: 'true' })).toEqual([
      ['child', 1, incidents],
      ['parent', 2, []],
    ])
    expect(await of({ incidents: 'true' })).toContainEqual(['parent', 2, incidents])
    for (const [other, name] of [
      ['incidentsForType', 'includeIncidentsForType'],
      ['rootIncidents', 'includeRootIncidents'],
    ] as const)
      expect(await rest.get('/process-definition/statistics', { incidents: 'true', [other]: 'true' })).toMatchObject({
        status: 400,
        body: { message: `Only one of the query parameter includeIncidents or ${name} can be set.` },
      })
  })
})

describe('a report', () => {
  const reports = [
    [
      '/history/process-instance/report?reportType=duration&periodUnit=month',
      'process-instance-report.csv',
      'PERIOD,PERIOD_UNIT,MINIMUM,MAXIMUM,AVERAGE',
    ],
    [
      '/task/report/candidate-group-count',
      'task-count-by-candidate-group.csv',
      'CANDIDATE_GROUP_NAME,TASK_COUNT\nclerks,1',
    ],
  ] as const

  it.each(reports)('%s is JSON or CSV, as the client accepts', async (url, fileName, text) => {
    for (const type of ['text/csv', 'application/csv']) {
      const { status, headers, body } = await rest.send('GET', url, { accept: type })
      expect([status, headers['content-type'], body]).toEqual([200, `${type}; charset=utf-8`, text])
      expect(headers['content-disposition']).toContain(fileName)
    }
    for (const accept of ['application/json', '*/*', 'application/json, text/csv'])
      expect((await rest.send('GET', url, { accept })).body).toBeInstanceOf(Array)
  })
})
