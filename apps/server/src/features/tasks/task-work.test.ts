import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { getStandaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { executeCommand, executeStart } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const formData = `<extensionElements><camunda:formData>
  <camunda:formField id="amount" label="Amount" type="long"><camunda:validation><camunda:constraint name="required"/><camunda:constraint name="min" config="1"/></camunda:validation></camunda:formField>
  <camunda:formField id="note" label="Note" type="string" defaultValue="for \${customer}"/>
</camunda:formData></extensionElements>`

/** Check, then one more task for whoever it is for. */
const model = process('review', { name: 'Review' })
  .start()
  .userTask('check', {
    name: 'Check',
    'camunda:assignee': '${first}',
    'camunda:candidateGroups': 'reviewers',
    inside: formData,
  })
  .userTask('confirm', { name: 'Confirm', 'camunda:assignee': '${second}' })
  .end()
  .toXml()
const review = await scenario.deploy(model)
const start = (first: string | null, second: string | null = null) =>
  scenario.start(review, { userId: 'starter', variables: { first, second, customer: 'ACME' } })

async function startTask(
  first: string | null,
  second: string | null = null,
): Promise<{ taskId: string; instanceId: string }> {
  const instanceId = await start(first, second)
  return { instanceId, taskId: await openTaskOf(instanceId) }
}

async function openTaskOf(instanceId: string): Promise<string> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0]?.id
}

async function stateOf(taskId: string): Promise<unknown> {
  const { rows } = await admin.query(
    "select assignee, (select count(*)::int from task_listing where task_id = t.id and reader ~ '^[ug]:') as candidates from task t where id = $1",
    [taskId],
  )
  return rows[0] ?? null
}

async function submit(client: TestClient, id: string, values: object, more: object = {}) {
  const { body } = await client.call(taskCalls.get, { params: { id } })
  return client.call(taskCalls.complete, {
    params: { id },
    body: { values, hash: body.form?.document.hash ?? '', ...more },
  })
}

const unknownId = '00000000-0000-7000-8000-000000000000'

describe('GET /tasks/{id}', () => {
  it('is for users who are signed in, and only shows what they may see', async () => {
    const { taskId } = await startTask('somebody')
    expect((await anonymous().call(taskCalls.get, { params: { id: taskId } })).status).toBe(401)
    expect(
      (await (await signIn({ roles: ['RoleDesign'] })).call(taskCalls.get, { params: { id: taskId } })).status,
    ).toBe(403)
    const client = await signIn()
    for (const id of [taskId, unknownId, 'no-id']) {
      const { status, error } = await client.call(taskCalls.get, { params: { id } })
      expect([status, error.code]).toEqual([404, 'thing.not-found'])
    }
    expect(
      (await client.call(taskCalls.get, { params: { id: taskId }, query: { timeZone: 'Middle/Earth' } })).status,
    ).toBe(400)
  })

  it('of another workplace is not there', async () => {
    const { taskId } = await startTask('somebody')
    const client = await signIn({
      workplaceId: await createWorkplace(db),
      username: 'somebody',
      roles: ['RoleUser', 'RoleAdmin'],
    })
    expect((await client.call(taskCalls.get, { params: { id: taskId } })).status).toBe(404)
  })

  it('gives the task with its form and the values that it opens with', async () => {
    const client = await signIn({ groups: ['reviewers'], firstName: 'Grace', lastName: 'Hopper' })
    const { taskId } = await startTask(client.user.username)
    const { status, body } = await client.call(taskCalls.get, { params: { id: taskId } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Check',
      taskKey: 'check',
      state: 'assigned',
      assignee: { username: client.user.username, displayName: 'Grace Hopper' },
      candidateGroups: ['reviewers'],
      candidateUsers: [],
      permissions: { claim: false, unclaim: true, complete: true },
      process: { key: 'review', name: 'Review' },
    })
    expect(body.form?.document.data.map(({ key }) => key)).toEqual(['amount', 'note'])
    expect(body.form?.values).toEqual({ note: 'for ACME' })
  })

  it('shows a candidate what may be done, and that the form is not to be filled yet', async () => {
    const client = await signIn({ groups: ['reviewers'] })
    const { taskId } = await startTask(null)
    expect((await client.call(taskCalls.get, { params: { id: taskId } })).body.permissions).toEqual({
      claim: true,
      unclaim: false,
      complete: false,
      ...{ delegate: false, assign: false, plan: false, share: false, own: false, seeProcess: true },
    })
  })

  it('shows a process administrator the task of others, to give it to another user', async () => {
    const { taskId } = await startTask('somebody')
    const client = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    expect((await client.call(taskCalls.get, { params: { id: taskId } })).body.permissions).toEqual({
      claim: false,
      unclaim: false,
      complete: false,
      ...{ delegate: true, assign: true, plan: true, share: true, own: false, seeProcess: true },
    })
  })
})

describe('POST /tasks/{id}/claim', () => {
  it('climbs from nobody to a candidate', async () => {
    const { taskId: id } = await startTask(null)
    expect((await anonymous().call(taskCalls.claim, { params: { id } })).error.code).toBe('session.missing')
    expect((await (await signIn()).call(taskCalls.claim, { params: { id } })).error.code).toBe('thing.not-found')
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), groups: ['reviewers'] })
    expect((await elsewhere.call(taskCalls.claim, { params: { id } })).error.code).toBe('thing.not-found')
    expect(await stateOf(id)).toEqual({ assignee: null, candidates: 1 })
    const client = await signIn({ groups: ['reviewers'] })
    expect((await client.call(taskCalls.claim, { params: { id } })).status).toBe(204)
    expect(await stateOf(id)).toEqual({ assignee: client.user.username, candidates: 0 })
  })

  it('lets process administrators claim what they are no candidates of', async () => {
    for (const role of ['RoleProcessAdmin', 'RoleAdmin'] as const) {
      const { taskId: id } = await startTask(null)
      const operator = await signIn({ roles: [role] })
      expect((await operator.call(taskCalls.claim, { params: { id } })).status).toBe(204)
      expect(await stateOf(id)).toEqual({ assignee: operator.user.username, candidates: 0 })
    }
  })

  it('changes nothing when it is the user’s already', async () => {
    const client = await signIn({ groups: ['reviewers'] })
    const { taskId: id } = await startTask(client.user.username)
    expect((await client.call(taskCalls.claim, { params: { id } })).status).toBe(204)
  })

  it('of two people at once exactly one has it, and the other is reported', async () => {
    const { taskId: id } = await startTask(null)
    const clients = await Promise.all(Array.from({ length: 4 }, () => signIn({ groups: ['reviewers'] })))
    const answers = await Promise.all(clients.map((client) => client.call(taskCalls.claim, { params: { id } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
    const winner = clients[answers.findIndex(({ status }) => status === 204)]
    expect(await stateOf(id)).toEqual({ assignee: winner?.user.username, candidates: 0 })
    const late = answers.find(({ status }) => status === 409)
    expect(late?.error.code).toBe('task.taken')
  })

  it('is refused while the instance is suspended', async () => {
    const { taskId: id } = await startTask(null)
    await admin.query('update task set is_suspended = true where id = $1', [id])
    const client = await signIn({ groups: ['reviewers'] })
    expect((await client.call(taskCalls.claim, { params: { id } })).error.code).toBe('task.suspended')
  })
})

describe('POST /tasks/{id}/unclaim', () => {
  it('gives the task back to its candidates', async () => {
    const client = await signIn({ groups: ['reviewers'] })
    const { taskId: id } = await startTask(client.user.username)
    expect((await client.call(taskCalls.unclaim, { params: { id } })).status).toBe(204)
    expect(await stateOf(id)).toEqual({ assignee: null, candidates: 1 })
    expect((await client.call(taskCalls.unclaim, { params: { id } })).error.code).toBe('task.not-yours')
  })

  it('is not for those who do not have it', async () => {
    const client = await signIn({ groups: ['reviewers'] })
    const { taskId: id } = await startTask('somebody')
    const { status, error } = await client.call(taskCalls.unclaim, { params: { id } })
    expect([status, error.code]).toEqual([403, 'task.not-yours'])
    expect(await stateOf(id)).toEqual({ assignee: 'somebody', candidates: 0 })
  })

  it('is refused where nobody else could claim it', async () => {
    const client = await signIn({ groups: ['reviewers'] })
    const { taskId, instanceId } = await startTask(client.user.username, client.user.username)
    await submit(client, taskId, { amount: 1 })
    expect((await client.call(taskCalls.unclaim, { params: { id: await openTaskOf(instanceId) } })).error.code).toBe(
      'right.missing',
    )
  })
})

describe('POST /tasks/{id}/complete', () => {
  it('climbs from nobody to the assignee, and the process continues', async () => {
    const { taskId: id, instanceId } = await startTask('mallory')
    const body = { values: { amount: 5 }, hash: 'x' }
    expect((await anonymous().call(taskCalls.complete, { params: { id }, body })).status).toBe(401)
    const other = await signIn({ groups: ['reviewers'] })
    expect((await other.call(taskCalls.complete, { params: { id }, body: { values: [] } })).error.code).toBe(
      'request.invalid',
    )
    expect((await other.call(taskCalls.complete, { params: { id }, body })).error.code).toBe('task.not-yours')
    expect((await (await signIn()).call(taskCalls.complete, { params: { id }, body })).error.code).toBe(
      'thing.not-found',
    )
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), username: 'mallory' })
    expect((await elsewhere.call(taskCalls.complete, { params: { id }, body })).error.code).toBe('thing.not-found')
    expect(await openTaskOf(instanceId)).toBe(id)
    const client = await signIn({ username: 'mallory' })
    const { status, body: answer } = await submit(client, id, { amount: '5', note: 'fine' })
    expect([status, answer]).toEqual([200, { nextTaskId: null }])
    const { rows } = await admin.query('select task_key from task where instance_id = $1', [instanceId])
    expect(rows).toEqual([{ task_key: 'confirm' }])
    expect(await variablesOf(instanceId)).toMatchObject({ amount: ['Long', '5'], note: ['String', 'fine'] })
  })

  it('names the next task of the instance that is already the user’s', async () => {
    const client = await signIn()
    const { taskId, instanceId } = await startTask(client.user.username, client.user.username)
    const { body } = await submit(client, taskId, { amount: 1 })
    expect(body).toEqual({ nextTaskId: await openTaskOf(instanceId) })
    expect((await submit(client, body.nextTaskId ?? '', {})).body).toEqual({ nextTaskId: null })
    const { rows } = await admin.query('select outcome, ended_by from history_instance where id = $1', [instanceId])
    expect(rows).toEqual([{ outcome: 'completed', ended_by: client.user.username }])
  })

  it('keeps a default that the user left alone, when nothing was submitted for it', async () => {
    const client = await signIn()
    const { taskId, instanceId } = await startTask(client.user.username)
    await submit(client, taskId, { amount: 1 })
    expect(await variablesOf(instanceId)).toMatchObject({ note: ['String', 'for ACME'] })
  })

  it('names every error by its field, and changes nothing', async () => {
    const client = await signIn()
    const { taskId: id, instanceId } = await startTask(client.user.username)
    const missing = await submit(client, id, { note: 'no amount' })
    expect([missing.status, missing.error.code]).toEqual([422, 'form.invalid'])
    expect(missing.error.details).toEqual([
      { where: 'amount', code: 'value.required', message: 'This field is required.' },
    ])
    const wrong = await submit(client, id, { amount: 0, sneaky: true })
    expect(wrong.error.details?.map(({ where, code }) => [where, code])).toEqual([['sneaky', 'form.unknown-field']])
    expect((await submit(client, id, { amount: 0 })).error.details).toEqual([
      { where: 'amount', code: 'number.too-small', message: 'Enter 1 or more.' },
    ])
    expect(await openTaskOf(instanceId)).toBe(id)
    expect(await variablesOf(instanceId)).not.toHaveProperty('note')
  })

  it('refuses values of a form that has changed since', async () => {
    const client = await signIn()
    const { taskId: id } = await startTask(client.user.username)
    const { status, error } = await client.call(taskCalls.complete, {
      params: { id },
      body: { values: { amount: 1 }, hash: 'of another version' },
    })
    expect([status, error.code]).toEqual([409, 'form.changed'])
  })

  it('of two at once exactly one does it, and the other learns that the task is over', async () => {
    const client = await signIn()
    const { taskId: id, instanceId } = await startTask(client.user.username)
    const { body } = await client.call(taskCalls.get, { params: { id } })
    const complete = () =>
      client.call(taskCalls.complete, {
        params: { id },
        body: { values: { amount: 1 }, hash: body.form?.document.hash ?? '' },
      })
    const answers = await Promise.all([complete(), complete(), complete()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ error }) => error.code)).toEqual([
      'task.over',
      'task.over',
    ])
    const { rows } = await admin.query('select count(*)::int as count from history_task where instance_id = $1', [
      instanceId,
    ])
    expect(rows).toEqual([{ count: 1 }])
    expect((await complete()).error.code).toBe('task.over')
  })

  it('says why the process cannot continue, keeps the task, and records an incident once', async () => {
    const client = await signIn()
    const definition = await scenario.deploy(
      process('fragile')
        .start()
        .userTask('do', { name: 'Do it', 'camunda:assignee': client.user.username })
        .exclusiveGateway('split')
        .when('${missing > 3}')
        .end()
        .toXml(),
    )
    const instanceId = await scenario.start(definition)
    const id = await openTaskOf(instanceId)
    for (let turn = 0; turn < 2; turn++) {
      const { status, error } = await submit(client, id, {})
      expect([status, error.code]).toEqual([422, 'process.refused'])
      expect(error.message).toContain('missing')
    }
    expect(await openTaskOf(instanceId)).toBe(id)
    const { rows } = await admin.query(
      'select type, element_key, element_id = (select element_id from task where id = $2) as at_task from incident where instance_id = $1',
      [instanceId, id],
    )
    expect(rows).toEqual([{ type: 'failedStep', element_key: 'split', at_task: true }])
    await admin.query(
      `insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, revision, created_at) values ($1, $2, $2, 'missing', gen_random_uuid(), $2, 'Integer', '5', 0, now())`,
      [workplaceId, instanceId],
    )
    expect((await submit(client, id, {})).status).toBe(200)
    expect((await admin.query('select from incident where instance_id = $1', [instanceId])).rowCount).toBe(0)
  })

  it('gives a delegated task back to its owner', async () => {
    const client = await signIn()
    const { taskId: id } = await startTask(client.user.username)
    await admin.query(
      `with given as (update task set owner = 'boss', delegation = 'PENDING' where id = $1 returning root_id)
        update instance set revision = revision + 1 where id = (select root_id from given)`,
      [id],
    )
    expect((await client.call(taskCalls.get, { params: { id } })).body.state).toBe('delegated')
    expect((await submit(client, id, { amount: 3 })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ assignee: 'boss' })
  })
})

describe('a task that belongs to no process', () => {
  it('is claimed by one, given back, and completed once', async () => {
    const clients = await Promise.all([signIn({ groups: ['helpers'] }), signIn({ groups: ['helpers'] })])
    const id = runtime.newId()
    const fields = {
      name: 'Water the plants',
      description: null,
      assignee: null,
      owner: null,
      delegation: null,
      priority: 50,
      dueAt: null,
      followUpAt: null,
      tenantId: null,
      parentTaskId: null,
    }
    const system = { workplaceId, userId: null, cause: 'test' }
    const definition = await getStandaloneTasks()
    await executeStart(runtime, system, { command: { type: 'createTask', definition, taskId: id, fields } })
    const patch = { candidateGroups: ['helpers'] }
    const command = { type: 'changeTask', taskId: id, patch, operation: 'Candidates' } as const
    await executeCommand(runtime, system, { target: { by: 'task', id }, command })
    expect((await clients[0].call(taskCalls.unclaimed)).body.items).toMatchObject([
      { id, process: null, state: 'unclaimed' },
    ])
    const claims = await Promise.all(clients.map((client) => client.call(taskCalls.claim, { params: { id } })))
    expect(claims.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await stateOf(id)).toMatchObject({ candidates: 0 })
    const winner = claims[0]?.status === 204 ? clients[0] : clients[1]
    expect((await winner.call(taskCalls.unclaim, { params: { id } })).status).toBe(204)
    expect(await stateOf(id)).toEqual({ assignee: null, candidates: 1 })
    await winner.call(taskCalls.claim, { params: { id } })
    const answers = await Promise.all([submit(winner, id, {}), submit(winner, id, {})])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await winner.call(taskCalls.get, { params: { id } })).body).toMatchObject({
      state: 'completed',
      process: null,
      form: null,
    })
    expect((await winner.call(taskCalls.history, { params: { id } })).body.map(({ kind }) => kind)).toEqual([
      ...['completed', 'claimed', 'released', 'claimed', 'candidates-added', 'created'],
    ])
  })
})

describe('GET /tasks/{id}/history', () => {
  it('says what happened to the task and who did it, newest first', async () => {
    const client = await signIn({ groups: ['reviewers'], firstName: 'Katherine', lastName: 'Johnson' })
    const { taskId: id } = await startTask(null)
    for (const call of [taskCalls.claim, taskCalls.unclaim, taskCalls.claim]) {
      clock.advance({ minutes: 1 })
      await client.call(call, { params: { id } })
    }
    clock.advance({ minutes: 1 })
    await submit(client, id, { amount: 1 })
    const { body } = await client.call(taskCalls.history, { params: { id } })
    expect(body.map(({ kind, by }) => [kind, by?.displayName ?? null])).toEqual([
      ['completed', 'Katherine Johnson'],
      ['claimed', 'Katherine Johnson'],
      ['released', 'Katherine Johnson'],
      ['claimed', 'Katherine Johnson'],
      ['created', null],
      ['process-started', 'starter'],
    ])
    const over = await client.call(taskCalls.get, { params: { id } })
    expect(over.body).toMatchObject({ state: 'completed', form: null, permissions: { complete: false } })
  })

  it('is not for others', async () => {
    const { taskId: id } = await startTask('somebody')
    expect((await (await signIn()).call(taskCalls.history, { params: { id } })).status).toBe(404)
  })
})

async function variablesOf(instanceId: string): Promise<Record<string, [string, string]>> {
  const { rows } = await admin.query('select name, type, value from variable where instance_id = $1', [instanceId])
  return Object.fromEntries(rows.map(({ name, type, value }) => [name, [type, value]]))
}

describe('the same task that somebody has completed before', () => {
  const before = async (client: TestClient, id: string) =>
    (await client.call(taskCalls.get, { params: { id } })).body.form?.sentBefore

  it('is named beside the form of a user who may complete this one, their last one', async () => {
    const [client, other] = [await signIn({ groups: ['reviewers'] }), await signIn()]
    const { username } = client.user
    const [first, second, open] = [
      await startTask(username, username),
      await startTask(username, username),
      await startTask(username),
    ]
    expect(await before(client, open.taskId)).toBeUndefined()
    for (const { taskId } of [first, second]) {
      await submit(client, taskId, { amount: 5 })
      clock.advance({ minutes: 1 })
    }
    const theirs = await startTask(other.user.username)
    await submit(other, theirs.taskId, { amount: 8 })
    expect(await before(client, open.taskId)).toMatchObject({ instanceId: second.instanceId, formId: second.taskId })
    // Another task of the same process is another form.
    expect(await before(client, await openTaskOf(second.instanceId))).toBeUndefined()
    // Who may not complete it yet gets nothing to fill it with.
    const unclaimed = await startTask(null)
    expect(await before(client, unclaimed.taskId)).toBeUndefined()
    await client.call(taskCalls.claim, { params: { id: unclaimed.taskId } })
    expect(await before(client, unclaimed.taskId)).toMatchObject({ formId: second.taskId })
    // What was entered for one tenant is not offered for another.
    await admin.query('update process_definition set tenant_id = $2 where id = $1', [review.id, 'north'])
    const ours = await scenario.deploy(model)
    const variables = { first: username, second: username, customer: 'ACME' }
    const opened = await openTaskOf(await scenario.start(ours, { userId: 'starter', variables }))
    expect((await client.call(taskCalls.get, { params: { id: opened } })).body.form).not.toBeNull()
    expect(await before(client, opened)).toBeUndefined()
  })
})
