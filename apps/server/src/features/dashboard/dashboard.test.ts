import { process } from '@millrace/bpmn/builder'
import {
  type AnswerOf,
  type DashboardLayout,
  type DashboardRole,
  dashboardCalls,
  processCalls,
  taskCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { completeTask } from '../../runtime/testing/test-runtime.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()

const model = (key: string) =>
  process(key, { name: `Process ${key}` })
    .start('s')
    .userTask('work', { 'millrace:candidateGroups': 'office' })
    .end()
    .toXml()
const ids = new Map<string, string>()
/** Whose instances go on by themselves once somebody has worked. */
const goingOn = process('three', { name: 'Process three' })
  .start('s')
  .userTask('work', { 'millrace:candidateGroups': 'office' })
  .element('intermediateCatchEvent', 'later', {
    inside: '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>',
  })
  .end()
  .toXml()
for (const [key, xml] of [
  ['one', model('one')],
  ['two', model('two')],
  ['three', goingOn],
] as const) {
  const deployed = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name: key, source: null, tenantId: null },
      files: [{ name: `${key}.bpmn`, bytes: Buffer.from(xml) }],
    },
  )
  ids.set(key, deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : '')
}

const ines = await signIn({ username: 'ines', groups: ['office'] })
const other = await signIn({ username: 'other' })
const foreign = await signIn({ workplaceId: await createWorkplace(db), username: 'ines', groups: ['office'] })

const day = 86_400_000
const now = new Date('2026-11-24T10:00:00.000Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
const todayEnds = '2026-11-25T00:00:00.000Z'
const weekEnds = '2026-12-01T00:00:00.000Z'
const query = { now: now.toISOString(), todayEnds, weekEnds, timeZone: 'UTC', days: 7 }
const look = async (client: TestClient, more: object = {}) =>
  (await client.call(dashboardCalls.get, { query: { ...query, ...more } })).body as AnswerOf<typeof dashboardCalls.get>

const startOf = (key: string) => ({ params: { id: ids.get(key) ?? '' } })

async function start(key: string): Promise<string> {
  const id = ids.get(key) ?? ''
  const { document } = (await ines.call(processCalls.startForm, { params: { id } })).body.form
  return (await ines.call(processCalls.start, { params: { id }, body: { values: {}, hash: document.hash } })).body
    .instanceId
}

/** Tasks of Ines, by when they are due; those of `null` never. */
const dues = [-2 * day, -1, 1, 13 * 3_600_000, 2 * day, 3 * day, 4 * day, 20 * day, null, null]
for (const due of dues) {
  const instance = await start('one')
  const { rows } = await admin.query('select id from task where instance_id = $1', [instance])
  await ines.call(taskCalls.claim, { params: { id: rows[0].id } })
  await admin.query('update task set due_at = $1 where id = $2', [due === null ? null : after(due), rows[0].id])
}
for (let number = 0; number < 3; number++) await start('two')

describe('the numbers of a dashboard', () => {
  it('are those of the lists that they lead to', async () => {
    const { tasks, started } = await look(ines)
    const total = async (list: 'assignedCount' | 'unclaimedCount', search: object) =>
      (await ines.call(taskCalls[list], { query: search })).body.total
    const lists = {
      assigned: await total('assignedCount', {}),
      overdue: await total('assignedCount', { 'due.before': query.now }),
      today: await total('assignedCount', { due: query.now, 'due.before': todayEnds }),
      week: await total('assignedCount', { due: todayEnds, 'due.before': weekEnds }),
      later: await total('assignedCount', { due: weekEnds }),
      undated: await total('assignedCount', { undated: 'true' }),
      unclaimed: await total('unclaimedCount', {}),
      unclaimedOverdue: await total('unclaimedCount', { 'due.before': query.now }),
    }
    expect(Object.fromEntries(Object.entries(tasks).map(([name, { total }]) => [name, total]))).toEqual(lists)
    expect(lists).toEqual({
      ...{ assigned: 10, overdue: 2, today: 2, week: 3, later: 1, undated: 2, unclaimed: 3, unclaimedOverdue: 0 },
    })
    const { body } = await ines.call(processCalls.startedByMeCount, { query: { state: 'active,incident,suspended' } })
    expect([started.running, body.total]).toEqual([13, 13])
  })

  it('of ended instances are those of the list too, day by day and process by process', async () => {
    const ended = [
      { id: await start('one'), at: '2026-11-24T09:00:00Z', hours: 2 },
      { id: await start('one'), at: '2026-11-20T23:30:00Z', hours: 4 },
      { id: await start('two'), at: '2026-11-20T12:00:00Z', hours: 10 },
      { id: await start('two'), at: '2026-11-17T23:59:00Z', hours: 1 },
    ]
    for (const { id, at, hours } of ended) {
      await ines.call(processCalls.cancel, { params: { id } })
      await admin.query(
        `update history_instance set outcome = 'completed', ended_at = $2, started_at = $2::timestamptz - $3 * interval '1 hour' where id = $1`,
        [id, at, hours],
      )
      await admin.query(
        `update instance_listing l set ended_at = h.ended_at, started_at = h.started_at, is_cancelled = false
          from history_instance h where h.id = $1 and l.workplace_id = h.workplace_id and l.instance_id = h.id`,
        [id],
      )
    }
    const seen = await look(ines)
    expect(seen.finished).toHaveLength(7)
    for (const { day, completed } of seen.finished) {
      const next = new Date(Date.parse(day) + 86_400_000).toISOString()
      const { body } = await ines.call(processCalls.startedByMeCount, {
        query: { state: 'completed', ended: `${day}T00:00:00Z`, 'ended.before': next },
      })
      expect([day, completed]).toEqual([day, body.total])
    }
    expect(seen.started).toMatchObject({ completed: 3, completedBefore: 1, medianSeconds: 4 * 3_600, isPartial: false })
    expect(seen.durations).toEqual([
      { key: 'one', name: 'Process one', count: 2, medianSeconds: 3 * 3_600 },
      { key: 'two', name: 'Process two', count: 1, medianSeconds: 10 * 3_600 },
    ])
    expect(seen.waiting.map(({ key, count }) => [key, count])).toEqual([
      ['one', 10],
      ['two', 3],
    ])
    // Days are those of the reader: half past eleven in the evening is tomorrow in Helsinki.
    const there = await look(ines, { timeZone: 'Europe/Helsinki' })
    expect(there.finished.filter(({ completed }) => completed > 0).map(({ day }) => day)).toEqual([
      ...['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-24'],
    ])
  })

  it('say how long instances have waited for somebody: half of them at least so long, at their oldest task', async () => {
    const waitOf = async (client: TestClient, key: string) =>
      (await look(client)).waiting.find((one) => one.key === key)?.medianWaitSeconds
    const { rows } = await admin.query(
      `select t.id from task t join instance i on i.id = t.instance_id where i.definition_id = $1 order by t.id`,
      [ids.get('two')],
    )
    expect(rows).toHaveLength(3)
    for (const [index, hours] of [1, 30, 5].entries())
      await admin.query('update task set created_at = $1 where id = $2', [after(-hours * 3_600_000), rows[index].id])
    expect(await waitOf(ines, 'two')).toBe(5 * 3_600)
    const clerk = await signIn({ username: 'onlooker', groups: ['office'] })
    expect(await waitOf(clerk, 'two')).toBe(5 * 3_600)
  })

  it('report waiting by those instances alone that wait for somebody', async () => {
    const starter = await signIn({ username: 'starter', groups: ['field'] })
    const instances: string[] = []
    const body = {
      values: {},
      hash: (await starter.call(processCalls.startForm, startOf('three'))).body.form.document.hash,
    }
    for (let number = 0; number < 3; number++)
      instances.push((await starter.call(processCalls.start, { ...startOf('three'), body })).body.instanceId)
    const seen = async () =>
      (await look(starter, { scope: 'started' })).waiting.map(({ medianWaitSeconds }) => medianWaitSeconds)
    await admin.query('update task set created_at = $1 where instance_id = any($2)', [after(-7_200_000), instances])
    expect(await seen()).toEqual([7_200])
    const complete = async (some: readonly string[]) => {
      const { rows } = await admin.query('select id from task where instance_id = any($1)', [some])
      for (const { id } of rows) await completeTask(runtime, { workplaceId, userId: null, cause: 'test' }, id)
    }
    await complete(instances.slice(0, 2))
    expect(await seen()).toEqual([7_200])
    await complete(instances.slice(2))
    expect(await seen()).toEqual([null])
    for (const id of instances) await starter.call(processCalls.cancel, { params: { id } })
  })

  it('are those of what the user started alone where that is asked for, of all that involves them where not', async () => {
    const clerk = await signIn({ username: 'clerk', groups: ['office'] })
    const all = await look(clerk)
    const { body } = await clerk.call(processCalls.involvingMeCount, { query: { state: 'active,incident,suspended' } })
    expect([all.started.running, body.total]).toEqual([13, 13])
    // Of what is over nobody is involved who only might have claimed a task.
    expect(all.started.completed).toBe(0)
    expect(all.waiting.map(({ key, count }) => [key, count])).toEqual([
      ['one', 10],
      ['two', 3],
    ])
    const own = await look(clerk, { scope: 'started' })
    expect([own.started.running, own.waiting]).toEqual([0, []])
    const started = await look(ines, { scope: 'started' })
    expect([started.started.running, started.started.completed]).toEqual([13, 3])
    expect((await ines.call(dashboardCalls.get, { query: { ...query, scope: 'all' } as never })).status).toBe(400)
  })

  it('report nothing of others, and are nothing where there is nothing', async () => {
    for (const client of [other, foreign]) {
      const { tasks, started, finished, durations, waiting } = await look(client)
      expect(Object.values(tasks).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
      expect(started).toMatchObject({ running: 0, completed: 0, medianSeconds: null })
      expect([finished.length, durations, waiting]).toEqual([7, [], []])
    }
    for (const days of [0, 8, 91, 1_000])
      expect((await ines.call(dashboardCalls.get, { query: { ...query, days } })).status).toBe(400)
  })
})

it('a dashboard stays as its user has arranged it, and every card is somewhere', async () => {
  const layoutOf = async (client: TestClient) => (await look(client)).layout
  const first = { cards: ['due', 'finished', 'waiting', 'durations', 'start'], hidden: [] }
  expect(await layoutOf(ines)).toEqual(first)
  const body = { cards: ['start', 'due'], hidden: ['waiting'] } as const
  expect(
    (await ines.call(dashboardCalls.arrange, { body: { cards: [...body.cards], hidden: [...body.hidden] } })).status,
  ).toBe(204)
  expect(await layoutOf(ines)).toEqual({
    cards: ['start', 'due', 'finished', 'waiting', 'durations'],
    hidden: ['waiting'],
  })
  expect(await layoutOf(other)).toEqual(first)
  expect(await layoutOf(foreign)).toEqual(first)
  const twice = await ines.send({
    method: 'PUT',
    url: '/api/dashboard/layout',
    payload: { cards: ['due', 'due'], hidden: [] },
  })
  expect(twice.status).toBe(400)
})

it('a dashboard comes as for the first of one’s roles that somebody has arranged it for, until one arranges it oneself', async () => {
  const boss = await signIn({ roles: ['RoleUser', 'RoleAdmin'] })
  const operator = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
  const plain = await signIn()
  const shown = async (client: TestClient) => {
    const { layout, isOwnLayout } = await look(client)
    return [layout.cards[0], layout.hidden, isOwnLayout]
  }
  const arrange = (role: DashboardRole, layout: DashboardLayout | null, by = boss) =>
    by.call(dashboardCalls.arrangeForRole, { params: { role }, body: { layout } })
  const comes = ['due', [], false]
  expect(await Promise.all([plain, operator].map(shown))).toEqual([comes, comes])
  expect((await arrange('RoleUser', { cards: ['start'], hidden: [] }, operator)).status).toBe(403)
  expect((await operator.call(dashboardCalls.ofRoles)).status).toBe(403)
  await arrange('RoleUser', { cards: ['start'], hidden: ['finished'] })
  const forAll = ['start', ['finished'], false]
  expect(await Promise.all([plain, operator].map(shown))).toEqual([forAll, forAll])
  await arrange('RoleProcessAdmin', { cards: ['waiting'], hidden: [] })
  expect(await Promise.all([plain, operator].map(shown))).toEqual([forAll, ['waiting', [], false]])
  expect(await shown(foreign)).toEqual(comes)

  await operator.call(dashboardCalls.arrange, { body: { cards: ['durations'], hidden: [] } })
  expect(await shown(operator)).toEqual(['durations', [], true])
  await operator.call(dashboardCalls.reset)
  expect(await shown(operator)).toEqual(['waiting', [], false])
  const { body } = await boss.call(dashboardCalls.ofRoles)
  expect(body.filter(({ isArranged }) => isArranged).map(({ role }) => role)).toEqual(['RoleProcessAdmin', 'RoleUser'])
  await arrange('RoleProcessAdmin', null)
  await arrange('RoleUser', null)
  expect(await Promise.all([plain, operator].map(shown))).toEqual([comes, comes])
})
