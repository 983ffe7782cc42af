import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { foundWindow } from './found-tasks.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

/** One task as its variables say. */
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', {
      name: '${title}',
      'camunda:assignee': '${assignee}',
      'camunda:candidateGroups': '${groups}',
      'camunda:candidateUsers': '${users}',
      'camunda:dueDate': '${due}',
      'camunda:priority': '${priority}',
    })
    .end()
    .toXml(),
)
const other = await scenario.deploy(
  process('other', { name: 'Another process' })
    .start()
    .userTask('look', { name: 'Look', 'camunda:assignee': '${assignee}' })
    .end()
    .toXml(),
)

const begin = (
  variables: { title?: string; assignee?: string; groups?: string; users?: string; due?: string; priority?: number },
  businessKey?: string,
) =>
  scenario.start(errand, {
    variables: { title: 'Task', assignee: null, groups: null, users: null, due: null, priority: 50, ...variables },
    ...(businessKey === undefined ? {} : { businessKey }),
  })

const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name)

describe('GET /tasks/assigned', () => {
  it('needs someone to be signed in', async () => {
    const { status, error } = await anonymous().call(taskCalls.assigned)
    expect([status, error.code]).toEqual([401, 'session.missing'])
  })

  it('refuses a page that cannot be', async () => {
    const { status, error } = await (await signIn()).call(taskCalls.assigned, {
      query: { size: 0, sort: 'colour' as 'name' },
    })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
    expect(error.details?.map(({ where }) => where).sort()).toEqual(['size', 'sort'])
  })

  it('is only for users', async () => {
    const { status, error } = await (await signIn({ roles: ['RoleDesign'] })).call(taskCalls.assigned)
    expect([status, error.code]).toEqual([403, 'right.missing'])
  })

  it('is empty for someone without tasks', async () => {
    const client = await signIn()
    expect((await client.call(taskCalls.assigned)).body).toEqual({ items: [], from: 1, next: null, previous: null })
    expect((await client.call(taskCalls.assignedCount)).body).toEqual({ total: 0, isCapped: false, isPartial: false })
  })

  it('has what is due first at the top and what is never due last', async () => {
    const client = await signIn()
    const assignee = client.user.username
    await begin({ title: 'never', assignee })
    await begin({ title: 'late', assignee, due: '2030-03-01T00:00:00Z' })
    await begin({ title: 'soon', assignee, due: '2030-01-08T12:00:00Z' })
    const answer = await client.call(taskCalls.assigned)
    expect(names(answer)).toEqual(['soon', 'late', 'never'])
    expect(names(await client.call(taskCalls.assigned, { query: { sort: '-due' } }))).toEqual(['late', 'soon', 'never'])
    expect(answer.body.items[0]).toEqual({
      id: expect.any(String),
      name: 'soon',
      title: expect.stringMatching(/^Errand [1-9]\d{5}$/),
      state: 'assigned',
      priority: 50,
      dueAt: '2030-01-08T12:00:00.000Z',
      followUpAt: null,
      createdAt: '2030-01-07T09:00:00.000Z',
      assignee: { username: assignee, displayName: 'Ada Example' },
      inPlaceOf: null,
      process: {
        instanceId: expect.any(String),
        businessKey: null,
        definitionId: errand.id,
        key: 'errand',
        name: 'Errand',
        version: 1,
      },
    })
  })

  it('goes through all tasks by pages, each once', async () => {
    const client = await signIn()
    for (let index = 0; index < 5; index++) await begin({ title: `t${index}`, assignee: client.user.username })
    const page = (query: { after?: string; before?: string; sort?: 'name' | '-due' }) =>
      client.call(taskCalls.assigned, { query: { size: 2, ...query } })
    const first = await page({})
    const second = await page({ after: first.body.next ?? '' })
    const third = await page({ after: second.body.next ?? '' })
    expect([first, second, third].map(names)).toEqual([['t0', 't1'], ['t2', 't3'], ['t4']])
    expect([first, second, third].map(({ body }) => body.from)).toEqual([1, 3, 5])
    expect(third.body.next).toBe(null)
    expect(names(await page({ before: third.body.previous ?? '' }))).toEqual(['t2', 't3'])
    expect((await client.call(taskCalls.assignedCount)).body.total).toBe(5)
    const elsewhere = await page({ sort: 'name', after: first.body.next ?? '' })
    expect([elsewhere.status, elsewhere.error.code]).toEqual([400, 'request.invalid'])
  })

  it('sorts by priority, name, process and creation', async () => {
    const client = await signIn()
    const assignee = client.user.username
    await begin({ title: 'b', assignee, priority: 10 })
    await begin({ title: 'C', assignee, priority: 90 })
    await scenario.start(other, { variables: { assignee } })
    await begin({ title: 'a', assignee, priority: 60 })
    const sorted = async (sort: '-priority' | 'name' | 'process' | '-created') =>
      names(await client.call(taskCalls.assigned, { query: { sort } }))
    expect(await sorted('-priority')).toEqual(['C', 'a', 'Look', 'b'])
    expect(await sorted('name')).toEqual(['a', 'b', 'C', 'Look'])
    expect(await sorted('process')).toEqual(['Look', 'b', 'C', 'a'])
    const { body } = await client.call(taskCalls.assigned, { query: { sort: 'name', size: 3 } })
    expect(
      names(await client.call(taskCalls.assigned, { query: { sort: 'name', size: 3, after: body.next ?? '' } })),
    ).toEqual(['Look'])
  })

  it('finds a name that its model breaks into lines by what people read', async () => {
    const client = await signIn()
    await begin({ title: 'Prepare\nbank\ntransfer', assignee: client.user.username })
    await begin({ title: 'Prepare transfer', assignee: client.user.username })
    const found = names(await client.call(taskCalls.assigned, { query: { q: 'prepare bank' } }))
    expect(found).toEqual(['Prepare\nbank\ntransfer'])
  })

  it('finds a text regardless of the case of its letters, in a name, a title and a key', async () => {
    const client = await signIn()
    await begin({ title: 'Prüfe Äpfel', assignee: client.user.username }, 'Straße Ötztal')
    for (const q of ['prÜFE äP', 'ÖTZTAL', 'errand', 'RUN'])
      expect([q, names(await client.call(taskCalls.assigned, { query: { q } }))]).toEqual([q, ['Prüfe Äpfel']])
  })

  it('filters by text, process, priority and time', async () => {
    const client = await signIn()
    const assignee = client.user.username
    await begin({ title: '100% sure', assignee, priority: 95, due: '2030-01-09T00:00:00Z' }, 'PR-17')
    await begin({ title: '1000 sure', assignee, priority: 60, due: '2030-01-10T00:00:00Z' })
    await scenario.start(other, { variables: { assignee } })
    const filtered = async (query: object) => names(await client.call(taskCalls.assigned, { query }))
    expect(await filtered({ q: '100%' })).toEqual(['100% sure'])
    expect(await filtered({ q: 'pr-17' })).toEqual(['100% sure'])
    expect(await filtered({ q: 'ANOTHER proc' })).toEqual(['Look'])
    expect(await filtered({ q: 'nothing like it' })).toEqual([])
    expect(await filtered({ q: '1000 sure' })).toEqual(['1000 sure'])
    expect(await filtered({ process: 'other' })).toEqual(['Look'])
    expect(await filtered({ priority: 'urgent' })).toEqual(['100% sure'])
    expect(await filtered({ priority: 'high' })).toEqual(['1000 sure'])
    expect(await filtered({ priority: 'normal' })).toEqual(['Look'])
    expect(await filtered({ priority: 'low' })).toEqual([])
    expect(await filtered({ priority: 'urgent,normal' })).toEqual(['100% sure', 'Look'])
    expect(await filtered({ 'priority.not': 'urgent' })).toEqual(['1000 sure', 'Look'])
    expect(await filtered({ 'process.not': 'other' })).toEqual(['100% sure', '1000 sure'])
    expect(await filtered({ due: '2030-01-10T00:00:00Z' })).toEqual(['1000 sure'])
    expect(await filtered({ 'due.before': '2030-01-10T00:00:00Z' })).toEqual(['100% sure'])
  })

  it('shows nothing of another workplace', async () => {
    const elsewhere = await createScenario(runtime, await createWorkplace(db))
    const client = await signIn()
    const definition = await elsewhere.deploy(
      process('errand').start().userTask('run', { 'camunda:assignee': client.user.username }).end().toXml(),
    )
    await elsewhere.start(definition)
    expect(names(await client.call(taskCalls.assigned))).toEqual([])
    expect((await client.call(taskCalls.assignedCount)).body.total).toBe(0)
  })
})

describe('GET /tasks/assigned, of a group', () => {
  it('has what the user has claimed from a group of their, in any order and with other filters', async () => {
    const client = await signIn({ groups: ['east', 'cellar'] })
    const { username } = client.user
    await begin({ title: 'from east', groups: 'east,attic', assignee: username })
    await begin({ title: 'from cellar', groups: 'cellar', assignee: username })
    await begin({ title: 'from attic', groups: 'attic', assignee: username })
    await begin({ title: 'from nobody', assignee: username })
    await begin({ title: 'theirs', groups: 'east', assignee: 'someone' })
    const list = async (query: object) => names(await client.call(taskCalls.assigned, { query }))
    expect(await list({ group: 'east' })).toEqual(['from east'])
    expect(await list({ group: 'east,cellar', sort: '-name' })).toEqual(['from east', 'from cellar'])
    expect(await list({ group: 'east,cellar', sort: 'process,-created' })).toEqual(['from cellar', 'from east'])
    expect(await list({ group: 'east,cellar', q: 'cellar' })).toEqual(['from cellar'])
    expect(await list({ group: 'east', 'due.before': '2030-01-07T09:00:00Z' })).toEqual([])
    expect((await client.call(taskCalls.assignedCount, { query: { group: 'east,cellar' } })).body.total).toBe(2)
    // What groups of others may claim is told to nobody.
    expect(await list({ group: 'attic' })).toEqual([])
  })
})

describe('GET /tasks/unclaimed', () => {
  it('has the tasks of all groups and of the user, each once, and none that is claimed', async () => {
    const client = await signIn({ groups: ['sales', 'finance'] })
    const { username } = client.user
    await begin({ title: 'both', groups: 'sales,finance', users: username })
    await begin({ title: 'mine', users: username })
    await begin({ title: 'claimed', groups: 'sales', assignee: 'someone' })
    await begin({ title: 'theirs', groups: 'legal', users: 'someone' })
    const answer = await client.call(taskCalls.unclaimed)
    expect(names(answer)).toEqual(['both', 'mine'])
    expect((await client.call(taskCalls.unclaimedCount)).body).toMatchObject({ total: 2, isCapped: false })
    expect(answer.body.items[0]).toMatchObject({ state: 'unclaimed', assignee: null })
    expect(names(await client.call(taskCalls.unclaimed, { query: { sort: 'name' } }))).toEqual(['both', 'mine'])
  })

  it('can be narrowed to one group of the user, not to any other', async () => {
    const client = await signIn({ groups: ['north', 'south'] })
    await begin({ title: 'n', groups: 'north' })
    await begin({ title: 's', groups: 'south' })
    await begin({ title: 'w', groups: 'west' })
    expect(names(await client.call(taskCalls.unclaimed, { query: { group: 'north' } }))).toEqual(['n'])
    expect(names(await client.call(taskCalls.unclaimed, { query: { group: 'west' } }))).toEqual([])
  })

  it.each([
    [taskCalls.unclaimed, taskCalls.unclaimedCount, { group: 'not-mine' }],
    [taskCalls.involved, taskCalls.involvedCount, { group: 'not-mine' }],
    [taskCalls.assigned, taskCalls.assignedCount, { whose: 'others' }],
  ] as const)('finds nothing where a filter leaves nobody to look for', async (list, count, query) => {
    const client = await signIn({ groups: ['mine'] })
    for (const more of [{}, { q: 'rent' }, { variable: 'is:text:city:Bern' }]) {
      expect((await client.call(list, { query: { ...query, ...more } })).body.items).toEqual([])
      expect((await client.call(count, { query: { ...query, ...more } })).body.total).toBe(0)
    }
  })

  it('counts up to a thousand and says that there are more', async () => {
    const client = await signIn({ groups: ['crowd'] })
    await fillGroup('crowd', 1_200)
    expect((await client.call(taskCalls.unclaimedCount)).body).toEqual({
      total: 1_000,
      isCapped: true,
      isPartial: false,
    })
    const seen = new Set<string>()
    let after: string | null = null
    do {
      const { body }: Awaited<ReturnType<typeof client.call<typeof taskCalls.unclaimed>>> = await client.call(
        taskCalls.unclaimed,
        { query: { size: 100, ...(after === null ? {} : { after }) } },
      )
      for (const { id } of body.items) seen.add(id)
      after = body.next
    } while (after !== null)
    expect(seen.size).toBe(1_200)
  })

  it('finds behind thousands what few tasks have: a word of their process, and a value of a variable', async () => {
    const client = await signIn({ groups: ['ocean'] })
    await fillGroup('ocean', foundWindow + 1)
    await scenario.start(errand, {
      userId: client.user.username,
      variables: {
        title: 'Deep',
        assignee: null,
        groups: 'ocean',
        users: null,
        due: null,
        priority: 50,
        ship: 'Titan',
      },
      businessKey: 'wreck 4711',
    })
    for (const query of [
      { q: 'wreck 4711', sort: '-created' },
      { q: '4711', sort: '-created' },
      { variable: 'is:text:ship:Titan', sort: '-created' },
      { variable: 'begins:text:ship:Ti', q: 'wreck', sort: '-created' },
      { variable: 'is:text:ship:Titan', sort: '-priority,name' },
    ] as const) {
      expect([query, names(await client.call(taskCalls.unclaimed, { query }))]).toEqual([query, ['Deep']])
      expect((await client.call(taskCalls.unclaimedCount, { query })).body.total).toBe(1)
    }
    const { body } = await client.call(taskCalls.unclaimedCount, { query: { variable: 'is:text:ship:Titan' } })
    expect(body.isPartial).toBe(false)
    expect(names(await client.call(taskCalls.unclaimed, { query: { q: '471', due: '2030-01-01T00:00:00Z' } }))).toEqual(
      [],
    )
  })

  it('says so when a text was looked for in the first tasks only', async () => {
    const client = await signIn({ groups: ['flood'] })
    await fillGroup('flood', foundWindow + 1)
    const query = { q: 'no such text' }
    expect((await client.call(taskCalls.unclaimed, { query })).body.items).toEqual([])
    expect((await client.call(taskCalls.unclaimedCount, { query })).body).toEqual({
      total: 0,
      isCapped: false,
      isPartial: true,
    })
    const { status, error } = await client.call(taskCalls.unclaimedExport, { query: { ...query, format: 'csv' } })
    expect([status, error.code]).toEqual([422, 'list.too-long'])
  })
})

describe('the filter for a variable, with more tasks than are looked at', () => {
  it('shows nobody how many others have the value, but a user who may see all of them', async () => {
    const [client, operator] = [
      await signIn({ groups: ['sea'] }),
      await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'], groups: ['sea'] }),
    ]
    await fillGroup('sea', 3_001)
    await scenario.start(errand, {
      userId: 'somebody',
      variables: {
        ...{ title: 'Far', assignee: null, groups: 'nobody', users: null, due: null, priority: 50 },
        port: 'Oslo',
      },
    })
    const partialOf = async (of: TestClient) =>
      (await of.call(taskCalls.unclaimedCount, { query: { variable: 'is:text:port:Oslo' } })).body
    const seen = { total: 0, isCapped: false, isPartial: true }
    expect(await partialOf(client)).toEqual(seen)
    expect((await partialOf(operator)).isPartial).toBe(false)
    await admin.query(
      `insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, revision, created_at)
       select workplace_id, x, x, name, gen_random_uuid(), x, type, value, revision, created_at
       from (select v.*, gen_random_uuid() as x from variable v, generate_series(1, 2000) where v.name = 'port') v`,
    )
    expect(await partialOf(client)).toEqual(seen)
    expect((await partialOf(operator)).isPartial).toBe(true)
    await admin.query(`delete from variable where name = 'port'`)
  })
})

describe('GET /tasks/counts', () => {
  it('counts what is assigned and what can be claimed, overdue and due today', async () => {
    const client = await signIn({ groups: ['counters'] })
    const assignee = client.user.username
    await begin({ assignee, due: '2030-01-07T08:00:00Z' })
    await begin({ assignee, due: '2030-01-07T20:00:00Z' })
    await begin({ assignee, due: '2030-01-09T20:00:00Z' })
    await begin({ assignee })
    await begin({ groups: 'counters', users: assignee, due: '2030-01-07T08:00:00Z' })
    await begin({ groups: 'counters' })
    const { body } = await client.call(taskCalls.counts, {
      query: { now: '2030-01-07T09:00:00Z', todayEnds: '2030-01-08T00:00:00Z' },
    })
    expect(body).toEqual({
      assigned: 4,
      startDrafts: 0,
      taskDrafts: 0,
      assignedOverdue: 1,
      assignedDueToday: 1,
      unclaimed: 2,
      unclaimedOverdue: 1,
      unclaimedDueToday: 0,
      news: 2,
      // Four that were given, one of them overdue and one due today.
      notices: 6,
    })
  })
})

describe('GET /tasks/filters', () => {
  it('has the processes and groups that tasks of the user stand in', async () => {
    const client = await signIn({ groups: ['with-tasks', 'without-tasks'] })
    await begin({ groups: 'with-tasks' })
    await scenario.start(other, { variables: { assignee: client.user.username } })
    const { body } = await client.call(taskCalls.filters)
    expect(body).toEqual({
      processes: [
        { key: 'other', name: 'Another process' },
        { key: 'errand', name: 'Errand' },
      ],
      groups: [{ id: 'with-tasks', name: 'with-tasks' }],
    })
  })
})

/** Many open tasks at once, straight into the tables. */
async function fillGroup(group: string, count: number): Promise<void> {
  await begin({ title: 'template', groups: `${group}-template` })
  const { rows: columns } = await admin.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_schema = 'public' and table_name = 'task' and is_generated = 'NEVER'`,
  )
  const names = columns[0]?.names ?? ''
  const copied = names.replaceAll(/\w+/g, '(t).$&')
  await admin.query(
    `with template as (select t.* from task t join task_listing c on c.task_id = t.id where c.reader = $1 limit 1),
      copy as (insert into task (${names}) select ${copied} from (select jsonb_populate_record(null::task, to_jsonb(template) || jsonb_build_object('id', gen_random_uuid())) as t from template, generate_series(1, $2)) x returning workplace_id, id, root_id)
    insert into task_listing (workplace_id, reader, due_at, task_id, root_id, priority, process_name, name_key) select workplace_id, $3, 'infinity', id, root_id, 50, 'errand', 'template' from copy`,
    [`g:${group}-template`, count, `g:${group}`],
  )
}
