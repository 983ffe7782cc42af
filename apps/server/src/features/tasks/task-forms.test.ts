import { type Attributes, process } from '@millrace/bpmn/builder'
import { processCalls, taskCalls } from '@millrace/contract'
import { listFields } from '@millrace/forms'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const system = { workplaceId, userId: null, cause: 'test' }

/** An instance that waits at one task of a new user. */
async function waitAt(
  task: Attributes & { inside?: string },
  {
    dialect = 'camunda',
    variables = {},
    files = [],
  }: {
    dialect?: 'camunda' | 'flowable' | 'millrace'
    variables?: Record<string, unknown>
    files?: { name: string; bytes: Buffer }[]
  } = {},
) {
  const client = await signIn()
  const xml = process('form')
    .start()
    .userTask('fill', { [`${dialect}:assignee`]: client.user.username, ...task })
    .end()
    .toXml()
  const answer = await deploy(runtime, system, {
    name: null,
    source: null,
    tenantId: null,
    files: [{ name: 'form.bpmn', bytes: Buffer.from(xml) }, ...files],
  })
  const definitionId = answer.ok ? (answer.deployed.processes[0]?.id ?? '') : ''
  const definition = await runtime.db.read({ workplaceId }, (tx) =>
    getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error(JSON.stringify(answer))
  const instanceId = await scenario.start(definition, { variables })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { client, instanceId, taskId: rows[0].id as string }
}

const open = async (client: TestClient, id: string, timeZone = 'UTC') => {
  const { form } = (await client.call(taskCalls.get, { params: { id }, query: { timeZone } })).body
  if (form === null) throw new Error('Expected a form, but there is none.')
  return form
}

async function submit(client: TestClient, id: string, values: object, more: object = {}) {
  const form = await open(client, id)
  return client.call(taskCalls.complete, { params: { id }, body: { values, hash: form.document.hash, ...more } })
}

/** The last value of each variable, though the instance has ended. */
async function lastValues(instanceId: string): Promise<Record<string, [string, unknown]>> {
  const { rows } = await admin.query(
    'select distinct on (name) name, type, value from history_variable where instance_id = $1 order by name, id desc',
    [instanceId],
  )
  return Object.fromEntries(rows.map(({ name, type, value }) => [name, [type, value]]))
}

describe('the form properties of Flowable', () => {
  const inside = `<extensionElements>
    <flowable:formProperty id="city" name="City" expression="#{order.address.city}"/>
    <flowable:formProperty id="amount" type="long" variable="total" required="true"/>
    <flowable:formProperty id="due" type="date" datePattern="dd-MM-yyyy" default="24-12-2030"/>
    <flowable:formProperty id="size" type="enum"><flowable:value id="s" name="Small"/><flowable:value id="l" name="Large"/></flowable:formProperty>
    <flowable:formProperty id="secret" readable="false"/>
    <flowable:formProperty id="shown" writable="false"/>
  </extensionElements>`
  const variables = {
    order: { id: 7, address: { city: 'Rome', zip: '00100' } },
    total: 12,
    secret: 'x',
    shown: 'fixed',
  }

  it('open with variables, expressions and defaults', async () => {
    const { client, taskId } = await waitAt({ inside }, { dialect: 'flowable', variables })
    const { document, values } = await open(client, taskId)
    expect(listFields(document.data).map(({ key, type }) => [key, type])).toEqual([
      ['city', 'text'],
      ['amount', 'number'],
      ['due', 'date'],
      ['size', 'select'],
      ['shown', 'text'],
    ])
    expect(values).toEqual({ city: 'Rome', amount: 12, due: '2030-12-24', shown: 'fixed' })
  })

  it('write variables and into objects, and leave the rest of an object unchanged', async () => {
    const { client, taskId, instanceId } = await waitAt({ inside }, { dialect: 'flowable', variables })
    expect(
      (await submit(client, taskId, { city: 'Milan', amount: 13, due: '2031-01-02', size: 'l', shown: 'fixed' }))
        .status,
    ).toBe(200)
    expect(await lastValues(instanceId)).toMatchObject({
      order: ['Json', JSON.stringify({ id: 7, address: { city: 'Milan', zip: '00100' } })],
      total: ['Long', '13'],
      due: ['Date', '2031-01-02T00:00:00.000Z'],
      size: ['String', 'l'],
    })
  })

  it('leave alone what nobody changed, and write a default where the object has no value yet', async () => {
    const withDefault = inside.replace(
      '<flowable:formProperty id="secret"',
      '<flowable:formProperty id="note" expression="#{order.note}" default="none"/>$&',
    )
    const { client, taskId, instanceId } = await waitAt({ inside: withDefault }, { dialect: 'flowable', variables })
    const { values } = await open(client, taskId)
    expect((await submit(client, taskId, values)).status).toBe(200)
    expect(await lastValues(instanceId)).toMatchObject({
      order: ['Json', JSON.stringify({ id: 7, address: { city: 'Rome', zip: '00100' }, note: 'none' })],
      total: ['Integer', '12'],
      due: ['Date', '2030-12-24T00:00:00.000Z'],
    })
    const again = await waitAt({ inside }, { dialect: 'flowable', variables: { ...variables, order: { id: '007' } } })
    expect((await submit(again.client, again.taskId, { amount: 12 })).status).toBe(200)
    expect(await lastValues(again.instanceId)).toMatchObject({
      order: ['Json', '{"id":"007"}'],
      total: ['Integer', '12'],
    })
  })

  it('refuse a changed value that is only shown', async () => {
    const { client, taskId } = await waitAt({ inside }, { dialect: 'flowable', variables })
    const { error } = await submit(client, taskId, { amount: 1, shown: 'changed' })
    expect(error.details?.map(({ where, code }) => [where, code])).toEqual([['shown', 'value.not-writable']])
  })
})

describe('days', () => {
  it('are those of the installation for every reader, on the way out and in', async () => {
    const inside =
      '<extensionElements><camunda:formData><camunda:formField id="day" type="date"/></camunda:formData></extensionElements>'
    const { client, taskId, instanceId } = await waitAt(
      { inside },
      { variables: { day: new Date('2030-05-31T00:00:00Z') } },
    )
    for (const zone of ['Pacific/Auckland', 'Europe/Berlin', 'America/New_York'])
      expect((await open(client, taskId, zone)).values).toEqual({ day: '2030-05-31' })
    await submit(client, taskId, { day: '2030-06-01' }, { timeZone: 'Pacific/Auckland' })
    expect(await lastValues(instanceId)).toEqual({ day: ['Date', '2030-06-01T00:00:00.000Z'] })
  })
})

describe('a form that only another product knows', () => {
  const key = { 'camunda:formKey': 'embedded:app:forms/x.html' }

  it('shows the data of the process, and writes only what was changed or added', async () => {
    const { client, taskId, instanceId } = await waitAt(key, { variables: { name: 'Ada', count: 3, data: { a: 1 } } })
    const { document, values, unsupported } = await open(client, taskId)
    expect(unsupported[0]).toContain('embedded:app:forms/x.html')
    expect(values).toEqual({ name: 'Ada', count: 3 })
    expect(JSON.stringify(document.view)).toContain('Not shown here: data (Json).')
    const before = (
      await admin.query('select count(*)::int as count from history_variable where instance_id = $1', [instanceId])
    ).rows[0].count
    await submit(client, taskId, {
      name: 'Ada',
      count: 4,
      'millrace:added': [{ name: 'approved', type: 'Boolean', value: true }],
    })
    expect(await lastValues(instanceId)).toMatchObject({ count: ['Integer', '4'], approved: ['Boolean', 'true'] })
    expect(
      (await admin.query('select count(*)::int as count from history_variable where instance_id = $1', [instanceId]))
        .rows[0].count,
    ).toBe(before + 2)
  })

  it('sees what the task sees: its own values before those around it', async () => {
    const { client, taskId, instanceId } = await waitAt(key, { variables: { name: 'outer', other: 'o' } })
    const local = {
      type: 'setVariables',
      scopeId: taskId,
      instanceId,
      set: [{ name: 'name', value: { type: 'String', value: 'inner', info: null } }],
      remove: [],
      isLocal: true,
    } as const
    await executeCommand(runtime, system, { target: { by: 'task', id: taskId }, command: local })
    expect((await open(client, taskId)).values).toEqual({ name: 'inner', other: 'o' })
  })
})

describe('values of a form', () => {
  const inside = `<extensionElements><camunda:formData><camunda:formField id="words" type="string"/>
    <camunda:formField id="whole" type="long"/><camunda:formField id="day" type="date"/><camunda:formField id="flag" type="boolean"/></camunda:formData></extensionElements>`

  it.each([
    [
      'words',
      'Größe 漢字 שלום 👩‍👩‍👧 "quoted" \u202e \\ ${x}',
      ['String', 'Größe 漢字 שלום 👩‍👩‍👧 "quoted" \u202e \\ ${x}'],
    ],
    ['words', 'x'.repeat(4000), ['String', 'x'.repeat(4000)]],
    ['whole', '9223372036854775807', ['Long', '9223372036854775807']],
    ['whole', '-9007199254740993', ['Long', '-9007199254740993']],
    ['day', '0001-01-01', ['Date', '0001-01-01T00:00:00.000Z']],
    ['flag', false, ['Boolean', 'false']],
  ])('are stored and shown as they were typed: %s', async (key, value, stored) => {
    const { client, taskId, instanceId } = await waitAt({ inside })
    expect((await submit(client, taskId, { [key]: value })).status).toBe(200)
    expect((await lastValues(instanceId))[key]).toEqual(stored)
    const admin = await signIn({ roles: ['RoleProcessAdmin'] })
    const { body } = await admin.call(processCalls.variables, { params: { id: instanceId } })
    const shown = body.items.find(({ name }) => name === key)
    const whole = await admin.call(processCalls.variable, { params: { id: instanceId, variableId: shown?.id ?? '' } })
    expect(whole.body.text).toBe(stored[1])
  })

  it('that are too much for one request are refused', async () => {
    const { client, taskId } = await waitAt({ inside })
    expect((await submit(client, taskId, { words: 'x'.repeat(1_100_000) })).error.code).toBe('request.too-large')
    expect((await submit(client, taskId, { whole: '9223372036854775808' })).error.details?.[0]?.where).toBe('whole')
  })
})

describe('a form document of the deployment', () => {
  const form = {
    schema: 1,
    id: 'f',
    settings: {
      submitActions: [
        { id: 'approve', label: 'Approve' },
        { id: 'reject', label: 'Reject' },
      ],
    },
    root: [{ id: 'n1', type: 'text', key: 'why', props: { label: 'Why', visible: '=limit > 10', required: true } }],
  }
  const files = [{ name: 'f.form.json', bytes: Buffer.from(JSON.stringify(form)) }]
  const task = { 'millrace:formKey': 'millrace:deployment:f.form.json' }

  it('gives the variables that its conditions read, and the server decides by them again', async () => {
    const { client, taskId } = await waitAt(task, {
      dialect: 'millrace',
      files,
      variables: { limit: 11, other: 'not for the browser' },
    })
    expect((await open(client, taskId)).variables).toEqual({ limit: 11 })
    expect((await submit(client, taskId, {})).error.details).toMatchObject([{ where: 'why', code: 'value.required' }])
    const low = await waitAt(task, { dialect: 'millrace', files, variables: { limit: 1 } })
    expect((await submit(low.client, low.taskId, {})).status).toBe(200)
  })

  it('hands the chosen action to the process, when it is one of the form’s', async () => {
    const { client, taskId, instanceId } = await waitAt(task, { dialect: 'millrace', files, variables: { limit: 1 } })
    expect((await submit(client, taskId, {}, { action: 'sneak' })).error.code).toBe('form.invalid')
    expect((await submit(client, taskId, {}, { action: 'reject' })).status).toBe(200)
    expect(await lastValues(instanceId)).toMatchObject({ submitAction: ['String', 'reject'] })
  })

  it('that is missing, no JSON or faulty is replaced by the data of the process, which says why', async () => {
    const reason = async (bytes: Buffer | null) => {
      const { client, taskId } = await waitAt(task, {
        dialect: 'millrace',
        files: bytes === null ? [] : [{ name: 'f.form.json', bytes }],
        variables: { a: 1 },
      })
      const { unsupported, values } = await open(client, taskId)
      expect(values).toEqual({ a: 1 })
      return unsupported[0]
    }
    expect(await reason(null)).toContain('does not exist')
    expect(await reason(Buffer.from('{'))).toContain('to be JSON')
    expect(await reason(Buffer.from('{"schema":1,"id":"f","root":[{"id":"n1","type":"colour"}]}'))).toContain(
      'known type of node',
    )
  })
})

describe('a form with parts for some alone', () => {
  const design = {
    schema: 2,
    id: 'pay',
    root: [
      { id: 'a', type: 'text', key: 'name', props: { label: 'Name' } },
      {
        id: 's',
        type: 'section',
        props: { label: 'Pay', visibleFor: ['finance'] },
        children: [{ id: 'b', type: 'number', key: 'salary', props: { label: 'Salary', visible: '=bonus > 1' } }],
      },
      {
        id: 'c',
        type: 'text',
        key: 'note',
        props: { label: 'Note', visibleFor: ['RoleUser'], enabledFor: ['finance'] },
      },
    ],
  }
  const files = [{ name: 'pay.json', bytes: Buffer.from(JSON.stringify(design)) }]
  const variables = { name: 'Rosa', salary: 4000, note: 'As agreed', bonus: 5 }
  const waiting = () => waitAt({ 'camunda:formKey': 'millrace:deployment:pay.json' }, { files, variables })

  it('does not send to others what is not for them, nor what only that reads', async () => {
    const { client, taskId } = await waiting()
    const { values, variables: read, document } = await open(client, taskId)
    expect([values, read]).toEqual([{ name: 'Rosa', note: 'As agreed' }, {}])
    expect(JSON.stringify(document)).not.toContain('finance')
  })

  it('writes nothing of it that others send, and refuses a change of what they only read', async () => {
    const { client, taskId, instanceId } = await waiting()
    const refused = await submit(client, taskId, { name: 'Rosa', note: 'Mine' })
    expect([refused.status, refused.error.details]).toMatchObject([
      422,
      [{ where: 'note', code: 'value.not-writable' }],
    ])
    expect((await submit(client, taskId, { name: 'Ada', salary: 9 })).status).toBe(200)
    expect(await lastValues(instanceId)).toMatchObject({
      name: ['String', 'Ada'],
      salary: [expect.any(String), '4000'],
    })
  })
})
