import { type Attributes, bpmnOf, process } from '@millrace/bpmn/builder'
import { processCalls } from '@millrace/contract'
import { listFields } from '@millrace/forms'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const formData = `<extensionElements><camunda:formData businessKey="reference">
  <camunda:formField id="reference" label="Reference" type="string"/>
  <camunda:formField id="amount" label="Amount" type="long" defaultValue="42"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField>
  <camunda:formField id="needed" label="Needed" type="date"/>
  <camunda:formField id="express" label="Express" type="boolean" defaultValue="true"/>
</camunda:formData></extensionElements>`

const order = await scenario.deploy(
  process('order', { name: 'Order', inside: '<documentation>Order something.</documentation>' })
    .start('begin', { inside: formData, 'camunda:initiator': 'who' })
    .userTask('pack', { 'camunda:assignee': '${who}' })
    .end()
    .toXml(),
)
const unknownId = '00000000-0000-7000-8000-000000000000'
const formOf = (client: TestClient, id: string, timeZone = 'UTC') =>
  client.call(processCalls.startForm, { params: { id }, query: { timeZone } })

async function submit(client: TestClient, id: string, values: object, more: object = {}) {
  const { body } = await formOf(client, id)
  return client.call(processCalls.start, { params: { id }, body: { values, hash: body.form.document.hash, ...more } })
}

async function variablesOf(instanceId: string): Promise<Record<string, [string, string]>> {
  const { rows } = await admin.query('select name, type, value from variable where instance_id = $1', [instanceId])
  return Object.fromEntries(rows.map(({ name, type, value }) => [name, [type, value]]))
}

async function countInstances(definitionId: string): Promise<number> {
  return (await admin.query('select from instance where definition_id = $1', [definitionId])).rowCount ?? 0
}

describe('GET /processes/definitions/{id}/start-form', () => {
  it('climbs from nobody to a user', async () => {
    expect((await formOf(anonymous(), order.id)).status).toBe(401)
    const client = await signIn()
    expect((await formOf(client, order.id, 'Nowhere/At_All')).status).toBe(400)
    expect((await formOf(await signIn({ roles: ['RoleDesign'] }), order.id)).status).toBe(403)
    for (const id of [unknownId, 'no-id']) expect((await formOf(client, id)).error.code).toBe('thing.not-found')
    const { status, body } = await formOf(client, order.id)
    expect(status).toBe(200)
    expect(body.definition).toEqual({
      id: order.id,
      key: 'order',
      name: 'Order',
      version: 1,
      description: 'Order something.',
      category: null,
    })
    expect(listFields(body.form.document.data).map(({ key, type }) => [key, type])).toEqual([
      ['reference', 'text'],
      ['amount', 'number'],
      ['needed', 'date'],
      ['express', 'checkbox'],
    ])
    expect(body.form).toMatchObject({ values: { amount: 42, express: true }, variables: {}, unsupported: [] })
  })

  it('of another workplace is not there', async () => {
    expect((await formOf(await signIn({ workplaceId: await createWorkplace(db) }), order.id)).status).toBe(404)
  })

  it('is only for candidate starters, where the model names some', async () => {
    const guarded = await scenario.deploy(
      process('guarded', { 'camunda:candidateStarterGroups': 'clerks', 'camunda:candidateStarterUsers': 'ann' })
        .start()
        .userTask()
        .end()
        .toXml(),
    )
    expect((await formOf(await signIn(), guarded.id)).error.code).toBe('thing.not-found')
    expect((await formOf(await signIn({ groups: ['clerks'] }), guarded.id)).status).toBe(200)
    expect((await formOf(await signIn({ username: 'ann' }), guarded.id)).status).toBe(200)
  })

  it('says when a process cannot be started: hidden from lists, without a plain start event, suspended', async () => {
    const hidden = await scenario.deploy(
      process('hidden', { 'camunda:isStartableInTasklist': false }).start().userTask().end().toXml(),
    )
    const called = await scenario.deploy(
      process('called')
        .start('start', {
          inside: '<timerEventDefinition><timeDate>2031-01-01T00:00:00Z</timeDate></timerEventDefinition>',
        })
        .userTask()
        .end()
        .toXml(),
    )
    const suspended = await scenario.deploy(process('suspended').start().userTask().end().toXml())
    await admin.query('update process_definition set is_suspended = true where id = $1', [suspended.id])
    const client = await signIn()
    for (const { id } of [hidden, called, suspended]) {
      const { status, error } = await formOf(client, id)
      expect([status, error.code]).toEqual([409, 'definition.not-startable'])
    }
  })

  it('replaces a form of another product by the generic one, and says so', async () => {
    const foreign = await scenario.deploy(
      process('foreign').start('begin', { 'camunda:formKey': 'embedded:app:forms/x.html' }).userTask().end().toXml(),
    )
    const client = await signIn()
    const { body } = await formOf(client, foreign.id)
    expect(body.form.unsupported).toEqual([
      'Expected a form of this product, but the model names “embedded:app:forms/x.html”. The process data is shown instead.',
    ])
    const added = [{ name: 'color', type: 'String', value: 'red' }]
    const started = await submit(client, foreign.id, { 'millrace:added': added })
    expect(await variablesOf(started.body.instanceId)).toEqual({ color: ['String', 'red'] })
  })

  it('asks, where there is none, for what conditions compare, but does not read whole books for it', async () => {
    const long = `\${colour == '${'red '.repeat(6000)}'}`
    const bare = await scenario.deploy(
      bpmnOf('camunda')`<process id="bare" isExecutable="true"><startEvent id="begin"/>
        <sequenceFlow id="a" sourceRef="begin" targetRef="which"/><exclusiveGateway id="which" default="other"/>
        <sequenceFlow id="dear" sourceRef="which" targetRef="approve"><conditionExpression>\${price gt 100}</conditionExpression></sequenceFlow>
        <sequenceFlow id="odd" sourceRef="which" targetRef="approve"><conditionExpression>${long}</conditionExpression></sequenceFlow>
        <sequenceFlow id="other" sourceRef="which" targetRef="approve"/><userTask id="approve"/></process>`,
    )
    const { body } = await formOf(await signIn(), bare.id)
    expect(listFields(body.form.document.data).map(({ key }) => key)).toEqual(['price', 'millrace:added'])
  })
})

describe('POST /processes/definitions/{id}/start', () => {
  it('climbs from nobody to a running instance', async () => {
    const before = await countInstances(order.id)
    const body = { values: {}, hash: 'x' }
    expect((await anonymous().call(processCalls.start, { params: { id: order.id }, body })).status).toBe(401)
    const client = await signIn()
    expect((await client.call(processCalls.start, { params: { id: order.id }, body: {} })).error.code).toBe(
      'request.invalid',
    )
    expect((await client.call(processCalls.start, { params: { id: unknownId }, body })).error.code).toBe(
      'thing.not-found',
    )
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(processCalls.start, { params: { id: order.id }, body })).error.code).toBe(
      'thing.not-found',
    )
    expect((await client.call(processCalls.start, { params: { id: order.id }, body })).error.code).toBe('form.changed')
    const invalid = await submit(client, order.id, { amount: 'many', needed: '31/02/2030' })
    expect(invalid.error.details?.map(({ where, code }) => [where, code])).toEqual([
      ['amount', 'number.invalid'],
      ['needed', 'date.no-such-day'],
    ])
    expect(await countInstances(order.id)).toBe(before)

    const { status, body: answer } = await submit(
      client,
      order.id,
      { amount: 7, needed: '2030-02-01', reference: 'R-1' },
      { timeZone: 'Pacific/Auckland' },
    )
    expect([status, answer.businessKey]).toEqual([200, 'R-1'])
    const { rows } = await admin.query(
      'select i.business_key, i.start_user_id, t.id as task from instance i join task t on t.instance_id = i.id where i.id = $1',
      [answer.instanceId],
    )
    expect(rows).toEqual([{ business_key: 'R-1', start_user_id: client.user.username, task: answer.nextTaskId }])
    expect(await variablesOf(answer.instanceId)).toEqual({
      amount: ['Long', '7'],
      express: ['Boolean', 'true'],
      needed: ['Date', '2030-02-01T00:00:00.000Z'],
      who: ['String', client.user.username],
    })
  })

  it('takes the business key of the user before that of the form', async () => {
    const { body } = await submit(
      await signIn(),
      order.id,
      { reference: 'field', amount: 1 },
      { businessKey: ' given ' },
    )
    expect(body.businessKey).toBe('given')
  })

  it('leaves nothing when a step fails before the first wait', async () => {
    const broken = await scenario.deploy(
      process('broken').start().exclusiveGateway('split').when('${nothing.here}').userTask().end().toXml(),
    )
    const { status, error } = await submit(await signIn(), broken.id, {})
    expect([status, error.code]).toEqual([422, 'process.refused'])
    expect(error.message).toContain('nothing')
    expect(await countInstances(broken.id)).toBe(0)
    expect((await admin.query('select from incident where definition_id = $1', [broken.id])).rowCount).toBe(0)
  })
})

describe('what somebody sent before', () => {
  const again = (client: TestClient, id: string) => client.call(processCalls.instance, { params: { id } })
  const versionOf = (more: Attributes = {}) =>
    process('again', more).start('begin', { inside: formData }).userTask().end().toXml()

  it('is found by themselves alone, the last of any version, running or ended', async () => {
    const first = await scenario.deploy(versionOf())
    const [client, other] = [await signIn(), await signIn()]
    expect((await formOf(client, first.id)).body.form.sentBefore).toBeUndefined()
    await submit(client, first.id, { amount: 1 })
    const { body: started } = await submit(client, first.id, { amount: 7 })
    await submit(other, first.id, { amount: 9 })
    await client.call(processCalls.cancel, { params: { id: started.instanceId } })
    const second = await scenario.deploy(versionOf({ name: 'Second' }))
    const { sentBefore } = (await formOf(client, second.id)).body.form
    expect(sentBefore).toMatchObject({ instanceId: started.instanceId, formId: 'start' })
    const params = { id: started.instanceId, formId: 'start' }
    const sent = await client.call(processCalls.form, { params, query: {} })
    expect(sent.body.form.values).toMatchObject({ amount: 7, express: true })
    expect((await other.call(processCalls.form, { params, query: {} })).error.code).toBe('thing.not-found')
  })

  it('is found whether its row of the listing is filed yet or not', async () => {
    const { id } = await scenario.deploy(versionOf({ id: 'again' }))
    const client = await signIn()
    const { body: old } = await submit(client, id, { amount: 1 })
    await admin.query('update instance_listing set is_filed = true')
    const before = async () => (await formOf(client, id)).body.form.sentBefore?.instanceId
    expect(await before()).toBe(old.instanceId)
    const { body: newest } = await submit(client, id, { amount: 2 })
    expect(await before()).toBe(newest.instanceId)
    // One that began otherwise was begun without this form.
    await admin.query(`update instance set start_element_key = 'message' where id = $1`, [newest.instanceId])
    await admin.query(`update history_instance set start_element_key = 'message' where id = $1`, [newest.instanceId])
    expect(await before()).toBe(old.instanceId)
  })

  it('starts again in the newest version, for a user who started it by a form and may start it', async () => {
    const first = await scenario.deploy(versionOf({ name: 'Third' }))
    const client = await signIn()
    const { body: started } = await submit(client, first.id, { amount: 7 })
    expect((await again(client, started.instanceId)).body.startAgain).toBe(first.id)
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    expect((await again(operator, started.instanceId)).body.startAgain).toBeNull()
    const second = await scenario.deploy(versionOf({ name: 'Fourth' }))
    expect((await again(client, started.instanceId)).body.startAgain).toBe(second.id)
    await scenario.deploy(versionOf({ name: 'Fifth', 'camunda:candidateStarterUsers': 'nobody-else' }))
    expect((await again(client, started.instanceId)).body.startAgain).toBeNull()
    const bare = await scenario.deploy(process('bare-again').start().userTask().end().toXml())
    const { body: without } = await submit(client, bare.id, {})
    expect((await again(client, without.instanceId)).body.startAgain).toBeNull()
  })
})

describe('GET /processes/definitions/{id}/diagram', () => {
  it('is for a user who may start the process, and for process administrators', async () => {
    const guarded = await scenario.deploy(
      process('closed', { 'camunda:candidateStarterUsers': 'nobody-else' }).start().userTask().end().toXml(),
    )
    expect((await anonymous().call(processCalls.definitionDiagram, { params: { id: guarded.id } })).status).toBe(401)
    expect((await (await signIn()).call(processCalls.definitionDiagram, { params: { id: guarded.id } })).status).toBe(
      404,
    )
    const { body } = await (await signIn({ roles: ['RoleProcessAdmin'] })).call(processCalls.definitionDiagram, {
      params: { id: guarded.id },
    })
    expect(body.processKey).toBe('closed')
    expect(body.xml).toContain('<process id="closed"')
  })

  it('has the letters of a file in another encoding', async () => {
    const xml = process('letters').start().userTask('check', { name: 'Prüfung' }).end().toXml()
    const text = xml.replace(/^<\?xml.*?\?>/, '<?xml version="1.0" encoding="windows-1252"?>')
    const { id } = await scenario.deploy(Buffer.from(text, 'latin1'))
    const { body } = await (await signIn({ roles: ['RoleProcessAdmin'] })).call(processCalls.definitionDiagram, {
      params: { id },
    })
    expect(body.xml).toContain('name="Prüfung"')
  })
})

it('a start form says who it goes to first, as far as the model says so in plain words', async () => {
  await signIn({ username: 'bea', firstName: 'Bea', lastName: 'Brand' })
  const { id } = await scenario.deploy(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
    <process id="first" isExecutable="true">
      <startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="g"/>
      <exclusiveGateway id="g" default="b"/>
      <sequenceFlow id="b" sourceRef="g" targetRef="mail"/>
      <sequenceFlow id="c" sourceRef="g" targetRef="two"><conditionExpression>\${amount > 5}</conditionExpression></sequenceFlow>
      <scriptTask id="mail" scriptFormat="javascript"><script>1</script></scriptTask><sequenceFlow id="d" sourceRef="mail" targetRef="one"/>
      <userTask id="one" name="Check" camunda:assignee="bea" camunda:candidateGroups="clerks"/><sequenceFlow id="e" sourceRef="one" targetRef="later"/>
      <userTask id="two" name="Decide" camunda:assignee="\${boss}"/>
      <userTask id="later" name="Later"/>
    </process></definitions>`,
  )
  const { body } = await formOf(await signIn({ username: 'first.starter' }), id)
  expect(body.firstTasks.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'Check', groups: ['clerks'], people: ['Bea Brand'] },
    { name: 'Decide', groups: [], people: [] },
  ])
})
