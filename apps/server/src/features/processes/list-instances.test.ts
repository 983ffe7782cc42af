import { process } from '@millrace/bpmn/builder'
import { processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { fileListings } from '../../runtime/history/file-listings.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { foundWindow } from './found-instances.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

/** Somebody checks, then somebody of a group pays. */
const order = await scenario.deploy(
  process('order', { name: 'Order' })
    .start()
    .userTask('check', { name: 'Check', 'camunda:assignee': '${checker}', 'camunda:candidateUsers': '${helper}' })
    .userTask('pay', { name: 'Pay', 'camunda:candidateGroups': '${group}' })
    .end()
    .toXml(),
)
const parent = await scenario.deploy(
  process('parent', { name: 'Parent' })
    .start()
    .element('callActivity', 'call', { name: 'Call order', calledElement: 'child' })
    .end()
    .toXml(),
)
await scenario.deploy(
  process('child', { name: 'Child' })
    .start()
    .userTask('inner', { name: 'Inner', 'camunda:candidateGroups': 'inner-group' })
    .end()
    .toXml(),
)
const atOnce = await scenario.deploy(process('at-once', { name: 'At once' }).start().end().toXml())

const begin = (userId: string, variables: object = {}, businessKey?: string) =>
  scenario.start(order, {
    userId,
    ...(businessKey === undefined ? {} : { businessKey }),
    variables: { checker: 'nobody', helper: null, group: 'payers', ...variables },
  })

const actor = (userId: string) => ({ workplaceId, userId, cause: 'test' })

async function completeTask(instanceId: string, userId: string): Promise<void> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const id: string = rows[0].id
  await executeCommand(runtime, actor(userId), {
    target: { by: 'task', id },
    command: { type: 'completeTask', taskId: id, variables: [] },
  })
}

const unfiled = async (userId: string): Promise<number> =>
  (
    await admin.query('select count(*)::int as n from instance_listing where reader = $1 and not is_filed', [
      `s:${userId}`,
    ])
  ).rows[0].n

const cancel = (client: TestClient, id: string) => client.call(processCalls.cancel, { params: { id } })
const started = async (client: TestClient, query = {}) =>
  (await client.call(processCalls.startedByMe, { query })).body.items.map(({ id }) => id)
const involving = async (client: TestClient, query = {}) =>
  (await client.call(processCalls.involvingMe, { query })).body.items.map(({ id }) => id)
const sees = async (client: TestClient, id: string) =>
  (await client.call(processCalls.instance, { params: { id } })).status === 200

describe.each([
  ['startedbyme', processCalls.startedByMe, processCalls.startedByMeCount],
  ['involvingme', processCalls.involvingMe, processCalls.involvingMeCount],
] as const)('GET /processes/%s', (_, list, count) => {
  it('is for users who are signed in', async () => {
    expect((await anonymous().call(list)).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleDesign'] })).call(list)).status).toBe(403)
  })

  it('is empty for somebody who has started nothing and has no task', async () => {
    const client = await signIn()
    expect((await client.call(list)).body).toEqual({ items: [], from: 1, next: null, previous: null })
    expect((await client.call(count)).body).toEqual({ total: 0, isCapped: false, isPartial: false })
  })

  it('reports the current step of an instance, the users who have it, and since when', async () => {
    const checker = await signIn({ firstName: 'Grace', lastName: 'Hopper' })
    const client = await signIn({ firstName: 'Ada', lastName: 'Lovelace' })
    const id = await begin(client.user.username, { checker: checker.user.username }, 'A-1')
    expect((await client.call(list)).body.items).toEqual([
      {
        id,
        businessKey: 'A-1',
        title: 'A-1',
        definition: { id: order.id, key: 'order', name: 'Order', version: 1 },
        state: 'active',
        startedBy: { username: client.user.username, displayName: 'Ada Lovelace' },
        startedAt: clock().toISOString(),
        endedAt: null,
        waitsAt: ['Check'],
        waitsFor: ['Grace Hopper'],
        waitingSince: clock().toISOString(),
      },
    ])
  })

  it('has the newest first, running and ended ones alike, page by page', async () => {
    const client = await signIn()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.unshift(
        n % 2 === 0
          ? await begin(client.user.username)
          : await scenario.start(atOnce, { userId: client.user.username }),
      )
      clock.advance({ seconds: 1 })
    }
    const first = (await client.call(list, { query: { size: 2 } })).body
    const second = (await client.call(list, { query: { size: 2, after: first.next ?? '' } })).body
    const third = (await client.call(list, { query: { size: 2, after: second.next ?? '' } })).body
    const back = (await client.call(list, { query: { size: 2, before: third.previous ?? '' } })).body
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
    expect(back.items.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect((await client.call(count)).body.total).toBe(5)
  })

  describe.each([
    ['nothing', 0],
    ['two', 2],
    ['everything', 4],
  ])('of which %s is filed', (_, filed) => {
    it.each([
      ['started', [0, 1, 2, 3]],
      ['-started', [3, 2, 1, 0]],
      ['key', [0, 2, 3, 1]],
      ['-key', [2, 0, 3, 1]],
      ['ended', [1, 3, 0, 2]],
      ['-ended', [3, 1, 2, 0]],
      ['process,started', [1, 3, 0, 2]],
    ])('in the order %s, from either end', async (sort, expected) => {
      const client = await signIn()
      const userId = client.user.username
      const ids: string[] = []
      for (const make of [
        () => begin(userId, {}, 'a'),
        () => scenario.start(atOnce, { userId }),
        () => begin(userId, {}, 'b'),
        () => scenario.start(atOnce, { userId }),
      ]) {
        ids.push(await make())
        clock.advance({ seconds: 1 })
        if (ids.length === filed) await fileListings(db)
      }
      expect(await unfiled(userId)).toBe(4 - filed)
      const wanted = sort.includes('key') ? expected.slice(0, 2) : expected
      const query = { sort: sort as 'started', size: 1 }
      const found: string[] = []
      let page = (await client.call(list, { query })).body
      found.push(...page.items.map(({ id }) => id))
      while (page.next !== null) {
        page = (await client.call(list, { query: { ...query, after: page.next } })).body
        found.push(...page.items.map(({ id }) => id))
      }
      expect(found.slice(0, wanted.length)).toEqual(wanted.map((index) => ids[index]))
      expect([...found].sort()).toEqual([...ids].sort())
      const back = [page.items[0]?.id]
      while (page.previous !== null) {
        page = (await client.call(list, { query: { ...query, before: page.previous } })).body
        back.unshift(page.items[0]?.id)
      }
      expect(back).toEqual(found)
    })
  })
})

const prepare = async () => {
  const client = await signIn()
  const userId = client.user.username
  const open = await begin(userId, { amount: 5, city: 'Berlin' }, 'Berlin 5')
  const cancelled = await begin(userId, { amount: 50, city: 'Bern' }, 'Bern 50')
  await cancel(client, cancelled)
  const suspended = await begin(userId, { amount: 500, city: 'Basel' }, 'Basel 500')
  await executeCommand(runtime, actor('admin'), {
    target: { by: 'instance', id: suspended },
    command: { type: 'suspendInstance', instanceId: suspended, isSuspended: true },
  })
  const completed = await scenario.start(atOnce, { userId, variables: { amount: 5_000, city: 'Berlin' } })
  const names: Record<string, string> = {
    [open]: 'open',
    [cancelled]: 'cancelled',
    [suspended]: 'suspended',
    [completed]: 'completed',
  }
  return { client, named: (ids: readonly string[]) => ids.map((id) => names[id]).sort() }
}
const { client, named } = await prepare()

describe.each([false, true])('lists of instances, filed: %s, are narrowed', (isFiled) => {
  beforeAll(async () => {
    await admin.query('update instance_listing set is_filed = false')
    if (isFiled) await fileListings(db)
    expect(await unfiled(client.user.username)).toBe(isFiled ? 0 : 4)
  })

  it.each([
    [{ state: 'active' }, ['open']],
    [{ state: 'suspended' }, ['suspended']],
    [{ state: 'incident' }, []],
    [{ state: 'active,incident,suspended' }, ['open', 'suspended']],
    [{ state: 'cancelled' }, ['cancelled']],
    [{ state: 'completed' }, ['completed']],
    [{ 'state.not': 'completed' }, ['cancelled', 'open', 'suspended']],
    [{ process: 'order' }, ['cancelled', 'open', 'suspended']],
    [{ 'process.not': 'order' }, ['completed']],
    [{ key: 'bern 50' }, ['cancelled']],
    [{ 'key.begins': 'be' }, ['cancelled', 'open']],
    [{ started: '2999-01-01T00:00:00Z' }, []],
    [{ ended: '2000-01-01T00:00:00Z' }, ['cancelled', 'completed']],
    [{ variable: 'is:text:city:Berlin' }, ['completed', 'open']],
    [{ variable: 'begins:text:city:Ber' }, ['cancelled', 'completed', 'open']],
    [{ variable: 'from:number:amount:50' }, ['cancelled', 'completed', 'suspended']],
    [{ variable: 'from:number:amount:50,is:text:city:Berlin' }, ['completed']],
    [{ q: 'bas' }, ['suspended']],
    [{ q: 'at once' }, ['completed']],
    [{ q: '%' }, []],
  ] as const)('by %j', async (query, expected) => {
    expect(named(await started(client, query))).toEqual(expected)
    expect(named(await involving(client, query))).toEqual(expected)
    const { total } = (await client.call(processCalls.involvingMeCount, { query })).body
    expect(total).toBe(expected.length)
  })

  it('offers the existing processes', async () => {
    for (const call of [processCalls.startedFilters, processCalls.involvedFilters])
      expect((await client.call(call)).body.processes).toEqual([
        { key: 'at-once', name: 'At once' },
        { key: 'order', name: 'Order' },
      ])
  })

  it('is written to a file with who waits for what', async () => {
    const { body } = await client.call(processCalls.involvingMeExport, {
      query: { format: 'csv', state: 'active', columns: 'title,waitsAt,waitsFor,startedBy' },
    })
    expect(String(body)).toContain('Berlin 5')
    expect(String(body)).toContain('nobody')
  })
})

it('finds a text regardless of the case of its letters', async () => {
  const client = await signIn()
  const id = await begin(client.user.username, {}, 'Äpfel aus dem Ötztal')
  for (const q of ['äPFEL', 'ötZTAL', 'ORDER']) expect([q, await started(client, { q })]).toEqual([q, [id]])
})

it('finds behind thousands what few instances have: a word of their title, and a value of a variable while they run', async () => {
  const client = await signIn()
  const { username } = client.user
  const open = await begin(username, { ship: 'Titan' }, 'wreck 4711')
  const over = await scenario.start(atOnce, {
    userId: username,
    businessKey: 'wreck 4712',
    variables: { ship: 'Titan' },
  })
  const filled = await admin.query(
    `insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
     select workplace_id, reader, started_at + n * interval '1 second', gen_random_uuid(), ended_at, is_cancelled, definition_id, process_key, process_name, 'filler', null, n % 2 = 0
     from instance_listing, generate_series(1, $2) n where instance_id = $1 returning instance_id`,
    [open, foundWindow + 1],
  )
  try {
    for (const [query, ids] of [
      [{ q: 'wreck' }, [over, open]],
      [{ q: 'WRECK 4711' }, [open]],
      [{ q: '4712', state: 'completed' }, [over]],
      [{ q: '4712', state: 'active' }, []],
      [{ variable: 'is:text:ship:Titan' }, [open]],
      [{ variable: 'is:text:ship:Titan', q: 'wreck', sort: 'title' }, [open]],
      [{ variable: 'is:text:ship:Titan', q: 'wreck', sort: '-title' }, [over, open]],
    ] as const) {
      expect([query, new Set(await involving(client, query))]).toEqual([query, new Set(ids)])
      const { body } = await client.call(processCalls.involvingMeCount, { query })
      const isPartial = !('state' in query) || query.state !== 'completed'
      expect([query, body]).toEqual([query, { total: ids.length, isCapped: false, isPartial }])
    }
  } finally {
    await admin.query('delete from instance_listing where instance_id = any($1)', [
      filled.rows.map(({ instance_id }) => instance_id),
    ])
  }
})

describe('who is involved', () => {
  it('learns nothing of variables that are not for them by filtering for them', async () => {
    const [starter, payer, boss] = [
      await signIn(),
      await signIn({ groups: ['payers-of-pay'] }),
      await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'], groups: ['payers-of-pay'] }),
    ]
    const id = await begin(starter.user.username, { group: 'payers-of-pay', salary: 4711 })
    await completeTask(id, 'nobody')
    const query = { variable: 'from:number:salary:4000' }
    expect(await involving(payer)).toEqual([id])
    expect(await involving(payer, query)).toEqual([])
    for (const client of [starter, boss]) expect(await involving(client, query)).toEqual([id])
  })

  it('is who started it, has or had a task, or may claim one: as long as that is so, and by one rule for list and page', async () => {
    const starter = await signIn()
    const checker = await signIn()
    const helper = await signIn()
    const payer = await signIn({ groups: ['payers-1'] })
    const completer = await signIn()
    const stranger = await signIn()
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), groups: ['payers-1'] })
    const everybody = { starter, checker, helper, payer, completer, stranger, elsewhere }
    const id = await begin(starter.user.username, {
      checker: checker.user.username,
      helper: helper.user.username,
      group: 'payers-1',
    })
    const whoSees = async () => {
      const names: string[] = []
      for (const [name, client] of Object.entries(everybody)) {
        const isListed = (await involving(client)).includes(id)
        expect([name, await sees(client, id)]).toEqual([name, isListed])
        if (isListed) names.push(name)
      }
      return names
    }
    expect(await whoSees()).toEqual(['starter', 'checker', 'helper'])
    await completeTask(id, completer.user.username)
    expect(await whoSees()).toEqual(['starter', 'checker', 'payer', 'completer'])
    await completeTask(id, payer.user.username)
    expect(await whoSees()).toEqual(['starter', 'checker', 'payer', 'completer'])
    expect(await started(starter)).toContain(id)
    expect(await started(checker)).not.toContain(id)
  })

  it('is no longer who had a task and gave it back', async () => {
    const [first, second] = [await signIn({ groups: ['inner-1'] }), await signIn({ groups: [] })]
    const id = await begin('nobody-else', { checker: second.user.username })
    expect([await sees(second, id), await sees(first, id)]).toEqual([true, false])
    const { rows } = await admin.query('select id from task where instance_id = $1', [id])
    await executeCommand(runtime, actor('boss'), {
      target: { by: 'task', id: rows[0].id },
      command: {
        type: 'changeTask',
        taskId: rows[0].id,
        patch: { assignee: first.user.username },
        operation: 'Assign',
      },
    })
    expect([await sees(second, id), await sees(first, id)]).toEqual([false, true])
    expect([await involving(second), await involving(first)]).toEqual([[], [id]])
  })

  it('finds a called instance by its tasks, its starter the one at the top', async () => {
    const starter = await signIn()
    const worker = await signIn({ groups: ['inner-group'] })
    const id = await scenario.start(parent, { userId: starter.user.username })
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    expect(await involving(worker)).toEqual([rows[0].id])
    expect(await involving(starter)).toEqual([id])
    expect([await sees(starter, rows[0].id), await sees(worker, id)]).toEqual([true, false])
  })

  it('what ends after it was filed is over in every list', async () => {
    const starter = await signIn()
    const id = await begin(starter.user.username, {}, 'Filed early')
    await fileListings(db)
    await cancel(starter, id)
    for (const file of [async () => {}, () => fileListings(db)]) {
      await file()
      for (const query of [{ state: 'cancelled' }, { sort: '-ended' }, { sort: 'key' }] as const)
        expect(await started(starter, query)).toEqual([id])
      expect(await started(starter, { state: 'active' })).toEqual([])
    }
  })

  it('is what the view of readers says, whatever has happened', async () => {
    const { rows } = await admin.query(`
      select reader, instance_id from (select distinct workplace_id, reader, instance_id, true as is_told from instance_reader) v
      full join instance_listing l using (workplace_id, reader, instance_id)
      where v.is_told is null or l.started_at is null`)
    expect(rows).toEqual([])
    const listed = await admin.query(`
      select l.instance_id from instance_listing l left join instance_listed i using (workplace_id, instance_id)
      where (l.ended_at, l.is_cancelled, l.title_key, l.started_at, l.business_key) is distinct from (i.ended_at, i.is_cancelled, i.title_key, i.started_at, i.business_key)`)
    expect(listed.rows).toEqual([])
  })
})

it('a task that somebody claims stays in the list of those who might have', async () => {
  const [first, second] = [await signIn({ groups: ['payers-2'] }), await signIn({ groups: ['payers-2'] })]
  const id = await begin('somebody', { group: 'payers-2' })
  await completeTask(id, 'nobody')
  const { rows } = await admin.query('select id from task where instance_id = $1', [id])
  expect((await first.call(taskCalls.claim, { params: { id: rows[0].id } })).status).toBeLessThan(300)
  expect([await involving(first), await involving(second)]).toEqual([[id], [id]])
})
