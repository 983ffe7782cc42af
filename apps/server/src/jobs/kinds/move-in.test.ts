import { moveInCalls as calls, type MoveIn } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf, createHouse, type House } from '../../operations/move-in/testing/house.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { openReaderByUrl } from '../../platform/outgoing/databases/reader.ts'
import { sequence } from '../../runtime/testing/models.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

/** More than a portion has, so that a move is between two of them. */
const count = 220
let sourceUrl = ''
/** Called with each statement that is sent to the source. */
let onRead = (_text: string): unknown => null
const guarded = createDatabaseClient({ allowed: readAllowedAddresses('off') ?? { allows: () => false } })
const databases = {
  ...guarded,
  read: async (place: Parameters<typeof guarded.read>[0]) => {
    if (place.host !== 'source.example.org') return guarded.read(place)
    const reader = await openReaderByUrl(sourceUrl)
    return {
      ...reader,
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        await onRead(text)
        return reader.query<Row>(text, values)
      },
    }
  },
}
const { db, admin, runtime, clock, signIn, connectionString } = await createTestApp({ databases })
const house = await createHouse(admin, 'page_house')
sourceUrl = addressOf(connectionString, 'page_house')
const keeper = await signIn({ roles: ['RoleAdmin'] })
const { workplaceId } = keeper.user

const source = {
  ...{ vendor: 'postgresql', host: 'source.example.org', port: 5432, database: 'camunda', schema: '' },
  ...{ username: 'reader', password: 'hush-hush', encryption: 'off', timeZone: 'UTC', since: null, definitions: null },
} as const

/** Works off what is ordered, with a worker that may be told to stop. */
const work = async (stopping?: AbortSignal) => {
  const outcomes: string[] = []
  for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'move-in'))
    outcomes.push(
      await runClaimedJob({ runtime, services: {} as Services, ...(stopping !== undefined && { stopping }) }, job),
    )
  return outcomes
}
const connect = (more: object = {}, client: TestClient = keeper) =>
  client.call(calls.connect, { body: { ...source, ...more } })
const last = async (client: TestClient = keeper): Promise<MoveIn | null> =>
  (await client.call(calls.read, {})).body.item
const lineOf = (item: MoveIn | null, table: string) => item?.counts.find((one) => one.table === table)
const countHere = async (where = workplaceId) =>
  Number((await admin.query('select count(*) from instance where workplace_id = $1', [where])).rows[0].count)

beforeAll(async () => {
  await house.deploy({
    plain: sequence('plain', { work: '<userTask id="work"/>', last: '<userTask id="last"/>' }),
    broken: sequence('broken', { other: '<userTask id="other"/>' }),
  })
  for (let at = 0; at < count; at++) {
    const id = `p${String(at).padStart(4, '0')}`
    await house.instance('plain', { id_: id, act_id_: 'work', act_inst_id_: `work:${id}` })
  }
  await house.instance('broken', { id_: 'z1', act_id_: 'gone', act_inst_id_: 'gone:z1' })
})

describe('a move that the page orders', () => {
  it('is for administrators, and each workplace has its own', async () => {
    const user = await signIn({ roles: ['RoleUser', 'RoleUserAdmin', 'RoleIntegration'] })
    expect((await connect({}, user)).status).toBe(403)
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    const { body } = await connect()
    expect(await last(elsewhere)).toBeNull()
    for (const way of ['/check', '/start', '/stop', ''])
      expect(
        (await elsewhere.send({ method: way === '' ? 'DELETE' : 'POST', url: `/api/admin/move-ins/${body.id}${way}` }))
          .status,
      ).toBe(404)
    expect(JSON.stringify(body)).not.toContain('hush-hush')
    await keeper.call(calls.stop, { params: { id: body.id } })
    await work()
  })

  it('refuses an unknown time zone, and a second move while one is in progress', async () => {
    const { status, error } = await connect({ timeZone: 'Nowhere/Land' })
    expect([status, error]).toMatchObject([422, { code: 'move-in.invalid', details: [{ where: 'timeZone' }] }])
    await connect()
    expect((await connect()).error.code).toBe('move-in.invalid')
    await work()
  })

  it('reports in a dry run what cannot be moved, and writes nothing', async () => {
    await connect()
    expect(await work()).toEqual(['done'])
    const item = await last()
    expect(item).toMatchObject({ state: 'checked', isDryRun: true, message: '' })
    expect(item?.omissions).toMatchObject([{ code: 'element-missing', id: 'z1' }])
    expect(lineOf(item, 'tasks')).toMatchObject({ source: 0, moved: 0 })
    expect(await countHere()).toBe(0)
  })

  it('stops between portions, and continues to the same result', async () => {
    const id = (await last())?.id ?? ''
    await keeper.call(calls.start, { params: { id } })
    const before = await house.checksum()
    let portions = 0
    // Asked while the second portion of call hierarchies is read.
    onRead = (text) =>
      /from act_ru_execution t where \(parent_id_ is null/.test(text) && ++portions === 2
        ? keeper.call(calls.stop, { params: { id } })
        : null
    expect(await work()).toEqual(['done'])
    onRead = () => null
    const stopped = await last()
    expect(stopped).toMatchObject({ state: 'stopped', step: 'instances', done: 200, total: count + 1 })
    expect(await countHere()).toBe(200)
    await keeper.call(calls.start, { params: { id } })
    await work()
    const item = await last()
    expect(item?.state).toBe('done')
    expect(item?.counts.filter(({ table }) => table === 'running instances')).toEqual([
      { table: 'running instances', definition: 'broken', source: 1, moved: 0, earlier: 0, left: 1 },
      { table: 'running instances', definition: 'plain', source: count, moved: count, earlier: 0, left: 0 },
    ])
    expect(await countHere()).toBe(count)
    expect(await house.checksum()).toBe(before)
  })

  it('continues after it broke off anywhere, and counts what was moved until then', async () => {
    const where = await createWorkplace(db)
    const other = await signIn({ roles: ['RoleAdmin'], workplaceId: where })
    const { body } = await connect({}, other)
    await work()
    await other.call(calls.start, { params: { id: body.id } })
    let breaks = 0
    for (const at of [3, 9, 17, 30, 48]) {
      let statements = 0
      onRead = () => {
        if (++statements === at) throw new Error('broken off here')
      }
      await work().catch(() => {})
      onRead = () => null
      const broken = await last(other)
      // What is left may take fewer statements.
      if (broken?.state === 'done') break
      expect(broken).toMatchObject({ state: 'failed', message: expect.stringContaining('in the server') })
      breaks++
      await other.call(calls.start, { params: { id: body.id } })
    }
    expect(breaks).toBeGreaterThan(2)
    await work()
    const item = await last(other)
    expect(item?.state).toBe('done')
    expect(lineOf(item, 'deployments')).toMatchObject({ source: 1, moved: 1, earlier: 0, left: 0 })
    expect(
      item?.counts.find(({ definition, table }) => table === 'running instances' && definition === 'plain'),
    ).toEqual({ table: 'running instances', definition: 'plain', source: count, moved: count, earlier: 0, left: 0 })
    expect(await countHere(where)).toBe(count)
  })

  it('has the same result after it broke off in each of its steps', async () => {
    const whole = await createHouse(admin, 'whole_house')
    await furnish(whole)
    const before = await whole.checksum()
    const others = await Promise.all(
      [1, 2].map(async () => signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })),
    )
    const former = sourceUrl
    sourceUrl = addressOf(connectionString, 'whole_house')
    const results: unknown[] = []
    for (const [index, other] of others.entries()) {
      const { body } = await connect({}, other)
      await work()
      await other.call(calls.start, { params: { id: body.id } })
      for (const table of index === 0 ? [] : readTables) {
        let isBroken = false
        onRead = (text) => {
          if (!text.includes(`from ${table} `)) return
          isBroken = true
          throw new Error('broken off here')
        }
        await work().catch(() => {})
        onRead = () => null
        expect([table, isBroken, (await last(other))?.state]).toEqual([table, true, 'failed'])
        await other.call(calls.start, { params: { id: body.id } })
      }
      await work()
      const item = await last(other)
      results.push([item?.state, item?.counts, item?.codes, await countRows(other.user.workplaceId)])
    }
    sourceUrl = former
    expect(results[1]).toEqual(results[0])
    expect(results[0]).toMatchObject([
      'done',
      expect.anything(),
      [],
      { instance: 2, task: 3, app_user: 2, task_comment: 1 },
    ])
    expect(await whole.checksum()).toBe(before)
  })

  it('leaves the rest to another worker when its own stops', async () => {
    const where = await createWorkplace(db)
    const other = await signIn({ roles: ['RoleAdmin'], workplaceId: where })
    const { body } = await connect({}, other)
    await work()
    await other.call(calls.start, { params: { id: body.id } })
    const stopping = new AbortController()
    onRead = (text) => {
      if (text.includes('act_ru_task')) stopping.abort()
    }
    expect(await work(stopping.signal)).toEqual(['done'])
    onRead = () => null
    expect((await last(other))?.state).toBe('moving')
    expect(await work()).toEqual(['done'])
    expect((await last(other))?.state).toBe('done')
    expect(await countHere(where)).toBe(count)
  })

  it('has a report as CSV, and forgets the source', async () => {
    const id = (await last())?.id ?? ''
    const { body } = await keeper.send({ method: 'GET', url: `/api/admin/move-ins/${id}/report` })
    expect(String(body)).toContain('running instances,plain,220,220,0,0')
    expect(String(body)).toContain('left out,ACT_RU_EXECUTION')
    await keeper.call(calls.forget, { params: { id } })
    expect(await last()).toBeNull()
    expect(await countHere()).toBe(count)
  })

  it('says why a source cannot be read, and never leads into private networks', async () => {
    await connect({ host: '127.0.0.1' })
    expect(await work()).toEqual(['failed'])
    expect(await last()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('MILLRACE_ALLOW_PRIVATE_ADDRESSES'),
    })
    await connect({ schema: 'nowhere' })
    await work()
    expect((await last())?.message).toContain('no tables of Camunda')
    const { rows } = await admin.query(`select count(*) from job where workplace_id = $1 and kind = 'move-in'`, [
      workplaceId,
    ])
    expect(rows[0].count).toBe('0')
  })
})

/** Tables that are read first by the steps of a move, in their order. */
const readTables = [
  'act_id_user',
  'act_id_membership',
  'act_re_deployment',
  'act_ge_bytearray',
  'act_ru_execution',
  'act_ru_variable',
  'act_hi_actinst',
  'act_ru_task t where (t.proc_inst_id_ is null',
  'act_hi_procinst t where (t.end_time_ is not null',
  'act_hi_comment',
] as const

/** Adds rows for each step. */
async function furnish({ add, deploy, instance }: House): Promise<void> {
  await deploy({ plain: sequence('plain', { work: '<userTask id="work"/>', last: '<userTask id="last"/>' }) })
  const task = { name_: 'Work', priority_: 50, create_time_: '2026-01-02 08:00:00', suspension_state_: 1 }
  for (const id of ['a1', 'a2']) {
    await instance('plain', { id_: id, act_id_: 'work', act_inst_id_: `work:${id}` })
    const of = { execution_id_: id, proc_inst_id_: id, proc_def_id_: 'plain:1:d1', task_def_key_: 'work' }
    await add('act_ru_task', { ...task, ...of, id_: `task-${id}` })
    const variable = { rev_: 1, type_: 'string', name_: 'note', execution_id_: id, proc_inst_id_: id, text_: 'x' }
    await add('act_ru_variable', { ...variable, id_: `note-${id}` })
  }
  await add('act_ru_task', { ...task, id_: 'alone' })
  const ended = { proc_def_id_: 'plain:1:d1', start_time_: '2025-12-01 08:00:00', end_time_: '2025-12-02 08:00:00' }
  await add('act_hi_procinst', { ...ended, id_: '90', proc_inst_id_: '90', root_proc_inst_id_: '90' })
  await add('act_id_user', { id_: 'ann', first_: 'Ann', last_: 'Ash', email_: 'ann@example.org' })
  await add('act_id_group', { id_: 'movers', name_: 'Movers', type_: 'WORKFLOW' })
  await add('act_id_membership', { user_id_: 'ann', group_id_: 'movers' })
  const comment = { type_: 'comment', time_: '2026-01-03 09:00:00', user_id_: 'ann', task_id_: 'task-a1' }
  await add('act_hi_comment', { ...comment, id_: 'c1', message_: 'hello' })
}

/** Counts what a workplace has of each kind. */
async function countRows(workplace: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'instance',
    'task',
    'variable',
    'history_instance',
    'moved_item',
    'app_user',
    'user_group',
    'task_comment',
  ])
    counts[table] = Number(
      (await admin.query(`select count(*) from ${table} where workplace_id = $1`, [workplace])).rows[0].count,
    )
  return counts
}
