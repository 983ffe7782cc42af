import { process } from '@millrace/bpmn/builder'
import { processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { deploy } from '../deploy/deploy.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()

const field = (id: string, type: string, key: string) => ({ id, type, key, props: { label: key.toUpperCase() } })
const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    field('n1', 'number', 'amount'),
    field('n2', 'text', 'city'),
    field('n3', 'checkbox', 'urgent'),
    field('n4', 'password', 'pin'),
  ],
})
const model = process('order', { name: 'Order' })
  .start('s', { 'millrace:formKey': 'millrace:deployment:order.form.json' })
  .userTask('check', { name: 'Check', 'millrace:candidateGroups': 'office' })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'order', source: null, tenantId: null },
    files: [
      { name: 'order.bpmn', bytes: Buffer.from(model) },
      { name: 'order.form.json', bytes: Buffer.from(form) },
    ],
  },
)
const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''

const starter = await signIn({ username: 'ines', groups: ['office'] })
const clerk = await signIn({ groups: ['office'] })
const boss = await signIn({ groups: ['office'], roles: ['RoleUser', 'RoleProcessAdmin'] })
const foreign = await signIn({ workplaceId: await createWorkplace(db), username: 'ines', groups: ['office'] })

async function start(values: object): Promise<string> {
  const { document } = (await starter.call(processCalls.startForm, { params: { id: definitionId } })).body.form
  const body = { values, hash: document.hash }
  const started = await starter.call(processCalls.start, { params: { id: definitionId }, body })
  expect([started.status, started.body]).toEqual([200, expect.anything()])
  return started.body.instanceId
}
await start({ amount: 1234.5, city: 'Łódź', urgent: true, pin: '4711' })
const vars = 'amount,city,urgent,pin,constructor,__proto__,nothing'
const shown = {
  amount: { type: 'number', text: '1234.5' },
  city: { type: 'text', text: 'Łódź' },
  urgent: { type: 'flag', text: 'true' },
}

const taskVariables = async (client: TestClient, query: object = { vars }) =>
  (await client.call(taskCalls.unclaimed, { query })).body.items.map(({ variables }) => variables)
const started = async (client: TestClient, query: object = { vars }) =>
  (await client.call(processCalls.startedByMe, { query })).body.items.map(({ variables }) => variables)

describe('variables as columns', () => {
  it('are those that the user may see, by their type, and never what a form keeps secret', async () => {
    expect(await taskVariables(starter)).toEqual([shown])
    expect(await taskVariables(boss)).toEqual([shown])
    // He sees the task and its instance; its variables are in the form of the start alone.
    expect(await taskVariables(clerk)).toEqual([{}])
    const involved = await clerk.call(processCalls.involvingMe, { query: { vars } })
    expect(involved.body.items.map(({ variables }) => variables)).toEqual([{}])
    expect(await started(starter)).toEqual([shown])
    expect(await started(foreign)).toEqual([])
    expect(await started(starter, {})).toEqual([undefined])
  })

  it('are the values of the instance, cut where they are long, and none that are null', async () => {
    const id = await start({ amount: 1, city: 'x'.repeat(500) })
    await admin.query(`update variable set value = null where instance_id = $1 and name = 'amount'`, [id])
    const [newest] = await started(starter, { vars: 'amount,city' })
    expect(newest).toEqual({ city: { type: 'text', text: 'x'.repeat(200) } })
    await starter.call(processCalls.cancel, { params: { id } })
  })

  it('are the last values of an ended object', async () => {
    const id = await start({ amount: 7, city: 'Bern', pin: '1' })
    await starter.call(processCalls.cancel, { params: { id } })
    const [newest] = await started(starter, { vars: 'amount,city,pin' })
    expect(newest).toEqual({ amount: { type: 'number', text: '7' }, city: { type: 'text', text: 'Bern' } })
  })

  it.each([
    ['eleven of them', Array.from({ length: 11 }, (_, number) => `v${number}`).join(',')],
    ['a name of 201 characters', 'x'.repeat(201)],
    ['a null byte', 'a\0b'],
    ['spaces', '   '],
  ])('are refused: %s', async (_, given) => {
    for (const call of [taskCalls.unclaimed, processCalls.startedByMe])
      expect((await starter.call(call, { query: { vars: given } })).status).toBe(400)
  })

  it('may have any name', async () => {
    for (const name of ["'; drop table variable; --", '%', '_', '\\', 'a%2Cb', 'ä ö'])
      expect(await taskVariables(starter, { vars: name })).toEqual([{}])
  })

  it('are in the file of the list too', async () => {
    const query = { format: 'csv', columns: 'name', vars: 'city,amount,pin' } as const
    const { body } = await starter.send({ url: '/api/tasks/unclaimed/export', query })
    expect(String(body).replace('\u{FEFF}', '').trim().split('\r\n')).toEqual([
      'Task,city,amount,pin',
      'Check,Łódź,1234.5,',
    ])
  })

  it('are read in the round trip of what else a page needs', async () => {
    const ask = (query: object) => starter.call(processCalls.startedByMe, { query })
    await ask({ vars })
    const count = async (query: object) => {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => sent.mockRestore())
      await ask(query)
      const statements = sent.mock.calls.length
      sent.mockRestore()
      return statements
    }
    const plain = await count({})
    expect(plain).toBeGreaterThan(0)
    expect(await count({ vars })).toBe(plain)
  })
})

it('names of variables are offered from forms, without secret ones, for processes of the user’s lists', async () => {
  const names = [
    { name: 'amount', label: 'AMOUNT' },
    { name: 'city', label: 'CITY' },
    { name: 'urgent', label: 'URGENT' },
  ]
  for (const call of [taskCalls.variableNames, processCalls.variableNames]) {
    for (const client of [starter, clerk]) expect((await client.call(call)).body).toEqual(names)
    expect((await foreign.call(call)).body).toEqual([])
    expect((await (await signIn()).call(call)).body).toEqual([])
  }
})
