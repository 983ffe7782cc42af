import { process } from '@millrace/bpmn/builder'
import { api } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { db, runtime, workplaceId, signIn, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const model = (last: string) =>
  process('order', { name: 'Order' })
    .start()
    .element('userTask', 'check', { name: 'Check' })
    .element('userTask', last, { name: 'Last' })
    .end()
    .toXml()
const versions = [await scenario.deploy(model('approve')), await scenario.deploy(model('confirm'))] as const
const [first, second] = [versions[0].id, versions[1].id]
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const user = await signIn({ roles: ['RoleUser'] })
const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })

const openOf = async (id: string) =>
  (
    await admin.query("select element_key from element where instance_id = $1 and state <> 'compensable' order by 1", [
      id,
    ])
  ).rows.map(({ element_key }) => element_key)
const move = (to: string, from = 'check') => [
  { kind: 'start', at: 'before', id: to } as const,
  { kind: 'cancel', by: 'key', id: from, isOfBefore: true } as const,
]
const cancel = (id: string) => operator.call(api.processes.cancel, { params: { id } })
const work = async () => {
  for (const job of await claimAll(db, clock()))
    if (job.kind === 'batch') await runClaimedJob({ runtime, services: {} as Services }, job)
}

describe('moves of one instance', () => {
  it('set variables first, and a plan may have variables alone', async () => {
    const id = await scenario.start(versions[0])
    const variables = [{ name: 'approved', type: 'Boolean', text: 'false' } as const]
    const tried = await operator.call(api.processes.tryMoves, {
      params: { id },
      body: { moves: move('approve'), variables },
    })
    expect(tried.body).toMatchObject({ problem: null, outcome: null, ends: [{ elementId: 'check' }] })
    expect(tried.body.starts).toEqual([{ elementId: 'approve', id: null }])
    expect(await openOf(id)).toEqual(['check'])
    const alone = await operator.call(api.processes.moveTokens, { params: { id }, body: { moves: [], variables } })
    expect(alone.status).toBe(204)
    const { body } = await operator.call(api.processes.variables, { params: { id } })
    expect(body.items.map(({ name, text }) => [name, text])).toEqual([['approved', 'false']])
    await operator.call(api.processes.moveTokens, { params: { id }, body: { moves: move('approve') } })
    expect(await openOf(id)).toEqual(['approve'])
  })

  it('refuse a value that does not fit, and change nothing', async () => {
    const id = await scenario.start(versions[0])
    const variables = [{ name: 'n', type: 'Integer', text: 'many' } as const]
    const { status, error } = await operator.call(api.processes.moveTokens, {
      params: { id },
      body: { moves: move('approve'), variables },
    })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'variable.invalid', 'variables.0.text'])
    expect(await openOf(id)).toEqual(['check'])
  })
})

describe('moves of several instances', () => {
  it('are tried once for each state, and done by a batch to the instances of the version alone', async () => {
    const [one, two, other] = [
      await scenario.start(versions[0]),
      await scenario.start(versions[0]),
      await scenario.start(versions[1]),
    ] as const
    await operator.call(api.processes.moveTokens, { params: { id: two }, body: { moves: move('approve') } })
    const selection = { ids: [one, two, other] }
    const counted = await operator.call(api.moves.versions, { body: { selection, isEnded: false } })
    expect(counted.body.items.map(({ id, version, count }) => [id, version, count])).toEqual([
      [first, 1, 2],
      [second, 2, 1],
    ])
    const moves = move('approve')
    const { body } = await operator.call(api.moves.tryMoves, { params: { id: first }, body: { selection, moves } })
    expect(body).toMatchObject({ looked: 2, untried: 0, isPartial: false })
    expect(body.states.map(({ elements, starts, ends }) => [elements, starts, ends]).toSorted()).toEqual([
      [['approve'], ['approve'], []],
      [['check'], ['approve'], ['check']],
    ])
    const drafted = await operator.call(api.batches.prepare, { body: { kind: 'move', selection, definitionId: first } })
    expect(drafted.body.total).toBe(2)
    const action = {
      kind: 'move',
      definitionId: first,
      moves,
      variables: [{ name: 'x', type: 'Long', text: '7' }],
    } as const
    await operator.call(api.batches.begin, { params: { id: drafted.body.id }, body: { action, reason: 'Stuck' } })
    await work()
    expect([await openOf(one), await openOf(two), await openOf(other)]).toEqual([
      ['approve'],
      ['approve', 'approve'],
      ['check'],
    ])
    const { body: found } = await operator.call(api.processes.variables, { params: { id: one } })
    expect(found.items.map(({ name, type, text }) => [name, type, text])).toEqual([['x', 'Long', '7']])
  })
})

describe('a migration', () => {
  it('suggests, checks, tries and migrates', async () => {
    const [one, two] = [await scenario.start(versions[0]), await scenario.start(versions[0])]
    await operator.call(api.processes.moveTokens, { params: { id: two }, body: { moves: move('approve') } })
    const params = { id: first }
    const wrong = [{ source: 'check', target: 'nowhere' }]
    const plan = await operator.call(api.moves.plan, { params, body: { targetId: second, instructions: wrong } })
    expect(plan.body.source.map(({ key, name, type }) => [key, name, type])).toEqual([
      ['check', 'Check', 'userTask'],
      ['approve', 'Last', 'userTask'],
    ])
    expect(plan.body.suggested).toEqual([{ source: 'check', target: 'check', updatesTrigger: false }])
    expect(plan.body.faults).toMatchObject([
      { source: 'check', failures: ["Target activity 'nowhere' does not exist"] },
    ])
    const suggested = { targetId: second, instructions: plan.body.suggested }
    const selection = { ids: [one, two] }
    const tried = await operator.call(api.moves.tryMigration, { params, body: { ...suggested, selection } })
    expect(
      tried.body.states.map(({ elements, isPossible, faults }) => [elements, isPossible, faults.map(({ key }) => key)]),
    ).toEqual(
      expect.arrayContaining([
        [['check'], true, []],
        [['approve'], false, ['approve']],
      ]),
    )
    const refused = await operator.call(api.moves.migrate, { params, body: { ...suggested, ids: [one, two] } })
    expect([refused.status, refused.error.code]).toEqual([422, 'process.refused'])
    const whole = {
      targetId: second,
      instructions: [...plan.body.suggested, { source: 'approve', target: 'confirm' }],
    }
    expect((await operator.call(api.moves.migrate, { params, body: { ...whole, ids: [one] } })).status).toBe(204)
    const drafted = await operator.call(api.batches.prepare, {
      body: { kind: 'migrate', selection: { definitionId: first }, definitionId: first },
    })
    const action = { kind: 'migrate', definitionId: first, ...whole } as const
    const faulty = { ...action, instructions: wrong }
    const begin = (body: typeof action | typeof faulty) =>
      operator.call(api.batches.begin, { params: { id: drafted.body.id }, body: { action: body } })
    expect((await begin(faulty)).error.code).toBe('process.refused')
    await begin(action)
    await work()
    expect([await openOf(one), await openOf(two)]).toEqual([['check'], ['confirm']])
  })
})

describe('a restart', () => {
  it('is tried, done at once for some, and by a batch for many', async () => {
    const [one, two, running] = [
      await scenario.start(versions[0], { variables: { n: 1 } }),
      await scenario.start(versions[0]),
      await scenario.start(versions[0]),
    ] as const
    await cancel(one)
    await cancel(two)
    const opened = await admin.query(
      "select count(*)::int as count from element e join instance i on i.id = e.instance_id where e.element_key = 'approve' and i.definition_id = $1",
      [first],
    )
    const before: number = opened.rows[0].count
    const params = { id: first }
    const moves = [{ kind: 'start', at: 'before', id: 'approve' } as const]
    const selection = { ids: [one, two, running] }
    const tried = await operator.call(api.moves.tryRestart, { params, body: { moves, selection } })
    expect(tried.body).toMatchObject({ looked: 2, states: [{ count: 2, isPossible: true, starts: ['approve'] }] })
    const { body } = await operator.call(api.moves.restart, { params, body: { moves, ids: [one] } })
    expect(await openOf(body.ids[0] ?? '')).toEqual(['approve'])
    const again = await operator.call(api.moves.restart, { params, body: { moves, ids: [running] } })
    expect(again.error.code).toBe('process.refused')
    const drafted = await operator.call(api.batches.prepare, {
      body: { kind: 'restart', selection, definitionId: first },
    })
    expect(drafted.body.total).toBe(2)
    await operator.call(api.batches.begin, {
      params: { id: drafted.body.id },
      body: { action: { kind: 'restart', definitionId: first, moves } },
    })
    const { rows: logged } = await admin.query(
      'select operation_type, property, new_value from operation_log where batch_id = $1 order by property',
      [drafted.body.id],
    )
    expect(logged).toEqual([
      { operation_type: 'RestartProcessInstance', property: 'async', new_value: 'true' },
      { operation_type: 'RestartProcessInstance', property: 'nrOfInstances', new_value: '2' },
    ])
    await work()
    const { rows } = await admin.query(
      "select count(*)::int as count from element e join instance i on i.id = e.instance_id where e.element_key = 'approve' and i.definition_id = $1",
      [first],
    )
    expect(rows[0].count).toBe(before + 3)
  })
})

it('users and other workplaces are refused', async () => {
  const id = await scenario.start(versions[0])
  const selection = { ids: [id] }
  const params = { id: first }
  const body = { targetId: second, instructions: [] }
  expect((await user.call(api.moves.tryMoves, { params, body: { selection, moves: [] } })).status).toBe(403)
  expect((await elsewhere.call(api.moves.plan, { params, body })).error.code).toBe('thing.not-found')
  const tried = await elsewhere.call(api.moves.tryMigration, { params, body: { ...body, selection } })
  expect(tried.body).toMatchObject({ states: [], looked: 0 })
  const moved = await elsewhere.call(api.moves.migrate, { params, body: { ...body, ids: [id] } })
  expect(moved.error.code).toBe('thing.not-found')
})
