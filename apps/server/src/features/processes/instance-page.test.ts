import { process } from '@millrace/bpmn/builder'
import { type AnswerOf, processCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand, executeStart } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const trip = await scenario.deploy(
  process('trip', { name: 'Trip' })
    .start('wanted', { name: 'Wanted' })
    .userTask('check', { name: 'Check', 'camunda:assignee': '${checker}' })
    .userTask('pay', { name: 'Pay', 'camunda:candidateGroups': 'payers' })
    .end('done', { name: 'Done' })
    .toXml(),
)
const actor = (userId: string) => ({ workplaceId, userId, cause: 'test' })
const value = (text: string) => ({ type: 'String', value: text, info: null })

async function complete(instanceId: string, userId: string, variables: Record<string, string> = {}): Promise<string> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const taskId: string = rows[0].id
  await executeCommand(runtime, actor(userId), {
    target: { by: 'task', id: taskId },
    command: {
      type: 'completeTask',
      taskId,
      variables: Object.entries(variables).map(([name, text]) => ({ name, value: value(text) })),
    },
  })
  return taskId
}

describe('the slider through the time of an instance', () => {
  it('shows at every moment what was open, what had been done, and the data of then', async () => {
    const client = await signIn()
    const { username } = client.user
    const times: string[] = []
    const tick = () => {
      times.push(clock().toISOString())
      clock.advance({ seconds: 10 })
    }
    const id = await scenario.start(trip, { userId: username, variables: { checker: username, city: 'Bern' } })
    tick()
    await complete(id, username, { city: 'Basel' })
    tick()
    await complete(id, username, { city: 'Berlin' })
    tick()
    const moments = (await client.call(processCalls.moments, { params: { id } })).body
    expect(moments).toMatchObject({ from: times[0], to: times[2], total: 3 })
    expect(moments.marks.map(({ at }) => at)).toEqual(times)
    const at = async (time: string) => {
      const { body } = await client.call(processCalls.moment, { params: { id }, query: { at: time } })
      const variables = await client.call(processCalls.variables, { params: { id }, query: { at: time, q: 'city' } })
      return [body.open, body.previous, body.next, body.place, variables.body.items.map(({ text }) => text)]
    }
    expect(await at(times[0] as string)).toEqual([['Check'], null, times[1], 1, ['Bern']])
    expect(await at(times[1] as string)).toEqual([['Pay'], times[0], times[2], 2, ['Basel']])
    expect(await at(times[2] as string)).toEqual([[], times[1], null, 3, ['Berlin']])
    const between = new Date(Date.parse(times[1] as string) + 5_000).toISOString()
    expect(await at(between)).toEqual([['Pay'], times[1], times[2], 2, ['Basel']])
    expect((await at('2000-01-01T00:00:00Z'))[3]).toBe(0)
    const end = (await client.call(processCalls.moment, { params: { id } })).body
    expect([end.at, end.previous, end.next, end.open]).toEqual([times[2], times[1], null, []])
    const { body } = await client.call(processCalls.moment, { params: { id }, query: { at: between } })
    expect(body.elements.map(({ elementId, active, completed }) => [elementId, active, completed])).toEqual([
      ['check', 0, 1],
      ['pay', 1, 0],
      ['wanted', 0, 1],
    ])
  })

  it('has no more than two hundred marks and pages of history for ten thousand facts', async () => {
    const client = await signIn()
    const id = await scenario.start(trip, { userId: client.user.username, variables: { checker: 'x' } })
    await admin.query(
      `insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed)
       select $1, $2, ('01b8fc00-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $3::timestamptz + (n / 2) * interval '10 ms', gen_random_uuid(), $2, 'n' || n, 'String', 'v', 1, false from generate_series(1, 10000) n`,
      [workplaceId, id, clock().toISOString()],
    )
    clock.advance({ seconds: 60 })
    const { total, marks } = (await client.call(processCalls.moments, { params: { id } })).body
    expect([total, marks.length <= 200, marks.reduce((sum, { count }) => sum + count, 0)]).toEqual([5_001, true, 5_001])
    const seen = new Set<string>()
    let after: string | null = ''
    let count = 0
    while (after !== null) {
      const { body }: { body: AnswerOf<typeof processCalls.history> } = await client.call(processCalls.history, {
        params: { id },
        query: after === '' ? {} : { after },
      })
      expect(body.items.length).toBeLessThanOrEqual(1_000)
      for (const item of body.items) seen.add(item.id)
      count += body.items.length
      after = body.next
    }
    // The start, the task and the variable of the start are there too, and nothing comes twice.
    expect([count, seen.size]).toEqual([10_003, 10_003])
    const found = await client.call(processCalls.variables, {
      params: { id },
      query: { at: clock().toISOString(), q: 'n777', sort: '-name' },
    })
    expect(found.body.items.map(({ name }) => name)).toEqual([
      'n7779',
      'n7778',
      'n7777',
      'n7776',
      'n7775',
      'n7774',
      'n7773',
      'n7772',
      'n7771',
      'n7770',
      'n777',
    ])
  })
})

describe('the form of the start of an instance', () => {
  const field = (id: string) =>
    `<bpmn:extensionElements><camunda:formData><camunda:formField id="${id}" label="${id}" type="string"/></camunda:formData></bpmn:extensionElements>`
  const order = (key: string, called = '') =>
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:message id="m" name="${key}-comes"/>
      <bpmn:process id="${key}" isExecutable="true"><bpmn:startEvent id="byHand">${field('goods')}</bpmn:startEvent><bpmn:sequenceFlow id="f" sourceRef="byHand" targetRef="wait"/>
      <bpmn:startEvent id="byMessage"><bpmn:messageEventDefinition id="d" messageRef="m"/></bpmn:startEvent><bpmn:sequenceFlow id="g" sourceRef="byMessage" targetRef="wait"/>
      ${called === '' ? '<bpmn:userTask id="wait"/>' : `<bpmn:callActivity id="wait" calledElement="${called}"/>`}</bpmn:process></bpmn:definitions>`

  it('is shown where it was sent, and not where it began by a message or was called', async () => {
    const client = await signIn({ roles: ['RoleProcessAdmin', 'RoleUser'] })
    const inner = await scenario.deploy(order('inner'))
    const outer = await scenario.deploy(order('outer', 'inner'))
    const formsOf = async (id: string) =>
      (await client.call(processCalls.forms, { params: { id } })).body.items.map((form) => form.id)
    const open = async (id: string) =>
      (await client.call(processCalls.form, { params: { id, formId: 'start' } })).status
    const begin = async (definition: typeof inner, startElementId: string | null) => {
      const instanceId = runtime.newId()
      const answer = await executeStart(runtime, actor(client.user.username), {
        command: {
          ...{ type: 'startInstance', definition, instanceId, startElementId, businessKey: null, variables: [] },
          tenantId: null,
        },
      })
      expect(answer.ok).toBe(true)
      return instanceId
    }
    const byHand = await begin(inner, null)
    expect([await formsOf(byHand), await open(byHand)]).toEqual([['start'], 200])
    const byMessage = await begin(inner, 'byMessage')
    expect([await formsOf(byMessage), await open(byMessage)]).toEqual([[], 404])
    const calling = await begin(outer, null)
    const { rows } = await admin.query('select id from instance where root_id = $1 and id <> root_id', [calling])
    expect([await formsOf(calling), await formsOf(rows[0].id), await open(rows[0].id)]).toEqual([['start'], [], 404])
  })
})

it('the people of an instance are reported with what they did', async () => {
  const starter = await signIn({ firstName: 'Ada', lastName: 'Lovelace' })
  const checker = await signIn({ firstName: 'Grace', lastName: 'Hopper' })
  const id = await scenario.start(trip, {
    userId: starter.user.username,
    variables: { checker: checker.user.username },
  })
  await complete(id, checker.user.username)
  const { body } = await starter.call(processCalls.participants, { params: { id } })
  expect(
    body.items.map(({ person, group, parts }) => [
      person?.displayName ?? group,
      parts.map(({ kind, name }) => `${kind} ${name}`),
    ]),
  ).toEqual([
    ['Ada Lovelace', ['started null']],
    ['Grace Hopper', ['completed Check']],
    ['payers', ['may-claim Pay']],
  ])
})
