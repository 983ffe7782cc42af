import { process } from '@millrace/bpmn/builder'
import { taskCalls, writeVariableFilter } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const order = await scenario.deploy(
  process('order', { name: 'Order' })
    .start()
    .userTask('check', {
      name: '${title}',
      'camunda:assignee': '${assignee}',
      'camunda:candidateGroups': '${groups}',
      'camunda:followUpDate': '${followUp}',
      'camunda:dueDate': '${due}',
      'camunda:priority': '${priority}',
    })
    .end()
    .toXml(),
)

const begin = (title: string, variables: Record<string, string | number | boolean | null>) =>
  scenario.start(order, {
    variables: { title, assignee: null, groups: null, followUp: null, due: null, priority: 50, ...variables },
  })

const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name)

describe('filters of task lists', () => {
  it('finds tasks by variables of their process, as text, number and flag, all of which have to hold', async () => {
    const client = await signIn({ groups: ['clerks'], roles: ['RoleUser', 'RoleProcessAdmin'] })
    await begin('Berlin small', { groups: 'clerks', city: 'Berlin', amount: 50, isUrgent: true })
    await begin('Berlin large', { groups: 'clerks', city: 'Berlin', amount: 5_000, isUrgent: false })
    await begin('Bern large', { groups: 'clerks', city: 'Bern', amount: 9_000.5, isUrgent: true })
    await begin('Text of digits', { groups: 'clerks', city: 'berlin', amount: '5000' })
    const found = async (...conditions: Parameters<typeof writeVariableFilter>) =>
      names(
        await client.call(taskCalls.unclaimed, {
          query: { variable: conditions.map(writeVariableFilter).join(','), sort: 'name' },
        }),
      )
    expect(await found({ name: 'city', type: 'text', operator: 'is', value: 'Berlin' })).toEqual([
      'Berlin large',
      'Berlin small',
    ])
    expect(await found({ name: 'city', type: 'text', operator: 'begins', value: 'Ber' })).toEqual([
      'Berlin large',
      'Berlin small',
      'Bern large',
    ])
    expect(await found({ name: 'amount', type: 'number', operator: 'from', value: '5000' })).toEqual([
      'Berlin large',
      'Bern large',
    ])
    expect(await found({ name: 'amount', type: 'number', operator: 'is', value: '9000.5' })).toEqual(['Bern large'])
    expect(await found({ name: 'isUrgent', type: 'flag', operator: 'is', value: 'true' })).toEqual([
      'Berlin small',
      'Bern large',
    ])
    const both = [
      { name: 'city', type: 'text', operator: 'is', value: 'Berlin' },
      { name: 'amount', type: 'number', operator: 'to', value: '50' },
    ] as const
    const query = { variable: both.map(writeVariableFilter).join(',') }
    expect(names(await client.call(taskCalls.unclaimed, { query }))).toEqual(['Berlin small'])
    expect((await client.call(taskCalls.unclaimedCount, { query })).body.total).toBe(1)
  })

  it('show nobody a value that they may not see by a task being in the list or not', async () => {
    const [starter, clerk, boss] = [
      await signIn({ groups: ['secretive'] }),
      await signIn({ groups: ['secretive'] }),
      await signIn({ groups: ['secretive'], roles: ['RoleUser', 'RoleProcessAdmin'] }),
    ]
    const { username } = starter.user
    const values = { title: 'Pay', assignee: null, followUp: null, due: null, priority: 50, groups: 'secretive' }
    await scenario.start(order, { userId: username, variables: { ...values, salary: 4711 } })
    for (const call of [taskCalls.unclaimed, taskCalls.involved])
      for (const variable of ['is:number:salary:4711', 'from:number:salary:4000', 'to:number:salary:1'])
        expect(names(await clerk.call(call, { query: { variable } }))).toEqual([])
    const query = { variable: 'from:number:salary:4000' }
    expect((await clerk.call(taskCalls.unclaimedCount, { query })).body.total).toBe(0)
    expect(names(await clerk.call(taskCalls.unclaimed))).toEqual(['Pay'])
    for (const client of [starter, boss]) {
      expect(names(await client.call(taskCalls.unclaimed, { query }))).toEqual(['Pay'])
      expect(names(await client.call(taskCalls.unclaimed, { query: { variable: 'to:number:salary:1' } }))).toEqual([])
    }
  })

  it('compares texts letter by letter, and refuses what is no condition', async () => {
    const client = await signIn({ groups: ['movers'], roles: ['RoleUser', 'RoleProcessAdmin'] })
    await begin('Moves', { groups: 'movers', city: 'Bonn' })
    const found = async (variable: string) => names(await client.call(taskCalls.unclaimed, { query: { variable } }))
    expect(await found('is:text:city:Bonn')).toEqual(['Moves'])
    expect(await found('is:text:city:bonn')).toEqual([])
    const { status, error } = await client.call(taskCalls.unclaimed, { query: { variable: 'is:number:amount:many' } })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('filters by name and follow-up, and sorts by follow-up with none last either way', async () => {
    const client = await signIn()
    const assignee = client.user.username
    await begin('Call', { assignee, followUp: '2030-02-01T00:00:00Z' })
    await begin('Call back', { assignee, followUp: '2030-03-01T00:00:00Z' })
    await begin('Write', { assignee })
    const asked = async (query: object) => names(await client.call(taskCalls.assigned, { query }))
    expect(await asked({ name: 'CALL' })).toEqual(['Call'])
    expect(await asked({ 'name.begins': 'call' })).toEqual(['Call', 'Call back'])
    expect(await asked({ followUp: '2030-02-15T00:00:00Z' })).toEqual(['Call back'])
    expect(await asked({ 'followUp.before': '2030-02-15T00:00:00Z' })).toEqual(['Call'])
    expect(await asked({ sort: 'followUp' })).toEqual(['Call', 'Call back', 'Write'])
    expect(await asked({ sort: '-followUp' })).toEqual(['Call back', 'Call', 'Write'])
  })

  it.each(['due', '-due', 'followUp', '-followUp', '-priority,due', 'process,-name'])(
    'goes forth and back in the order %s, each task once',
    async (sort) => {
      const group = `pages-${sort.replace(',', '-')}`
      const client = await signIn({ groups: [group, `${group}-too`] })
      for (let n = 0; n < 7; n++)
        await begin(`t${n}`, {
          groups: n % 2 === 0 ? group : `${group},${group}-too`,
          due: n % 3 === 0 ? null : `2030-0${n}-01T00:00:00Z`,
          followUp: n % 3 === 1 ? null : `2031-0${n + 1}-01T00:00:00Z`,
          priority: n < 4 ? 75 : 25,
        })
      const page = (query: object) => client.call(taskCalls.unclaimed, { query: { size: 3, sort, ...query } as never })
      const all = names(await page({ size: 100 }))
      const first = await page({})
      const second = await page({ after: first.body.next })
      const third = await page({ after: second.body.next })
      expect(new Set(all).size).toBe(7)
      expect([first, second, third].flatMap(names)).toEqual(all)
      expect(names(await page({ before: third.body.previous }))).toEqual(names(second))
    },
  )
})

describe('GET /tasks/involved', () => {
  it('has what the user has, may claim, and what a colleague of the group has claimed, each once', async () => {
    const client = await signIn({ groups: ['team'] })
    const colleague = await signIn({ groups: ['team'] })
    await begin('mine', { assignee: client.user.username, groups: 'team' })
    await begin('open', { groups: 'team' })
    await begin('theirs', { groups: 'team' })
    await begin('elsewhere', { groups: 'others' })
    const theirs = (await client.call(taskCalls.unclaimed)).body.items.find(({ name }) => name === 'theirs')
    await colleague.call(taskCalls.claim, { params: { id: theirs?.id ?? '' } })
    const { body } = await client.call(taskCalls.involved, { query: { sort: 'name' } })
    expect(body.items.map(({ name, assignee }) => [name, assignee?.username ?? null])).toEqual([
      ['mine', client.user.username],
      ['open', null],
      ['theirs', colleague.user.username],
    ])
    expect(names(await client.call(taskCalls.unclaimed))).toEqual(['open'])
    expect((await client.call(taskCalls.involvedCount)).body.total).toBe(3)
    const id = theirs?.id ?? ''
    const opened = (await colleague.call(taskCalls.get, { params: { id } })).body.form?.document.hash ?? ''
    const done = await colleague.call(taskCalls.complete, { params: { id }, body: { values: {}, hash: opened } })
    expect(done.status).toBe(200)
    expect(names(await client.call(taskCalls.involved, { query: { sort: 'name' } }))).toEqual(['mine', 'open'])
  })
})
