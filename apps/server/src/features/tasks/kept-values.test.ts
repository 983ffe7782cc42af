import { process } from '@millrace/bpmn/builder'
import { formLinkCalls, openFormCalls, processCalls, taskBulkCalls, taskCalls } from '@millrace/contract'
import { createApiToken, createTestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { anonymous, app, db, runtime, workplaceId, signIn, admin, clock } = await createTestApp({
  timeZone: 'Europe/Berlin',
})
const scenario = await createScenario(runtime, workplaceId)
const readers = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu']
const field = (id: string, type: string, key: string, more: object = {}) => ({
  id,
  type,
  key,
  props: { label: key, ...more },
})
const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    field('n1', 'number', 'whole'),
    field('n2', 'number', 'digits'),
    field('n3', 'text', 'double'),
    field('n4', 'text', 'lines'),
    field('n5', 'text', 'blank'),
    field('n6', 'date', 'textDay'),
    field('n7', 'date', 'day'),
    field('n8', 'text', 'nothing'),
    { ...field('n9', 'repeater', 'rows'), children: [field('n10', 'date', 'due'), field('n11', 'text', 'note')] },
    field('n12', 'computed', 'next', { computed: '=date(day) + duration("P1D")' }),
    { ...field('n13', 'file', 'paper') },
  ],
})
const xml = process('form')
  .start('s')
  .userTask('fill', { 'millrace:assignee': '${who}', 'millrace:formKey': 'millrace:deployment:form.json' })
  .userTask('after')
  .end()
  .toXml()
const start = process('begin')
  .start('s', { 'millrace:formKey': 'millrace:deployment:form.json' })
  .userTask('read')
  .end()
  .toXml()
const answer = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: null, source: null, tenantId: null },
    files: [
      { name: 'form.bpmn', bytes: Buffer.from(xml) },
      { name: 'start.bpmn', bytes: Buffer.from(start) },
      { name: 'form.json', bytes: Buffer.from(form) },
    ],
  },
)
if (!answer.ok) throw new Error(JSON.stringify(answer))
const idOf = (key: string) =>
  answer.ok ? (answer.deployed.processes.find(({ resourceName }) => resourceName === `${key}.bpmn`)?.id ?? '') : ''
const definitionId = idOf('form')

/** A task of a new user, with variables of many types. */
async function wait(more: Readonly<Record<string, unknown>> = {}) {
  const client = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
  const definition = await runtime.db.read({ workplaceId }, (tx) =>
    getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error(JSON.stringify(answer))
  const variables = {
    ...{ who: client.user.username, whole: 5, digits: '007', double: 12.5, lines: 'a\nb', blank: '' },
    ...{ textDay: '2026-12-05', day: new Date('2026-10-12T22:00:00Z'), rows: [{ due: '2026-10-13', sku: 1 }] },
    ...more,
  }
  clock.advance({ minutes: 1 })
  const instanceId = await scenario.start(definition, { userId: client.user.username, variables })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  clock.advance({ minutes: 1 })
  return { client, instanceId, id: rows[0].id as string }
}

async function open(client: TestClient, id: string, timeZone = 'UTC') {
  const { form: opened } = (await client.call(taskCalls.get, { params: { id }, query: { timeZone } })).body
  if (opened === null) throw new Error('Expected a form, but there is none.')
  return opened
}

/** Without what is calculated: the browser sends the rest of what it opened. */
const entriesOf = ({ next: _, ...values }: Readonly<Record<string, unknown>>) => values

/** Each value that the instance ever had, by name. */
async function historyOf(instanceId: string): Promise<string[]> {
  const { rows } = await admin.query(
    'select name, type, value from history_variable where instance_id = $1 order by name, id',
    [instanceId],
  )
  return rows.filter(({ name }) => name !== 'who').map(({ name, type, value }) => `${name} ${type} ${value}`)
}

const untouched = [
  'blank String ',
  'day Date 2026-10-12T22:00:00.000Z',
  'digits String 007',
  'double Double 12.5',
  'lines String a\nb',
  'next String 2026-10-14',
  'rows Json [{"due":"2026-10-13","sku":1}]',
  'textDay String 2026-12-05',
  'whole Integer 5',
]

describe('values that nobody touched stay unchanged', () => {
  it.each(readers)('when the task is completed in %s', async (timeZone) => {
    const { client, id, instanceId } = await wait()
    const { document, values } = await open(client, id, timeZone)
    expect([values.day, values.textDay, values.rows]).toEqual([
      '2026-10-13',
      '2026-12-05',
      [{ $row: 0, due: '2026-10-13' }],
    ])
    const body = { values: entriesOf(values), hash: document.hash, timeZone }
    expect((await client.call(taskCalls.complete, { params: { id }, body })).status).toBe(200)
    expect(await historyOf(instanceId)).toEqual(untouched)
  })

  it('when many tasks are completed with one form, of which each has one value already', async () => {
    const { client, id, instanceId } = await wait()
    const { body: shared } = await client.call(taskBulkCalls.form, { body: { selection: { ids: [id] } } })
    const action = { kind: 'complete', values: { whole: 5, day: '2026-10-13' }, hash: shared.form.document.hash }
    const done = await client.call(taskBulkCalls.apply, {
      body: { action: { ...action, action: null, timeZone: 'Pacific/Auckland' }, ids: [id] },
    })
    expect(done.body).toMatchObject([{ isDone: true }])
    expect(await historyOf(instanceId)).toEqual(untouched)
  })

  it('when a task that was delegated is given back', async () => {
    const { client, id, instanceId } = await wait()
    const helper = await signIn()
    const body = { username: helper.user.username }
    expect((await client.call(taskCalls.delegate, { params: { id }, body })).status).toBe(204)
    const { document, values } = await open(helper, id)
    const sent = { values: entriesOf(values), hash: document.hash, timeZone: 'America/Los_Angeles' }
    expect((await helper.call(taskCalls.complete, { params: { id }, body: sent })).status).toBe(200)
    expect(await historyOf(instanceId)).toEqual(untouched)
  })
})

describe('a start', () => {
  const ways = {
    'of a user': async (body: object) => {
      const client = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
      const { document } = (await client.call(processCalls.startForm, { params: { id: idOf('start') } })).body.form
      const given = { ...body, hash: document.hash }
      expect((await client.call(processCalls.start, { params: { id: idOf('start') }, body: given })).status).toBe(200)
      const again = await client.call(processCalls.startForm, {
        params: { id: idOf('start') },
        query: { timeZone: 'America/Los_Angeles' },
      })
      const { instanceId = '', formId = '' } = again.body.form.sentBefore ?? {}
      const query = { timeZone: 'America/Los_Angeles' }
      const sent = await client.call(processCalls.form, { params: { id: instanceId, formId }, query })
      expect(sent.body.form.values.day).toBe('2026-10-13')
    },
    'by a public link': async (body: object) => {
      const keeper = await signIn({ roles: ['RoleProcessAdmin'] })
      const wanted = { name: 'Begin', definitionId: idOf('start'), hasCaptcha: false }
      const token = (await keeper.call(formLinkCalls.create, { body: wanted })).body.token ?? ''
      const { document } = (await anonymous().call(openFormCalls.get, { params: { token } })).body.form
      const given = { ...body, hash: document.hash, visit: crypto.randomUUID(), captcha: null }
      expect((await anonymous().call(openFormCalls.send, { params: { token }, body: given })).status).toBe(200)
    },
  }

  it.each(Object.entries(ways))('%s writes what was entered, and nothing for empty fields', async (_name, begin) => {
    clock.advance({ minutes: 1 })
    await begin({ values: { day: '13/10/2026', whole: '', nothing: '', rows: [] }, timeZone: 'Pacific/Auckland' })
    const { rows } = await admin.query('select instance_id from task where task_key = $1 order by created_at desc', [
      'read',
    ])
    expect(await historyOf(rows[0].instance_id)).toEqual([
      'day Date 2026-10-12T22:00:00.000Z',
      'next String 2026-10-14',
      'rows Json []',
    ])
  })
})

describe('values that a worker submits by the REST API of the engine', () => {
  it('are read as days of the installation, and written where they differ', async () => {
    const worker = await signIn({ roles: ['RoleUser'] })
    const { id, instanceId } = await wait({ who: worker.user.username })
    const payload = {
      variables: {
        whole: { value: 5, type: 'Long' },
        digits: { value: 8, type: 'Integer' },
        day: { value: '2026-10-13T00:00:00.000+0200', type: 'Date' },
      },
    }
    const authorization = `Bearer ${await createApiToken(db, worker.user)}`
    const request = {
      method: 'POST',
      url: `/engine-rest/task/${id}/submit-form`,
      headers: { authorization },
      payload,
    } as const
    expect((await app.inject(request)).statusCode).toBe(204)
    expect(await historyOf(instanceId)).toEqual(
      untouched.flatMap((line) => (line.startsWith('digits') ? [line, 'digits String 8'] : [line])),
    )
  })
})

describe('a day', () => {
  it('that is entered in Auckland is the same day for every reader, in fields, rows, columns and the instance', async () => {
    const { client, id, instanceId } = await wait()
    const { document } = await open(client, id, 'Pacific/Auckland')
    const values = { day: '14/10/2026', rows: [{ $row: 0, due: '14/10/2026' }] }
    const body = { values, hash: document.hash, timeZone: 'Pacific/Auckland' }
    expect((await client.call(taskCalls.complete, { params: { id }, body })).status).toBe(200)
    expect((await historyOf(instanceId)).filter((line) => /^(day|next|rows)/.test(line))).toEqual([
      'day Date 2026-10-12T22:00:00.000Z',
      'day Date 2026-10-13T22:00:00.000Z',
      'next String 2026-10-15',
      'rows Json [{"due":"2026-10-13","sku":1}]',
      'rows Json [{"due":"2026-10-14","sku":1}]',
    ])
    for (const timeZone of readers) {
      const sent = await client.call(processCalls.form, { params: { id: instanceId, formId: id }, query: { timeZone } })
      expect(sent.body.form.values.day, timeZone).toBe('2026-10-14')
    }
    const { items } = (await client.call(processCalls.variables, { params: { id: instanceId } })).body
    expect(items.find(({ name }) => name === 'day')).toMatchObject({ day: '2026-10-14' })
    const list = async (query: object) => (await client.call(processCalls.startedByMe, { query })).body.items
    expect((await list({ vars: 'day' })).map(({ variables }) => variables)).toEqual([
      { day: { type: 'day', text: '2026-10-14' } },
    ])
    expect(await list({ variable: 'from:instant:day:2026-10-14' })).toHaveLength(1)
    expect(await list({ variable: 'before:instant:day:2026-10-14' })).toHaveLength(0)
    expect(await list({ variable: 'before:instant:day:2026-10-15' })).toHaveLength(1)
    const query = { format: 'csv', vars: 'day', timeZone: 'America/Los_Angeles' }
    const file = await client.send({ url: '/api/processes/startedbyme/export', query })
    expect(String(file.body)).toContain('14/10/2026')
  })
})
