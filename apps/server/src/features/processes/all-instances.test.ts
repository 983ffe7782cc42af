import { process } from '@millrace/bpmn/builder'
import { api } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { fileListings } from '../../runtime/history/file-listings.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const order = (name: string) =>
  process('order', { name }).start().userTask('check', { name: 'Check' }).userTask('pay', { name: 'Pay' }).end().toXml()
const first = await scenario.deploy(order('Order'))
const second = await scenario.deploy(order('Order'))
const parent = await scenario.deploy(
  process('parent', { name: 'Parent' })
    .start()
    .element('callActivity', 'call', { calledElement: 'order' })
    .end()
    .toXml(),
)
const broken = await scenario.deploy(
  process('broken', { name: 'Broken' })
    .start()
    .element('serviceTask', 'work', { name: 'Work', 'camunda:type': 'external', 'camunda:topic': 'work' })
    .end()
    .toXml(),
)

const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const listed = async (query: Record<string, string | number> = {}) =>
  (await operator.call(api.processes.all, { query: query as never })).body.items
const keysOf = async (query: Record<string, string>) =>
  (await listed(query)).map(({ businessKey }) => businessKey).toSorted()
const apply = async (action: object, ...ids: string[]) =>
  (await operator.call(api.processes.doToInstances, { body: { action: action as never, ids } })).body

/** An external task without retries, and its incident. */
async function failWork(instanceId: string, message = 'The office is closed'): Promise<void> {
  const { rows } = await admin.query('select id from external_task where instance_id = $1', [instanceId])
  const { executeCommand } = await import('../../runtime/execute/execute-command.ts')
  const actor = { workplaceId, userId: null, cause: 'test' }
  await admin.query(
    "update external_task set worker_id = 'w', locked_until = now() + interval '1 hour' where id = $1",
    [rows[0].id],
  )
  await executeCommand(runtime, actor, {
    target: { by: 'externalTask', id: rows[0].id },
    command: { type: 'setExternalTaskRetries', taskId: rows[0].id, retries: 0 },
  })
  await admin.query('update incident set message = $2 where instance_id = $1', [instanceId, message])
}

const ids = {
  one: await scenario.start(first, { userId: 'ann', businessKey: 'A-1', variables: { city: 'Berlin', amount: 5 } }),
  two: await scenario.start(second, { userId: 'ben', businessKey: 'A-2', variables: { city: 'Bonn', amount: 50 } }),
  three: await scenario.start(second, {
    userId: 'ann',
    businessKey: 'B, 3',
    variables: { city: 'Berlin', amount: 50 },
  }),
  parent: await scenario.start(parent, { userId: 'ann', businessKey: 'P-1' }),
  broken: await scenario.start(broken, { businessKey: 'X-1' }),
}
await failWork(ids.broken)
await operator.call(api.processes.cancel, { params: { id: ids.two }, query: { reason: 'Twice.' } })

describe('the list of every instance', () => {
  it('is for process administrators, of their own workplace', async () => {
    expect((await anonymous().call(api.processes.all)).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleUser'] })).call(api.processes.all)).error.code).toBe('right.missing')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(api.processes.all)).body.items).toEqual([])
  })

  it.each([false, true])(
    'has running and ended ones, and those that others called, once each, filed: %s',
    async (isFiled) => {
      if (isFiled) await fileListings(db)
      const all = await listed()
      expect(all).toHaveLength(6)
      expect(new Set(all.map(({ id }) => id)).size).toBe(6)
      expect(all.find(({ id }) => id === ids.two)).toMatchObject({ state: 'cancelled', startedBy: { username: 'ben' } })
      expect((await operator.call(api.processes.allCount)).body).toMatchObject({ total: 6, isCapped: false })
      const seen: string[] = []
      let after: string | undefined
      do {
        const { body } = await operator.call(api.processes.all, { query: { size: 2, ...(after && { after }) } })
        seen.push(...body.items.map(({ id }) => id))
        after = body.next ?? undefined
      } while (after !== undefined)
      expect(seen).toEqual(all.map(({ id }) => id))
    },
  )

  it.each([
    ['by one of several business keys', { key: 'A-1,A-2,none' }, ['A-1', 'A-2']],
    ['by a key with a comma in it', { key: 'B%2C 3' }, ['B, 3']],
    ['by how keys begin', { 'key.begins': 'a-,x' }, ['A-1', 'A-2', 'X-1']],
    ['by who started them', { starter: 'ann' }, ['A-1', 'B, 3', 'P-1']],
    ['by one of several who started them', { starter: 'ann,ben' }, ['A-1', 'A-2', 'B, 3', 'P-1']],
    ['by version', { process: 'order', version: '1' }, ['A-1']],
    ['by a variable', { variable: 'is:text:city:Berlin' }, ['A-1', 'B, 3']],
    ['by several variables', { variable: 'is:text:city:Berlin,from:number:amount:6' }, ['B, 3']],
    ['by one of several values of a variable', { values: 'city=Bonn,city=Berlin,city=Rome' }, ['A-1', 'A-2', 'B, 3']],
    ['by numbers among the values', { values: 'amount=5,amount=7' }, ['A-1']],
    ['by values of several variables', { values: 'city=Bonn,amount=5' }, ['A-1', 'A-2']],
    [
      'by values and a condition',
      { values: 'city=Bonn,city=Berlin', variable: 'from:number:amount:6' },
      ['A-2', 'B, 3'],
    ],
    ['by what is no value', { values: 'Berlin' }, []],
    ['by a variable and who started them', { variable: 'from:number:amount:6', starter: 'ben' }, ['A-2']],
    ['by an open element', { element: 'check', starter: 'ann' }, ['A-1', 'B, 3']],
    ['by state', { state: 'incident' }, ['X-1']],
    ['by the message of an incident', { incident: 'closed' }, ['X-1']],
    ['by another message of an incident', { incident: 'open' }, []],
    ['by a text', { q: 'broken' }, ['X-1']],
  ])('is narrowed %s', async (_, query, keys) => {
    expect(await keysOf(query)).toEqual(keys)
    expect((await operator.call(api.processes.allCount, { query: query as never })).body.total).toBe(keys.length)
  })

  it('is narrowed by ids, and by none where none can be one', async () => {
    expect((await listed({ id: `${ids.one},${ids.two},x` })).map(({ id }) => id).toSorted()).toEqual(
      [ids.one, ids.two].toSorted(),
    )
    expect(await listed({ id: 'x' })).toEqual([])
  })

  it('is narrowed by batches that they were in', async () => {
    const [batchId, other] = [runtime.newId(), runtime.newId()]
    await admin.query(
      `insert into batch (workplace_id, id, user_id, kind, action, state, total, created_at)
        select $1, id, null, 'set-variables', '{}', 'done', 1, now() from unnest($2::uuid[]) id`,
      [workplaceId, [batchId, other]],
    )
    await admin.query(
      `insert into batch_item (workplace_id, batch_id, position, subject_id, name, state) values ($1, $2, 1, $3, 'A-2', 'done')`,
      [workplaceId, batchId, ids.two],
    )
    expect(await keysOf({ batch: batchId })).toEqual(['A-2'])
    expect(await keysOf({ batch: `${other},x` })).toEqual([])
    expect(await keysOf({ batch: `${other},${batchId}`, starter: 'ann' })).toEqual([])
  })

  it('shows variables as columns, and knows the processes', async () => {
    const [row] = await listed({ key: 'A-1', vars: 'city,amount' })
    expect(row?.variables).toMatchObject({ city: { text: 'Berlin' }, amount: { text: '5' } })
    expect((await operator.call(api.processes.allFilters)).body.processes.map(({ key }) => key)).toEqual([
      'broken',
      'order',
      'parent',
    ])
    const file = await operator.call(api.processes.allExport, { query: { format: 'csv', key: 'A-1' } })
    expect(String(file.body)).toContain('A-1')
  })
})

describe('several instances at once', () => {
  it('are suspended and activated, and shows which no longer exist', async () => {
    const outcomes = await apply({ kind: 'suspend' }, ids.one, ids.two, 'x', ids.three)
    expect(outcomes.map(({ isDone, code }) => [isDone, code])).toEqual([
      [true, null],
      [false, 'instance.over'],
      [false, 'thing.not-found'],
      [true, null],
    ])
    expect(await keysOf({ state: 'suspended' })).toEqual(['A-1', 'B, 3'])
    await apply({ kind: 'activate' }, ids.one, ids.three)
    expect(await keysOf({ state: 'suspended' })).toEqual([])
  })

  it('are retried where they failed', async () => {
    expect(await apply({ kind: 'retry' }, ids.broken, ids.one)).toMatchObject([
      { isDone: true },
      { isDone: false, code: 'incident.over' },
    ])
    expect(await keysOf({ state: 'incident' })).toEqual([])
  })

  it('are cancelled for a reason', async () => {
    const id = await scenario.start(first, { businessKey: 'C-1' })
    expect(await apply({ kind: 'cancel', reason: 'Not wanted' }, id)).toEqual([
      { id, isDone: true, code: null, message: null },
    ])
    const { rows } = await admin.query('select reason from history_instance where id = $1', [id])
    expect(rows).toEqual([{ reason: 'Not wanted' }])
    expect(
      (await operator.call(api.processes.doToInstances, { body: { action: { kind: 'suspend' }, ids: [] } })).error.code,
    ).toBe('request.invalid')
  })
})
