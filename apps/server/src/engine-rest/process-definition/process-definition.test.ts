import { describe, expect, it } from 'vitest'
import { bpmn, path, sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()

const deployed = async (xml: string, fields = {}): Promise<Json> => {
  const { body, status } = await rest.deploy({ 'p.bpmn': xml }, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.values(body.deployedProcessDefinitions)[0]
}

describe('a process definition', () => {
  it('is found by id, key and tenant, with its XML and diagram', async () => {
    const definition = await deployed(sequence('found', { t: '<userTask id="t"/>' }))
    expect(definition).toMatchObject({
      key: 'found',
      name: 'found process',
      version: 1,
      suspended: false,
      tenantId: null,
    })
    expect((await rest.get(`/process-definition/${definition.id}`)).body).toMatchObject({ id: definition.id })
    expect((await rest.get('/process-definition/key/found')).body.id).toBe(definition.id)
    expect((await rest.get('/process-definition/key/nothing')).status).toBe(404)
    expect((await rest.get('/process-definition/key/found/tenant-id/one')).status).toBe(404)
    const { body } = await rest.get(`/process-definition/${definition.id}/xml`)
    expect([body.id, body.bpmn20Xml]).toEqual([definition.id, expect.stringContaining('id="found"')])
    expect((await rest.get(`/process-definition/${definition.id}/diagram`)).status).toBe(204)
    expect((await stranger.get(`/process-definition/${definition.id}/statistics`)).body).toEqual([])
    for (const way of ['', '/xml', '/startForm', '/form-variables'])
      expect([way, (await stranger.get(`/process-definition/${definition.id}${way}`)).status]).toEqual([
        way,
        expect.toBeOneOf([400, 404]),
      ])
    expect((await stranger.get('/process-definition')).body).toEqual([])
  })

  // Camunda, `AbstractDefinitionDeployer`: by the name of the file, with the key of the process first.
  it.each([
    ['drawn.bpmn', 'drawn.drawn.png', 'image/png'],
    ['drawn.bpmn', 'drawn.png', 'image/png'],
    ['a/drawn.bpmn20.xml', 'a/drawn.drawn.svg', 'image/svg+xml'],
    ['drawn.bpmn', 'drawn.jpg', 'image/jpeg'],
    ['drawn.bpmn', 'drawn.drawn.gif', 'image/gif'],
    ['drawn.bpmn', 'other.png', null],
    ['drawn.bpmn', 'drawn.bmp', null],
  ])('in %s has the picture %s that was deployed with it', async (file, picture, type) => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47])
    const later = { [picture.replace(/\w+$/, 'svg')]: Buffer.from('<svg/>') }
    const { body } = await rest.deploy({
      [file]: sequence('drawn', { t: '<userTask id="t"/>' }),
      ...(type === null ? {} : later),
      [picture]: bytes,
    })
    const [definition] = Object.values<Json>(body.deployedProcessDefinitions)
    expect(definition.diagram).toBe(type === null ? null : picture)
    for (const way of [definition.id, 'key/drawn']) {
      const shown = await rest.get(`/process-definition/${way}/diagram`)
      expect([shown.status, type === null ? null : shown.headers['content-type']]).toEqual([
        type === null ? 204 : 200,
        type,
      ])
      if (type !== null) expect(shown.headers['content-disposition']).toContain('attachment')
      if (type !== null) expect(shown.headers['content-length']).toBe('4')
    }
    expect((await rest.get('/process-definition', { processDefinitionId: definition.id })).body).toMatchObject([
      { diagram: definition.diagram },
    ])
    expect((await stranger.get(`/process-definition/${definition.id}/diagram`)).status).toBe(400)
  })

  it('that does not exist has no diagram', async () => {
    for (const [way, status] of [
      [unknownId, 400],
      ['key/nothing', 404],
      ['key/drawn/tenant-id/one', 404],
    ] as const)
      expect([way, (await rest.get(`/process-definition/${way}/diagram`)).status]).toEqual([way, status])
  })

  it.each([
    ['windows-1252', 'latin1', ''],
    ['ISO-8859-15', 'latin1', ''],
    ['UTF-16', 'utf16le', '\uFEFF'],
  ] as const)('in a file in %s has its letters, and says that it is UTF-8 now', async (encoding, written, mark) => {
    const named = sequence(`letters-${written}-${encoding.length}`, { t: '<userTask id="t" name="Prüfung"/>' })
    const text = `${mark}<?xml version="1.0" encoding="${encoding}"?>${named.replace(/^<\?xml.*?\?>/, '')}`
    const { body, status } = await rest.deploy({ 'p.bpmn': Buffer.from(text, written) })
    expect(status, JSON.stringify(body)).toBe(200)
    const [definition] = Object.values<Json>(body.deployedProcessDefinitions)
    const { bpmn20Xml } = (await rest.get(`/process-definition/${definition.id}/xml`)).body
    expect(bpmn20Xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/)
    expect(bpmn20Xml).toContain('name="Prüfung"')
    await rest.post(`/process-definition/${definition.id}/start`, {})
    expect((await rest.get('/task', { processDefinitionId: definition.id })).body).toMatchObject([{ name: 'Prüfung' }])
  })

  it('is listed by its newest version, of each tenant', async () => {
    for (const tenant of ['', 'a', 'a']) await deployed(sequence('many', {}), { 'tenant-id': tenant })
    const versions = async (query: Record<string, string>) =>
      (await rest.get('/process-definition', { key: 'many', sortBy: 'version', sortOrder: 'asc', ...query })).body.map(
        ({ version, tenantId }: Json) => [version, tenantId],
      )
    expect(await versions({ latestVersion: 'true', tenantIdIn: 'a' })).toEqual([[2, 'a']])
    expect(await versions({ withoutTenantId: 'true' })).toEqual([[1, null]])
    expect(await versions({ version: '1' })).toHaveLength(2)
    expect((await rest.get('/process-definition', { version: 'x' })).status).toBe(400)
  })

  it('starts with typed variables and a business key, and reports them on demand', async () => {
    await deployed(sequence('starting', { t: '<userTask id="t"/>' }))
    const { status, body } = await rest.post('/process-definition/key/starting/start', {
      variables: { amount: { value: 12, type: 'Long' }, at: { value: '2030-01-07T09:00:00.000+0000', type: 'Date' } },
      businessKey: 'order 7',
      withVariablesInReturn: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ definitionKey: 'starting', businessKey: 'order 7', ended: false, suspended: false })
    expect(body.variables.amount).toMatchObject({ value: 12, type: 'Long' })
    expect((await rest.get(`/process-instance/${body.id}`)).body.businessKey).toBe('order 7')
  })

  it.each([
    ['a variable that is not of its type', { variables: { n: { value: 'x', type: 'Integer' } } }, 400],
    ['an unknown type', { variables: { n: { value: 'x', type: 'Colour' } } }, 400],
  ])('does not start with %s', async (_, body, status) => {
    await deployed(sequence('refusing', {}))
    const before = (await rest.get('/history/process-instance/count')).body
    expect((await rest.post('/process-definition/key/refusing/start', body)).status).toBe(status)
    expect((await rest.get('/history/process-instance/count')).body).toEqual(before)
    expect((await rest.post(`/process-definition/${unknownId}/start`)).status).toBe(404)
    expect((await stranger.post('/process-definition/key/refusing/start')).status).toBe(404)
  })

  it('says why a start failed, and leaves nothing of it', async () => {
    await deployed(sequence('failing', { t: `<serviceTask id="t" camunda:expression="\${missing.thing}"/>` }))
    const { status, body } = await rest.post('/process-definition/key/failing/start')
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'RestException', message: expect.stringContaining('missing') })
    expect((await rest.get('/history/process-instance', { processDefinitionKey: 'failing' })).body).toEqual([])
  })

  it.each([
    ['message', '<messageEventDefinition messageRef="paid"/>'],
    ['signal', '<signalEventDefinition signalRef="alarm"/>'],
    ['timer', '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>'],
  ])('starts by its key at its only start event, a %s', async (kind, definition) => {
    const start = `<startEvent id="start">${definition}</startEvent><userTask id="t"/>${path('start', 't')}`
    await deployed(bpmn(`only-${kind}`, start))
    const { status, body } = await rest.post(`/process-definition/key/only-${kind}/start`)
    expect(status).toBe(200)
    expect((await rest.get('/task', { processInstanceId: body.id })).body).toHaveLength(1)
  })

  it('that is suspended starts nothing until it is activated', async () => {
    const { id } = await deployed(sequence('paused', { t: '<userTask id="t"/>' }))
    const { body: instance } = await rest.post('/process-definition/key/paused/start')
    const suspend = (suspended: boolean) =>
      rest.put(`/process-definition/${id}/suspended`, { suspended, includeProcessInstances: true })
    expect((await suspend(true)).status).toBe(204)
    expect((await rest.post('/process-definition/key/paused/start')).status).toBe(400)
    expect((await rest.get(`/process-instance/${instance.id}`)).body.suspended).toBe(true)
    expect((await rest.get('/process-definition', { suspended: 'true' })).body.map((one: Json) => one.id)).toEqual([id])
    expect((await stranger.put(`/process-definition/${id}/suspended`, { suspended: false })).status).toBe(204)
    expect((await rest.get(`/process-definition/${id}`)).body.suspended).toBe(true)
    expect((await suspend(false)).status).toBe(204)
    expect((await rest.post('/process-definition/key/paused/start')).status).toBe(200)
    expect((await rest.put('/process-definition/suspended', { suspended: true })).status).toBe(400)
  })

  it('is suspended at its execution date, and not before', async () => {
    const { id } = await deployed(sequence('maintained', { t: '<userTask id="t"/>' }))
    const executionDate = '2090-05-01T08:00:00.000+0000'
    const body = { suspended: true, includeProcessInstances: true, executionDate }
    expect((await rest.put(`/process-definition/${id}/suspended`, body)).status).toBe(204)
    const byKey = { ...body, processDefinitionKey: 'maintained' }
    expect((await rest.put('/process-definition/suspended', byKey)).status).toBe(204)
    expect((await rest.post('/process-definition/key/maintained/start')).status).toBe(200)
    // Clients see a plan as a timer job without a definition, as in Camunda 7.
    const jobs: Json[] = (await rest.get('/job', { timers: 'true' })).body
    expect(jobs.filter(({ dueDate }) => dueDate === executionDate)).toMatchObject([
      { processDefinitionId: null },
      { processDefinitionId: null },
    ])
    const wrong = { ...body, executionDate: 'tomorrow' }
    expect((await rest.put(`/process-definition/${id}/suspended`, wrong)).status).toBe(400)
  })

  it.each([
    { how: 'of which nothing is said', more: {} },
    { how: 'that are left out', more: { includeProcessInstances: false } },
  ])('that is suspended lets the instances continue $how', async ({ more }) => {
    const { id } = await deployed(sequence('let-on', { t: '<userTask id="t"/>' }))
    const { body: instance } = await rest.post('/process-definition/key/let-on/start')
    const suspend = (suspended: boolean) => rest.put(`/process-definition/${id}/suspended`, { suspended, ...more })
    expect((await suspend(true)).status).toBe(204)
    expect((await rest.get(`/process-definition/${id}`)).body.suspended).toBe(true)
    expect((await rest.post('/process-definition/key/let-on/start')).status).toBe(400)
    expect((await rest.get(`/process-instance/${instance.id}`)).body.suspended).toBe(false)
    const [task] = (await rest.get('/task', { processInstanceId: instance.id })).body
    expect(task.suspended).toBe(false)
    expect((await rest.post(`/task/${task.id}/complete`)).status).toBe(204)

    // What was suspended by itself stays so when the definition alone is activated.
    expect((await suspend(false)).status).toBe(204)
    const { body: other } = await rest.post('/process-definition/key/let-on/start')
    expect((await rest.put(`/process-instance/${other.id}/suspended`, { suspended: true })).status).toBe(204)
    expect([(await suspend(true)).status, (await suspend(false)).status]).toEqual([204, 204])
    expect((await rest.get(`/process-instance/${other.id}`)).body.suspended).toBe(true)
  })

  it('counts its instances, failed jobs and incidents, as a whole and by activity', async () => {
    const failing = `<serviceTask id="t" camunda:asyncBefore="true" camunda:expression="\${missing}"/>`
    const { id } = await deployed(sequence('counted', { t: failing }))
    await rest.post('/process-definition/key/counted/start')
    const [job] = (await rest.get('/job', { processDefinitionKey: 'counted' })).body
    await rest.put(`/job/${job.id}/retries`, { retries: 0 })
    const all = (await rest.get('/process-definition/statistics', { failedJobs: 'true', incidents: 'true' })).body
    expect(all.find((one: Json) => one.id === id)).toMatchObject({
      instances: 1,
      failedJobs: 1,
      incidents: [{ incidentType: 'failedJob', incidentCount: 1 }],
    })
    const activities = (await rest.get(`/process-definition/${id}/statistics`, { incidents: 'true' })).body
    expect(activities).toMatchObject([{ id: 't', instances: 1, incidents: [{ incidentType: 'failedJob' }] }])
  })

  it('is deleted alone or with its instances, and then the version before is the newest', async () => {
    const first = await deployed(sequence('versions', { t: '<userTask id="t"/>' }))
    const second = await deployed(sequence('versions', { t: '<userTask id="t"/>' }))
    await rest.post('/process-definition/key/versions/start')
    expect((await stranger.delete(`/process-definition/${second.id}`)).status).toBe(404)
    expect((await rest.delete(`/process-definition/${second.id}`)).status).toBe(400)
    expect((await rest.delete(`/process-definition/${second.id}`, { cascade: 'true' })).status).toBe(200)
    expect((await rest.get('/process-definition/key/versions')).body.id).toBe(first.id)
    expect((await rest.delete(`/process-definition/${second.id}`, { cascade: 'true' })).status).toBe(404)
  })

  it('keeps history for as long as it is asked to', async () => {
    const { id } = await deployed(sequence('kept', {}))
    const change = (body: object) => rest.put(`/process-definition/${id}/history-time-to-live`, body)
    expect((await change({ historyTimeToLive: 30 })).status).toBe(204)
    expect((await rest.get(`/process-definition/${id}`)).body.historyTimeToLive).toBe(30)
    expect((await change({ historyTimeToLive: -1 })).status).toBe(400)
    expect(
      (await stranger.put(`/process-definition/${id}/history-time-to-live`, { historyTimeToLive: 1 })).status,
    ).toBe(404)
  })
})

it('a start answers with its transient variables, which are not kept', async () => {
  await deployed(sequence('fleeting', { t: '<userTask id="t"/>' }))
  const variables = { gone: { value: 'x', type: 'String', valueInfo: { transient: true } }, kept: { value: 1 } }
  const { body } = await rest.post('/process-definition/key/fleeting/start', { variables, withVariablesInReturn: true })
  expect(Object.keys(body.variables).sort()).toEqual(['gone', 'kept'])
  expect(Object.keys((await rest.get(`/process-instance/${body.id}/variables`)).body)).toEqual(['kept'])
})

describe('the case that a start names', () => {
  it('is kept as it was given, inherited by called instances, and found by', async () => {
    await deployed(sequence('called', { t: '<userTask id="t"/>' }))
    await deployed(sequence('caller', { c: '<callActivity id="c" calledElement="called"/>' }))
    const { body } = await rest.post('/process-definition/key/caller/start', { caseInstanceId: 'Case 7' })
    expect(body.caseInstanceId).toBe('Case 7')
    expect((await rest.get(`/process-instance/${body.id}`)).body.caseInstanceId).toBe('Case 7')
    const ids = async (path: string, caseInstanceId: string) =>
      (await rest.get(path, { caseInstanceId })).body.map((one: Json) => [one.caseInstanceId, one.id])
    const found = await ids('/process-instance', 'Case 7')
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(['Case 7', body.id])
    expect(await ids('/process-instance', 'case 7')).toEqual([])
    expect(await ids('/history/process-instance', 'Case 7')).toHaveLength(2)
    await rest.delete(`/process-instance/${body.id}`)
    expect((await rest.get(`/history/process-instance/${body.id}`)).body).toMatchObject({
      caseInstanceId: 'Case 7',
      state: 'EXTERNALLY_TERMINATED',
    })
    const startInstructions = [{ type: 'startBeforeActivity', activityId: 'c' }]
    const { body: other } = await rest.post('/process-definition/key/caller/start', {
      caseInstanceId: 'b',
      startInstructions,
    })
    expect(other.caseInstanceId).toBe('b')
    expect((await rest.post('/process-definition/key/caller/start', {})).body.caseInstanceId).toBeNull()
  })
})

describe('a start form', () => {
  const field = (id: string, type: string, more = '') =>
    `<camunda:formField id="${id}" label="${id}" type="${type}" ${more}/>`
  const form = `<extensionElements><camunda:formData>${field('amount', 'long', 'defaultValue="3"')}${field('who', 'string')}
    <camunda:formField id="must" type="string"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField></camunda:formData></extensionElements>`
  const model = bpmn('formed', `<startEvent id="start">${form}</startEvent><userTask id="t"/>${path('start', 't')}`)

  it('has its fields as variables, and starts with what was filled in', async () => {
    const { id } = await deployed(model)
    expect((await rest.get(`/process-definition/${id}/startForm`)).body).toMatchObject({
      key: expect.stringContaining('embedded:engine'),
    })
    const { body } = await rest.get(`/process-definition/${id}/form-variables`)
    expect(body).toMatchObject({ amount: { type: 'Long', value: 3 }, who: { type: 'String', value: null } })
    expect(
      Object.keys((await rest.get(`/process-definition/${id}/form-variables`, { variableNames: 'who' })).body),
    ).toEqual(['who'])
    const submitted = await rest.post(`/process-definition/${id}/submit-form`, {
      variables: { amount: { value: 5 }, must: { value: 'yes' } },
      businessKey: 'formed 1',
    })
    expect(submitted.body).toMatchObject({ definitionId: id, businessKey: 'formed 1' })
    expect((await rest.get(`/process-instance/${submitted.body.id}/variables`)).body.amount).toMatchObject({
      value: 5,
      type: 'Long',
    })
  })

  // Camunda, `DefaultFormHandler.submitFormVariables`: the field is passed over, its default too.
  it('creates no variable of the field that is the business key', async () => {
    const keyed = form.replace(
      '<camunda:formData>',
      `<camunda:formData businessKey="ref">${field('ref', 'string', 'defaultValue="none"')}`,
    )
    const { id } = await deployed(
      bpmn('keyed', `<startEvent id="start">${keyed}</startEvent><userTask id="t"/>${path('start', 't')}`),
    )
    const must = { must: { value: 'yes' } }
    const submit = async (body: object) => {
      const { body: started } = await rest.post(`/process-definition/${id}/submit-form`, body)
      const variables = (await rest.get(`/process-instance/${started.id}/variables`)).body
      return [started.businessKey, Object.keys(variables).sort()]
    }
    expect(await submit({ variables: must, businessKey: 'given' })).toEqual(['given', ['amount', 'must']])
    expect(await submit({ variables: { ...must, ref: { value: 'filled in' } } })).toEqual([
      'filled in',
      ['amount', 'must'],
    ])
    expect(await submit({ variables: must })).toEqual([null, ['amount', 'must']])
  })

  // Camunda's `RequiredValidator` asks for what was submitted, and looks at no default.
  it('does not take the default of a required field for an answer', async () => {
    const required = '<camunda:validation><camunda:constraint name="required"/></camunda:validation>'
    const must = (id: string, type: string, defaultValue: string, inside = '') =>
      `<camunda:formField id="${id}" type="${type}" defaultValue="${defaultValue}">${inside}${required}</camunda:formField>`
    const options = '<camunda:value id="a" name="A"/>'
    const fields = must('who', 'string', 'rosa') + must('n', 'long', '3') + must('kind', 'enum', 'a', options)
    const form = `<extensionElements><camunda:formData>${fields}</camunda:formData></extensionElements>`
    const { id } = await deployed(
      bpmn(
        'owed',
        `<startEvent id="start">${form}</startEvent><userTask id="t">${form}</userTask>${path('start', 't')}`,
      ),
    )
    const all = { who: { value: 'ines' }, n: { value: 5 }, kind: { value: 'a' } }
    const submit = (more: object) =>
      rest.post(`/process-definition/${id}/submit-form`, { variables: { ...all, ...more } })
    for (const name of ['who', 'n', 'kind'])
      for (const value of ['', null, undefined]) {
        const { status, body } = await submit({ [name]: value === undefined ? undefined : { value } })
        const fault = `Invalid value submitted for form field '${name}': validation of required failed.`
        expect([status, body.message]).toEqual([400, expect.stringContaining(fault)])
      }
    const started = await submit({})
    expect(started.status).toBe(200)
    // In a task the variable is an answer where nothing is submitted, and an empty text is none.
    const [task] = (await rest.get('/task', { processInstanceId: started.body.id })).body
    const complete = (variables: object) => rest.post(`/task/${task.id}/submit-form`, { variables })
    expect((await complete({ who: { value: '' } })).status).toBe(400)
    await rest.put(`/task/${task.id}/variables/n`, { value: null, type: 'Long' })
    expect((await complete({ who: { value: null } })).status).toBe(400)
    expect((await complete({ who: { value: null }, n: { value: 4 } })).status).toBe(204)
  })

  it('is not taken without what it asks for', async () => {
    const { id } = await deployed(model)
    const { status, body } = await rest.post(`/process-definition/${id}/submit-form`, { variables: {} })
    expect([status >= 400 && status <= 500, body.message]).toEqual([true, expect.stringContaining('must')])
    expect((await stranger.post(`/process-definition/${id}/submit-form`)).status).toBe(404)
  })
})
