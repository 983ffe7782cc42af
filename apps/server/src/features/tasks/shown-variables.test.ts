import { process } from '@millrace/bpmn/builder'
import { taskBulkCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const field = (id: string, type: string, key: string, props: object = {}) => ({
  ...{ id, type, key },
  props: { label: key, ...props },
})
const checkForm = [
  field('n1', 'number', 'amount'),
  field('n2', 'text', 'town', { variable: 'city' }),
  field('n3', 'password', 'pin'),
  field('n4', 'text', 'risk', { visible: '=amount > 1' }),
  field('n5', 'text', 'salary', { visibleFor: ['managers'] }),
  field('n6', 'hidden', 'code'),
  field('n7', 'text', 'sum', { computed: '="other"' }),
]
const files = {
  'check.form.json': JSON.stringify({ schema: 2, id: 'check', root: checkForm }),
  'pay.form.json': JSON.stringify({ schema: 2, id: 'pay', root: [field('n1', 'text', 'city')] }),
}
const embedded = (...ids: string[]) =>
  `<camunda:formData>${ids.map((id) => `<camunda:formField id="${id}" type="string"/>`).join('')}</camunda:formData>`
const within = (text: string) => ({ inside: `<extensionElements>${text}</extensionElements>` })
const model = process('order', { name: 'Order' })
  .start()
  .parallelGateway('fork')
  .userTask('check', { 'camunda:candidateGroups': 'office', 'camunda:formKey': 'millrace:deployment:check.form.json' })
  .end()
  .moveTo('fork')
  .userTask('pay', { 'camunda:candidateGroups': 'payers', 'camunda:formKey': 'millrace:deployment:pay.form.json' })
  .end()
  .moveTo('fork')
  .userTask('note', { 'camunda:candidateGroups': 'formless' })
  .end()
  .moveTo('fork')
  .userTask('chosen', { 'camunda:candidateGroups': 'choosers', 'camunda:formKey': '${form}' })
  .end()
  .moveTo('fork')
  .userTask('fields', { 'camunda:candidateGroups': 'fillers', ...within(embedded('amount')) })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'order', source: null, tenantId: null },
    files: Object.entries({ 'order.bpmn': model, ...files }).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text),
    })),
  },
)
if (!deployed.ok) throw new Error(JSON.stringify(deployed.problems))
const order = await db.read({ workplaceId }, (tx) =>
  getProcess(runtime, tx, workplaceId, { by: 'id', id: deployed.deployed.processes[0]?.id ?? '' }),
)
if (order === null) throw new Error('Expected the process, but it is not there.')

const groups = ['office', 'payers', 'formless', 'choosers', 'fillers', 'innards', 'older']
const people = {
  starter: await signIn({ username: 'ines', groups: ['office'] }),
  operator: await signIn({ groups: ['office'], roles: ['RoleUser', 'RoleProcessAdmin'] }),
  clerk: await signIn({ groups: ['office'] }),
  manager: await signIn({ groups: ['office', 'managers'] }),
  payer: await signIn({ groups: ['payers'] }),
  formless: await signIn({ groups: ['formless'] }),
  chooser: await signIn({ groups: ['choosers'] }),
  filler: await signIn({ groups: ['fillers'] }),
  stranger: await signIn({ groups: ['others', 'managers'] }),
  foreigner: await signIn({ workplaceId: await createWorkplace(db), username: 'ines', groups }),
}

const values = { amount: 7, city: 'Bern', pin: '4711', risk: 'high', salary: 'much', code: 'x1', sum: 'all', own: 'z' }
const names = Object.keys(values) as (keyof typeof values)[]
const started = { ...values, form: 'millrace:deployment:check.form.json' }
const instanceId = await scenario.start(order, { userId: 'ines', variables: started })

type TaskList = typeof taskCalls.unclaimed | typeof taskCalls.involved | typeof taskCalls.assigned

/** Names of variables with which columns of the only task are filled; null where there is no task. */
async function columnsOf(client: TestClient, list: TaskList = taskCalls.unclaimed): Promise<string[] | null> {
  const { body } = await client.call(list, { query: { vars: names.join(',') } })
  expect(body.items.length).toBeLessThanOrEqual(1)
  const [item] = body.items
  return item === undefined ? null : names.filter((name) => item.variables?.[name]?.text === String(values[name]))
}

/** Names of variables by whose values the task is found, in the list as in its count. */
async function filtersOf(client: TestClient, list: TaskList = taskCalls.unclaimed): Promise<string[]> {
  const counts = {
    [taskCalls.involved.path]: taskCalls.involvedCount,
    [taskCalls.assigned.path]: taskCalls.assignedCount,
  }
  const found: string[] = []
  for (const name of names) {
    const query = { variable: `is:${typeof values[name] === 'number' ? 'number' : 'text'}:${name}:${values[name]}` }
    const { items } = (await client.call(list, { query })).body
    expect((await client.call(counts[list.path] ?? taskCalls.unclaimedCount, { query })).body.total).toBe(items.length)
    if (items.length > 0) found.push(name)
  }
  return found
}

const allButSecret = names.filter((name) => name !== 'pin')

describe('variables in lists of tasks', () => {
  it.each<[string, TestClient, string[] | null, string[]]>([
    ['all of the instance to who started it', people.starter, allButSecret, names],
    ['all to who runs processes', people.operator, allButSecret, names],
    ['what the form of the task always shows to a clerk', people.clerk, ['amount', 'city'], ['amount', 'city']],
    ['what it has for his group too', people.manager, ['amount', 'city', 'salary'], ['amount', 'city', 'salary']],
    ['what his own task shows, not another of the instance', people.payer, ['city'], ['city']],
    ['nothing where the task has no form', people.formless, [], []],
    ['nothing where an expression names the form', people.chooser, [], []],
    ['fields that stand in the model', people.filler, ['amount'], ['amount']],
    ['nothing to a stranger', people.stranger, null, []],
    ['nothing to another workplace', people.foreigner, null, []],
  ])('show %s', async (_, client, columns, filters) => {
    expect(await columnsOf(client)).toEqual(columns)
    expect(await filtersOf(client)).toEqual(filters)
  })

  it('show the same in all lists that the task is in, and in the exported file', async () => {
    expect(await columnsOf(people.clerk, taskCalls.involved)).toEqual(['amount', 'city'])
    expect(await filtersOf(people.clerk, taskCalls.involved)).toEqual(['amount', 'city'])
    const query = { format: 'csv', columns: 'name', vars: 'city,salary,pin', variable: 'is:text:city:Bern' } as const
    const { body } = await people.clerk.send({ url: '/api/tasks/unclaimed/export', query })
    expect(String(body).replace('\u{FEFF}', '').trim().split('\r\n')[1]).toBe('check,Bern,,')
    const none = { ...query, variable: 'is:text:salary:much' }
    const empty = (await people.clerk.send({ url: '/api/tasks/unclaimed/export', query: none })).body
    expect(String(empty).trim().split('\r\n')).toHaveLength(1)
  })

  it('choose the same tasks where all that a filter finds are chosen', async () => {
    const choose = async (variable: string) => {
      const selection = { list: 'unclaimed', query: { variable } } as const
      return (await people.clerk.call(taskBulkCalls.form, { body: { selection, timeZone: 'UTC' } })).status
    }
    expect(await choose('is:text:city:Bern')).toBe(200)
    expect(await choose('is:text:salary:much')).toBe(404)
  })

  it('need every condition to be about what may be seen', async () => {
    const ask = async (...conditions: string[]) =>
      (await people.clerk.call(taskCalls.unclaimed, { query: { variable: conditions.join(',') } })).body.items.length
    expect(await ask('is:number:amount:7', 'is:text:city:Bern')).toBe(1)
    expect(await ask('is:number:amount:7', 'is:text:own:z')).toBe(0)
    expect(await ask('is:number:amount:7', 'begins:text:pin:4')).toBe(0)
  })

  it('go by the form that the task has now', async () => {
    const set = (key: string) =>
      admin.query(`update task set form_key = $2 where instance_id = $1 and task_key = 'check'`, [instanceId, key])
    await set('millrace:deployment:pay.form.json')
    onTestFinished(async () => void (await set('millrace:deployment:check.form.json')))
    expect(await columnsOf(people.clerk)).toEqual([])
    expect(await filtersOf(people.clerk)).toEqual([])
  })

  it('show no value that the form does not open with: a variable of the task itself hides it', async () => {
    const input = '<camunda:inputParameter name="amount">1</camunda:inputParameter>'
    const inner = await scenario.deploy(
      process('inner')
        .start()
        .userTask('look', {
          'camunda:candidateGroups': 'innards',
          ...within(`<camunda:inputOutput>${input}</camunda:inputOutput>${embedded('amount', 'city', 'own')}`),
        })
        .end()
        .toXml(),
    )
    await scenario.start(inner, { userId: 'ines', variables: { ...values, own: { kept: 'within' } } })
    const client = await signIn({ groups: ['innards'] })
    expect(await columnsOf(client)).toEqual(['city'])
    expect(await filtersOf(client)).toEqual(['city'])
    const { body } = await client.call(taskCalls.unclaimed, { query: { vars: 'amount,own,city' } })
    expect(body.items[0]?.variables).toEqual({ city: { type: 'text', text: 'Bern' } })
  })

  it('go by the version of the task', async () => {
    const version = (...ids: string[]) =>
      scenario.deploy(
        process('versions')
          .start()
          .userTask('look', { 'camunda:candidateGroups': 'older', ...within(embedded(...ids)) })
          .end()
          .toXml(),
      )
    const first = await version('city', 'risk')
    await scenario.start(first, { userId: 'ines', variables: values })
    await version('amount')
    const client = await signIn({ groups: ['older'] })
    expect(await columnsOf(client)).toEqual(['city', 'risk'])
    expect(await filtersOf(client)).toEqual(['city', 'risk'])
  })

  it('take a round trip more at most to be asked for', async () => {
    const count = async (query: object) => {
      await people.clerk.call(taskCalls.unclaimed, { query })
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => sent.mockRestore())
      await people.clerk.call(taskCalls.unclaimed, { query })
      const statements = sent.mock.calls.length
      sent.mockRestore()
      return statements
    }
    const plain = await count({ process: 'order' })
    expect(plain).toBeGreaterThan(0)
    // Nobody has these tasks, so there is nothing else to be read beside the columns.
    expect(await count({ vars: 'amount,city' })).toBe(plain + 1)
    expect(await count({ variable: 'is:text:city:Bern' })).toBe(plain + 1)
  })

  it('stay when the task is claimed, for who has it', async () => {
    const { body } = await people.clerk.call(taskCalls.unclaimed)
    await people.clerk.call(taskCalls.claim, { params: { id: body.items[0]?.id ?? '' } })
    expect(await columnsOf(people.clerk, taskCalls.assigned)).toEqual(['amount', 'city'])
    expect(await filtersOf(people.clerk, taskCalls.assigned)).toEqual(['amount', 'city'])
    expect(await columnsOf(people.manager, taskCalls.involved)).toEqual(['amount', 'city', 'salary'])
  })
})
