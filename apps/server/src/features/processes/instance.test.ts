import { process } from '@millrace/bpmn/builder'
import { processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createDefinitionCache } from '../../runtime/definitions/definition-cache.ts'
import { deleteDeployment } from '../../runtime/deploy/delete-definitions.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const unknownId = '00000000-0000-7000-8000-000000000000'

/** A task, a choice, then another task or the end. */
const trip = await scenario.deploy(
  process('trip', { name: 'Trip' })
    .start('wanted', { name: 'Trip wanted' })
    .userTask('check', { name: 'Check', 'camunda:assignee': '${checker}' })
    .exclusiveGateway('ok', { name: 'OK?' })
    .when('${ok}')
    .userTask('book', { name: 'Book', 'camunda:candidateGroups': 'bookers' })
    .end('booked')
    .moveTo('ok')
    .when('${!ok}')
    .end('refused')
    .toXml(),
)
await scenario.deploy(process('sub', { name: 'Sub' }).start().userTask('inner', { name: 'Inner' }).end().toXml())
const main = await scenario.deploy(
  process('main', { name: 'Main' })
    .start()
    .element('callActivity', 'call', { name: 'Call sub', calledElement: 'sub' })
    .end()
    .toXml(),
)
const waiting = await scenario.deploy(
  process('waiting', { name: 'Waiting' })
    .start()
    .serviceTask('work', { name: 'Work', 'camunda:asyncBefore': true, 'camunda:expression': '${broken()}' })
    .end()
    .toXml(),
)

const inBackground = await scenario.deploy(
  process('background', { name: 'Background' })
    .start()
    .userTask('later', { name: 'Later', 'camunda:asyncBefore': true, 'camunda:assignee': '${checker}' })
    .end()
    .toXml(),
)

const startTrip = (userId: string, variables: object = {}) =>
  scenario.start(trip, { userId, businessKey: 'T-1', variables: { checker: 'checker', ok: true, ...variables } })

async function completeTask(instanceId: string, userId: string): Promise<void> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  await executeCommand(
    runtime,
    { workplaceId, userId, cause: 'test' },
    { target: { by: 'task', id: rows[0].id }, command: { type: 'completeTask', taskId: rows[0].id, variables: [] } },
  )
}

async function failJob(instanceId: string): Promise<string> {
  const { rows } = await admin.query('select id from job where instance_id = $1', [instanceId])
  const id: string = rows[0].id
  await executeCommand(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      target: { by: 'job', id },
      command: {
        type: 'recordJobFailure',
        jobId: id,
        message: 'It broke.',
        isFinal: true,
        detail: { tried: 'broken()' },
      },
    },
  )
  return id
}

describe('GET /processes/instances/{id}', () => {
  const get = (client: TestClient, id: string) => client.call(processCalls.instance, { params: { id } })

  it('is for who started it, who has or had a task in it, and process administrators', async () => {
    const starter = await signIn()
    const checker = await signIn()
    const booker = await signIn({ groups: ['bookers'] })
    const id = await startTrip(starter.user.username, { checker: checker.user.username })
    expect((await get(anonymous(), id)).status).toBe(401)
    expect((await get(await signIn({ roles: ['RoleDesign'] }), id)).status).toBe(403)
    const seen = async (client: TestClient) => (await get(client, id)).status
    expect(await seen(booker)).toBe(404)
    await completeTask(id, checker.user.username)
    expect([
      await seen(starter),
      await seen(checker),
      await seen(booker),
      await seen(await signIn()),
      await seen(await signIn({ roles: ['RoleProcessAdmin'] })),
    ]).toEqual([200, 200, 200, 404, 200])
    for (const other of [unknownId, 'no-id']) expect((await get(starter, other)).error.code).toBe('thing.not-found')
    expect((await get(await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] }), id)).status).toBe(
      404,
    )
  })

  it('says where a running instance stands', async () => {
    const client = await signIn({ firstName: 'Mary', lastName: 'Jackson' })
    const id = await startTrip(client.user.username)
    const { body } = await get(client, id)
    expect(body).toEqual({
      id,
      businessKey: 'T-1',
      title: 'T-1',
      definition: { id: trip.id, key: 'trip', name: 'Trip', version: 1 },
      state: 'active',
      startedAt: '2030-01-07T09:00:00.000Z',
      endedAt: null,
      waitsAt: ['Check'],
      waitsFor: ['checker'],
      waitingSince: '2030-01-07T09:00:00.000Z',
      waits: [
        {
          id: expect.any(String),
          kind: 'task',
          elementId: 'check',
          step: 'Check',
          since: '2030-01-07T09:00:00.000Z',
          until: null,
          taskId: expect.any(String),
          assignee: { username: 'checker', displayName: 'checker' },
          candidates: [],
          event: null,
          calledInstanceId: null,
        },
      ],
      startedBy: { username: client.user.username, displayName: 'Mary Jackson' },
      caller: null,
      reason: null,
      // It has no form.
      startAgain: null,
      counts: { variables: 2, incidents: 0 },
      permissions: {
        cancel: true,
        retry: false,
        restart: false,
        seeVariables: true,
        seeIncidents: true,
        seeJobs: false,
        seeBatches: false,
      },
    })
  })

  it('says what waits to be worked off, too', async () => {
    const client = await signIn({ roles: ['RoleProcessAdmin'] })
    const id = await scenario.start(waiting)
    expect((await get(client, id)).body.waitsAt).toEqual(['Work'])
    await failJob(id)
    expect((await get(client, id)).body).toMatchObject({ state: 'incident', waitsAt: ['Work'] })
  })

  it('says how an ended instance went', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username, { ok: false })
    await completeTask(id, 'checker')
    expect((await get(client, id)).body).toMatchObject({
      state: 'completed',
      waitsAt: [],
      endedAt: '2030-01-07T09:00:00.000Z',
      counts: { variables: 2, incidents: 0 },
      permissions: { cancel: false, retry: false },
    })
  })

  it('names the caller of a called instance, and lets the starter of that one in', async () => {
    const client = await signIn()
    const id = await scenario.start(main, { userId: client.user.username, businessKey: 'M-1' })
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    const { body } = await get(client, rows[0].id)
    expect(body.caller).toEqual({ instanceId: id, title: 'M-1' })
    expect((await get(client, id)).body.waitsAt).toEqual(['Call sub'])
  })

  it('has no page of its history at a moment that no clock shows', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username)
    const ask = async (after: string) =>
      (await client.call(processCalls.history, { params: { id }, query: { after } })).status
    for (const after of ['9999999999999999-0', '8640000000000001-1', '1893456000000-999999999'])
      expect([after, await ask(after)]).toEqual([after, 400])
    expect(await ask('9999999999999-0')).toBe(200)
  })

  it('does not name the caller to a user who has a task in the called only one', async () => {
    const [helper, boss] = [await signIn(), await signIn({ roles: ['RoleProcessAdmin'] })]
    const id = await scenario.start(main, { userId: 'somebody', businessKey: 'Dismissal of Mr Doe' })
    const { rows } = await admin.query(
      'select i.id, t.id as task_id from instance i join task t on t.instance_id = i.id where i.caller_instance_id = $1',
      [id],
    )
    const [{ id: called, task_id: taskId }] = rows
    await boss.call(taskCalls.assign, { params: { id: taskId }, body: { username: helper.user.username } })
    const { status, body } = await get(helper, called)
    expect([status, body.caller]).toEqual([200, null])
    expect((await get(boss, called)).body.caller).toEqual({ instanceId: id, title: 'Dismissal of Mr Doe' })
  })
})

describe('GET /processes/instances/{id}/activities', () => {
  const list = (client: TestClient, id: string) => client.call(processCalls.activities, { params: { id } })

  it('lists what has been done and what is open, by start', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username)
    clock.advance({ minutes: 4 })
    await completeTask(id, 'checker')
    expect((await list(anonymous(), id)).status).toBe(401)
    expect((await list(await signIn(), id)).status).toBe(404)
    const { body } = await list(client, id)
    expect(body.isCapped).toBe(false)
    expect(body.items.map(({ elementId, type, name, state }) => [elementId, type, name, state])).toEqual([
      ['wanted', 'startEvent', 'Trip wanted', 'completed'],
      ['check', 'userTask', 'Check', 'completed'],
      ['ok', 'exclusiveGateway', 'OK?', 'completed'],
      ['book', 'userTask', 'Book', 'active'],
    ])
    const check = body.items[1]
    expect(check).toMatchObject({
      parentId: null,
      assignee: { username: 'checker', displayName: 'checker' },
      taskId: expect.any(String),
      calledInstanceId: null,
    })
    expect(Date.parse(check?.endedAt ?? '') - Date.parse(check?.startedAt ?? '')).toBe(240_000)
  })

  it('shows an asynchronous start as waiting, and a failed one as an incident', async () => {
    const client = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    const id = await scenario.start(waiting)
    const states = async () => (await list(client, id)).body.items.map(({ elementId, state }) => [elementId, state])
    expect((await states()).at(-1)).toEqual(['work', 'waiting'])
    await failJob(id)
    expect((await states()).at(-1)).toEqual(['work', 'incident'])
  })

  it('leads from a call to what was called', async () => {
    const client = await signIn()
    const id = await scenario.start(main, { userId: client.user.username })
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    expect((await list(client, id)).body.items.at(-1)).toMatchObject({
      elementId: 'call',
      state: 'active',
      calledInstanceId: rows[0].id,
    })
  })

  it('shows the scope around what it lists', async () => {
    const client = await signIn()
    const nested = await scenario.deploy(
      process('nested')
        .start()
        .subProcess('box', (inner) => inner.start('in').userTask('deep').end('out'))
        .end()
        .toXml(),
    )
    const id = await scenario.start(nested, { userId: client.user.username })
    const { items } = (await list(client, id)).body
    const box = items.find(({ elementId }) => elementId === 'box')
    expect(box).toMatchObject({ type: 'subProcess', parentId: null, state: 'active' })
    expect(items.find(({ elementId }) => elementId === 'deep')?.parentId).toBe(box?.id)
  })
})

describe('an instance with a long past', () => {
  it('shows the newest of it, with the scopes around', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username)
    await completeTask(id, 'checker')
    const { rows } = await admin.query(
      `select id from history_element where instance_id = $1 and element_key = 'check'`,
      [id],
    )
    const add = (ids: readonly string[], parentId: string) =>
      admin.query(
        `insert into history_element select (jsonb_populate_record(null::history_element, to_jsonb(e) || jsonb_build_object('id', n, 'parent_id', $3::uuid))).*
          from history_element e, unnest($2::uuid[]) n where e.instance_id = $1 and e.id = $4`,
        [id, ids, parentId, rows[0].id],
      )
    const scope = runtime.newId()
    await add([scope], id)
    await add(Array.from({ length: 2_100 }, runtime.newId), scope)
    const { body } = await client.call(processCalls.activities, { params: { id } })
    expect(body.isCapped).toBe(true)
    expect(body.items).toHaveLength(2_001)
    expect(body.items.filter(({ id: one }) => one === scope)).toHaveLength(1)
  })

  it('can still be looked at when its deployment no longer exists', async () => {
    const client = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    const definition = await scenario.deploy(process('gone', { name: 'Gone' }).start('s').end('e').toXml())
    const id = await scenario.start(definition, { userId: client.user.username, variables: { a: 1 } })
    await deleteDeployment(runtime, { workplaceId, userId: null, cause: 'test' }, definition.deploymentId, {
      cascade: false,
    })
    Object.assign(runtime.definitions, createDefinitionCache())
    expect((await client.call(processCalls.instance, { params: { id } })).body).toMatchObject({
      state: 'completed',
      counts: { variables: 1 },
    })
    expect(
      (await client.call(processCalls.activities, { params: { id } })).body.items.map(({ elementId }) => elementId),
    ).toEqual(['s', 'e'])
    expect((await client.call(processCalls.variables, { params: { id } })).body.items).toHaveLength(1)
    expect((await client.call(processCalls.startedByMeCount)).body.total).toBe(1)
    expect((await client.call(processCalls.diagram, { params: { id } })).error.code).toBe('thing.not-found')
  })
})

describe('GET /processes/instances/{id}/variables', () => {
  const list = (client: TestClient, id: string) => client.call(processCalls.variables, { params: { id } })

  it('is for who started it and for process administrators', async () => {
    const checker = await signIn()
    const starter = await signIn()
    const id = await startTrip(starter.user.username, { checker: checker.user.username })
    expect((await list(anonymous(), id)).status).toBe(401)
    const { status, error } = await list(checker, id)
    expect([status, error.code]).toEqual([403, 'right.missing'])
    expect((await list(await signIn(), id)).status).toBe(404)
    expect((await list(starter, id)).status).toBe(200)
  })

  it('lists values with types and scopes, and keeps the last ones when the instance has ended', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username, {
      ok: false,
      long: 'x'.repeat(3000),
      data: { a: [1, 2] },
      none: null,
    })
    const summary = async () =>
      (await list(client, id)).body.items.map(({ name, type, text, isCut, scope }) => [
        name,
        type,
        text?.slice(0, 12) ?? null,
        isCut,
        scope.elementId,
        scope.name,
      ])
    const expected = [
      ['checker', 'String', 'checker', false, null, 'Trip'],
      ['data', 'Json', '{"a":[1,2]}', false, null, 'Trip'],
      ['long', 'String', 'xxxxxxxxxxxx', true, null, 'Trip'],
      ['none', 'Null', null, false, null, 'Trip'],
      ['ok', 'Boolean', 'false', false, null, 'Trip'],
    ]
    expect(await summary()).toEqual(expected)
    const long = (await list(client, id)).body.items.find(({ name }) => name === 'long')
    expect(long?.text).toHaveLength(2000)
    const whole = () => client.call(processCalls.variable, { params: { id, variableId: long?.id ?? '' } })
    expect((await whole()).body.text).toHaveLength(3000)
    await completeTask(id, 'checker')
    expect(await summary()).toEqual(expected)
    expect((await whole()).body.text).toHaveLength(3000)
    for (const variableId of [unknownId, 'no-id'])
      expect((await client.call(processCalls.variable, { params: { id, variableId } })).status).toBe(404)
  })
})

describe('GET /processes/instances/{id}/incidents', () => {
  const list = (client: TestClient, id: string) => client.call(processCalls.incidents, { params: { id } })

  it('lists what waits for a person', async () => {
    const starter = await signIn()
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const id = await scenario.start(waiting, { userId: starter.user.username })
    expect((await list(operator, id)).body.items).toEqual([])
    const jobId = await failJob(id)
    expect((await list(anonymous(), id)).status).toBe(401)
    expect((await list(operator, id)).body.items).toEqual([
      {
        id: expect.any(String),
        type: 'failedJob',
        message: 'It broke.',
        at: expect.any(String),
        elementId: 'work',
        elementName: 'Work',
        activityId: expect.any(String),
        jobId,
        detail: 'tried: broken()',
        canRetry: true,
        note: null,
        causeId: expect.any(String),
      },
    ])
    expect((await list(starter, id)).body.items[0]?.canRetry).toBe(false)
    expect((await operator.call(processCalls.instance, { params: { id } })).body).toMatchObject({
      state: 'incident',
      counts: { incidents: 1 },
      permissions: { retry: true },
    })
  })
})

describe('POST /processes/instances/{id}/incidents/{incidentId}/retry', () => {
  const retry = (client: TestClient, id: string, incidentId: string) =>
    client.call(processCalls.retryIncident, { params: { id, incidentId } })
  const incidentOf = async (id: string): Promise<string> =>
    (await admin.query('select id from incident where instance_id = $1', [id])).rows[0].id

  it('gives the job another try, and the incident is over', async () => {
    const id = await scenario.start(waiting, { userId: 'somebody' })
    const jobId = await failJob(id)
    const incidentId = await incidentOf(id)
    expect((await retry(anonymous(), id, incidentId)).status).toBe(401)
    expect((await retry(await signIn({ username: 'somebody' }), id, incidentId)).error.code).toBe('right.missing')
    expect(
      (await retry(await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] }), id, incidentId))
        .status,
    ).toBe(404)
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    expect((await retry(operator, id, unknownId)).error.code).toBe('thing.not-found')
    expect((await retry(operator, unknownId, incidentId)).error.code).toBe('thing.not-found')
    expect((await admin.query('select retries from job where id = $1', [jobId])).rows).toEqual([{ retries: 0 }])
    expect((await retry(operator, id, incidentId)).status).toBe(204)
    expect((await admin.query('select retries from job where id = $1', [jobId])).rows).toEqual([{ retries: 1 }])
    expect((await retry(operator, id, incidentId)).error.code).toBe('incident.over')
  })

  it('reaches from the caller down to the job behind it', async () => {
    const outer = await scenario.deploy(
      process('outer').start().element('callActivity', 'call', { calledElement: 'waiting' }).end().toXml(),
    )
    const id = await scenario.start(outer)
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    await failJob(rows[0].id)
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    expect((await retry(operator, id, await incidentOf(id))).status).toBe(204)
    expect((await admin.query('select from incident where root_id = $1', [id])).rowCount).toBe(0)
  })

  it('says when nothing stands behind an incident', async () => {
    const id = await startTrip('somebody')
    await executeCommand(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      {
        target: { by: 'instance', id },
        command: {
          type: 'raiseIncident',
          instanceId: id,
          elementInstanceId: null,
          elementId: null,
          incidentType: 'own',
          message: 'Look at it.',
          detail: null,
        },
      },
    )
    const { status, error } = await retry(await signIn({ roles: ['RoleProcessAdmin'] }), id, await incidentOf(id))
    expect([status, error.code]).toEqual([409, 'incident.not-retryable'])
  })
})

describe('GET /processes/instances/{id}/diagram', () => {
  it('marks what is done, what is open and which way was taken', async () => {
    const client = await signIn()
    const id = await startTrip(client.user.username)
    await completeTask(id, 'checker')
    expect((await anonymous().call(processCalls.diagram, { params: { id } })).status).toBe(401)
    expect((await (await signIn()).call(processCalls.diagram, { params: { id } })).status).toBe(404)
    const { body } = await client.call(processCalls.diagram, { params: { id } })
    expect(body.xml).toContain('<process id="trip"')
    expect(body).toMatchObject({ processKey: 'trip', isSuspended: false })
    expect(body.elements).toEqual([
      { elementId: 'book', active: 1, completed: 0, cancelled: 0, incidents: 0 },
      { elementId: 'check', active: 0, completed: 1, cancelled: 0, incidents: 0 },
      { elementId: 'ok', active: 0, completed: 1, cancelled: 0, incidents: 0 },
      { elementId: 'wanted', active: 0, completed: 1, cancelled: 0, incidents: 0 },
    ])
    expect(body.takenFlows).toEqual(['flow1', 'flow2', 'flow3'])
  })

  it('counts the runs of a multi-instance task, and its incidents', async () => {
    const client = await signIn({ roles: ['RoleProcessAdmin'] })
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const many = await scenario.deploy(process('many').start().userTask('vote', { inside: loop }).end().toXml())
    const id = await scenario.start(many)
    const votes = async () =>
      (await client.call(processCalls.diagram, { params: { id } })).body.elements.find(
        ({ elementId }) => elementId === 'vote',
      )
    expect(await votes()).toMatchObject({ active: 3, completed: 0 })
    await completeTask(id, 'somebody')
    expect(await votes()).toMatchObject({ active: 2, completed: 1 })
    const failing = await scenario.start(waiting)
    await failJob(failing)
    const { body } = await client.call(processCalls.diagram, { params: { id: failing } })
    expect(body.elements.find(({ elementId }) => elementId === 'work')).toEqual({
      elementId: 'work',
      active: 1,
      completed: 0,
      cancelled: 0,
      incidents: 1,
    })
  })

  it('shows an end event that has thrown an error as done, and what the error interrupted as cancelled', async () => {
    const failing = await scenario.deploy(
      process('failing', { name: 'Failing' })
        .start()
        .subProcess('inside', (inner) =>
          inner
            .start()
            .parallelGateway('both')
            .userTask('left')
            .moveTo('both')
            .end('failed', { inside: '<errorEventDefinition errorRef="oops"/>' }),
        )
        .boundary('caught', '<errorEventDefinition/>')
        .userTask('mend')
        .toXml(),
    )
    const client = await signIn()
    const id = await scenario.start(failing, { userId: client.user.username })
    const { body } = await client.call(processCalls.diagram, { params: { id } })
    const cancelled = body.elements.filter((element) => element.cancelled > 0).map(({ elementId }) => elementId)
    expect(cancelled).toEqual(['inside', 'left'])
    expect(body.elements.find(({ elementId }) => elementId === 'failed')).toMatchObject({ completed: 1 })
    const activities = (await client.call(processCalls.activities, { params: { id } })).body.items
    expect(activities.find(({ elementId }) => elementId === 'failed')?.state).toBe('completed')
  })
})

describe('GET /processes/instances/{id}/history', () => {
  it('says who did what, newest first', async () => {
    const starter = await signIn()
    const checker = await signIn({ firstName: 'Joan', lastName: 'Clarke' })
    const id = await startTrip(starter.user.username, { checker: checker.user.username, ok: false })
    const { body: detail } = await checker.call(taskCalls.assigned)
    const taskId = detail.items[0]?.id ?? ''
    const form = (await checker.call(taskCalls.get, { params: { id: taskId } })).body.form
    clock.advance({ minutes: 4 })
    await checker.call(taskCalls.complete, {
      params: { id: taskId },
      body: { values: {}, hash: form?.document.hash ?? '' },
    })
    expect((await anonymous().call(processCalls.history, { params: { id } })).status).toBe(401)
    expect((await (await signIn()).call(processCalls.history, { params: { id } })).status).toBe(404)
    const listFor = async (client: TestClient) =>
      (await client.call(processCalls.history, { params: { id } })).body.items.map(({ kind, name, text, by }) => [
        kind,
        name,
        text,
        by?.displayName ?? null,
      ])
    expect(await listFor(starter)).toEqual([
      ['completed', null, null, 'Joan Clarke'],
      ['task-completed', 'Check', null, 'Joan Clarke'],
      ['task-created', 'Check', null, null],
      ['variable-set', 'ok', 'false', 'Ada Example'],
      ['variable-set', 'checker', checker.user.username, 'Ada Example'],
      ['started', null, null, 'Ada Example'],
    ])
    expect((await listFor(checker)).map(([kind]) => kind)).not.toContain('variable-set')
  })

  it('has the incidents of an instance and how they ended', async () => {
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const id = await scenario.start(waiting)
    await failJob(id)
    clock.advance({ minutes: 1 })
    const { body } = await operator.call(processCalls.incidents, { params: { id } })
    await operator.call(processCalls.retryIncident, { params: { id, incidentId: body.items[0]?.id ?? '' } })
    const { items } = (await operator.call(processCalls.history, { params: { id } })).body
    expect(items.map(({ kind, text, name, by }) => [kind, name, text, by?.username ?? null]).slice(0, 3)).toEqual([
      ['incident-ended', 'Work', null, operator.user.username],
      ['incident-raised', 'Work', 'It broke.', null],
      ['attempt-failed', 'Work', 'It broke.', null],
    ])
  })

  it('has the jobs that are done, for users who may see its data', async () => {
    const [checker, operator] = [await signIn(), await signIn({ roles: ['RoleProcessAdmin'] })]
    const id = await scenario.start(inBackground, { variables: { checker: checker.user.username } })
    clock.advance({ minutes: 1 })
    const { rows } = await admin.query('select id from job where instance_id = $1', [id])
    await executeCommand(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      { target: { by: 'job', id: rows[0].id }, command: { type: 'runJob', jobId: rows[0].id } },
    )
    const kinds = async (client: TestClient) =>
      (await client.call(processCalls.history, { params: { id } })).body.items.map(({ kind, name }) => [kind, name])
    expect(await kinds(operator)).toEqual([
      ['task-created', 'Later'],
      ['work-done', 'Later'],
      ['variable-set', 'checker'],
      ['started', null],
    ])
    expect(await kinds(checker)).toEqual([
      ['task-created', 'Later'],
      ['started', null],
    ])
  })

  it('goes without what a version of another time has reported', async () => {
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const id = await scenario.start(inBackground, { variables: { checker: 'nobody' } })
    await admin.query(
      `insert into history_fact (workplace_id, instance_id, id, at, kind, data)
        values ($1, $2, gen_random_uuid(), now(), 'moon-rose', '{}'), ($1, $2, gen_random_uuid(), now(), 'job-failed', '{"colour": 1}')`,
      [workplaceId, id],
    )
    const { body } = await operator.call(processCalls.history, { params: { id } })
    expect(body.items.map(({ kind }) => kind)).toEqual(['variable-set', 'started'])
  })
})

describe('DELETE /processes/instances/{id}', () => {
  const cancel = (client: TestClient, id: string, reason?: string) =>
    client.call(processCalls.cancel, { params: { id }, query: reason === undefined ? {} : { reason } })

  it('ends the instance, and keeps who did it and why', async () => {
    const checker = await signIn()
    const starter = await signIn()
    const id = await startTrip(starter.user.username, { checker: checker.user.username })
    expect((await cancel(anonymous(), id)).status).toBe(401)
    expect((await cancel(starter, id, 'x'.repeat(501))).error.code).toBe('request.invalid')
    expect((await cancel(checker, id)).error.code).toBe('right.missing')
    expect((await cancel(await signIn(), id)).error.code).toBe('thing.not-found')
    expect(
      (await cancel(await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] }), id)).status,
    ).toBe(404)
    expect((await admin.query('select from instance where id = $1', [id])).rowCount).toBe(1)
    expect((await cancel(starter, id, 'Not needed any more')).status).toBe(204)
    expect((await starter.call(processCalls.instance, { params: { id } })).body).toMatchObject({
      state: 'cancelled',
      reason: 'Not needed any more',
    })
    const { items } = (await starter.call(processCalls.history, { params: { id } })).body
    expect(items[0]).toMatchObject({
      kind: 'cancelled',
      text: 'Not needed any more',
      by: { username: starter.user.username },
    })
    expect((await starter.call(processCalls.activities, { params: { id } })).body.items.at(-1)).toMatchObject({
      elementId: 'check',
      state: 'cancelled',
    })
    expect((await cancel(starter, id)).error.code).toBe('instance.over')
  })

  it('takes called and calling instances with it', async () => {
    const id = await scenario.start(main)
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    const admins = await signIn({ roles: ['RoleProcessAdmin'] })
    expect((await cancel(admins, rows[0].id)).status).toBe(204)
    expect((await admin.query('select from instance where root_id = $1', [id])).rowCount).toBe(0)
  })

  it('says when a listener of the model does not let it end', async () => {
    const listener =
      '<extensionElements><camunda:executionListener event="end" expression="${oops}"/></extensionElements>'
    const stubborn = await scenario.deploy(
      process('stubborn').start().userTask('stay', { inside: listener }).end().toXml(),
    )
    const id = await scenario.start(stubborn)
    const { status, error } = await cancel(await signIn({ roles: ['RoleProcessAdmin'] }), id)
    expect([status, error.code]).toEqual([422, 'process.refused'])
    expect((await admin.query('select type from incident where instance_id = $1', [id])).rows).toEqual([
      { type: 'failedStep' },
    ])
  })
})

describe('GET /processes/startedbyme', () => {
  const list = (client: TestClient, query: object = {}) => client.call(processCalls.startedByMe, { query })
  const keys = ({ body }: Awaited<ReturnType<typeof list>>) => body.items.map(({ businessKey }) => businessKey)

  it('climbs from nobody to a user', async () => {
    expect((await list(anonymous())).status).toBe(401)
    expect((await list(await signIn(), { size: 0 })).error.code).toBe('request.invalid')
    expect((await list(await signIn({ roles: ['RoleAdmin'] }))).error.code).toBe('right.missing')
    expect((await list(await signIn())).body).toEqual({ items: [], from: 1, next: null, previous: null })
  })

  it('has a title for each: the business key, else the process and six digits; it is found and sorted by that', async () => {
    const client = await signIn()
    const userId = client.user.username
    const start = (more: object) => scenario.start(trip, { userId, variables: { checker: 'checker' }, ...more })
    await start({ businessKey: 'Zermatt' })
    clock.advance({ minutes: 1 })
    const id = await start({})
    const { items } = (await list(client)).body
    expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/^Trip [1-9]\d{5}$/), 'Zermatt'])
    const [title = ''] = items.map((item) => item.title)
    expect((await list(client, { q: title })).body.items.map((item) => item.id)).toEqual([id])
    expect((await list(client, { sort: '-title' })).body.items.map((item) => item.title)).toEqual(['Zermatt', title])
    const { body } = await client.call(processCalls.instance, { params: { id } })
    expect(body.title).toBe(title)
  })

  it('has running and ended instances together, newest first, without those that were called', async () => {
    const client = await signIn()
    const userId = client.user.username
    const begin = async (businessKey: string, variables: object = {}) => {
      clock.advance({ minutes: 1 })
      return scenario.start(trip, { userId, businessKey, variables: { checker: 'checker', ok: false, ...variables } })
    }
    const ended = await begin('first')
    await begin('second')
    const cancelled = await begin('third')
    await scenario.start(main, { userId, businessKey: 'calls' })
    await startTrip('someone-else')
    clock.advance({ minutes: 1 })
    await completeTask(ended, 'checker')
    await client.call(processCalls.cancel, { params: { id: cancelled }, query: {} })
    const answer = await list(client)
    expect(keys(answer)).toEqual(['calls', 'third', 'second', 'first'])
    expect(answer.body.items.map(({ state, waitsAt }) => [state, waitsAt])).toEqual([
      ['active', ['Call sub']],
      ['cancelled', []],
      ['active', ['Check']],
      ['completed', []],
    ])
    expect((await client.call(processCalls.startedByMeCount)).body).toMatchObject({ total: 4, isCapped: false })
    const newest = await list(client, { size: 2 })
    expect(keys(await list(client, { size: 2, after: newest.body.next }))).toEqual(['second', 'first'])
    expect(keys(await list(client, { sort: 'started', size: 3 }))).toEqual(['first', 'second', 'third'])
    expect(keys(await list(client, { sort: 'key' }))).toEqual(['calls', 'first', 'second', 'third'])
    expect(keys(await list(client, { sort: '-process', size: 1 }))).toEqual(['third'])
    expect(keys(await list(client, { sort: '-ended', size: 2 })).sort()).toEqual(['first', 'third'])
    expect(keys(await list(client, { state: 'completed' }))).toEqual(['first'])
    expect(keys(await list(client, { state: 'cancelled' }))).toEqual(['third'])
    expect(keys(await list(client, { state: 'active', process: 'trip' }))).toEqual(['second'])
    expect(keys(await list(client, { state: 'suspended' }))).toEqual([])
    expect(keys(await list(client, { q: 'THI' }))).toEqual(['third'])
    expect((await client.call(processCalls.startedByMeCount, { query: { q: 'trip' } })).body.total).toBe(3)
    expect(keys(await list(client, { 'state.not': 'active' }))).toEqual(['third', 'first'])
    expect(keys(await list(client, { started: clock().toISOString() }))).toEqual([])
  })

  it('finds those with incidents, of called instances too', async () => {
    const client = await signIn()
    const outer = await scenario.deploy(
      process('around').start().element('callActivity', 'call', { calledElement: 'waiting' }).end().toXml(),
    )
    const id = await scenario.start(outer, { userId: client.user.username, businessKey: 'broken' })
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    await failJob(rows[0].id)
    expect(keys(await list(client, { state: 'incident' }))).toEqual(['broken'])
    expect((await list(client)).body.items[0]?.state).toBe('incident')
  })
})
