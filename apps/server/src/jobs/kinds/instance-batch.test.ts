import { process } from '@millrace/bpmn/builder'
import { batchCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { db, runtime, workplaceId, signIn, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const held = await scenario.deploy(process('held', { name: 'Held' }).start().userTask('wait').end().toXml())
const operator = (more: object = {}) => signIn({ roles: ['RoleProcessAdmin'], ...more })

/** Instances by the thousand, copied from one: what is tested is the batch. */
async function startMany(count: number, businessKey: string): Promise<void> {
  const id = await scenario.start(held, { businessKey })
  const copyOf = async (table: string, columns: Record<string, string>, where: string) => {
    const { rows } = await admin.query(
      `select string_agg(column_name, ', ' order by ordinal_position) as names from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names: string[] = rows[0].names.split(', ')
    await admin.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => columns[name] ?? `o.${name}`).join(', ')} from ${table} o cross join generate_series(1, ${count - 1}) n where ${where}`,
    )
  }
  const copy = `md5('${businessKey}' || n)::uuid`
  const element = `md5('${businessKey} element' || n)::uuid`
  await copyOf('instance', { id: copy, root_id: copy }, `o.id = '${id}'`)
  await copyOf(
    'element',
    { id: element, root_id: copy, instance_id: copy, parent_id: copy, execution_id: element },
    `o.instance_id = '${id}'`,
  )
}

const prepare = async (client: TestClient, kind: 'cancel' | 'suspend' | 'activate', query: object) =>
  (await client.call(batchCalls.prepare, { body: { kind, selection: { query: query as Record<string, string> } } }))
    .body
const begin = (client: TestClient, id: string, kind: 'cancel' | 'suspend' | 'activate', reason: string | null = null) =>
  client.call(batchCalls.begin, { params: { id }, body: { action: { kind }, reason } })
const look = async (client: TestClient, id: string) => (await client.call(batchCalls.get, { params: { id } })).body
const claim = async () => (await claimAll(db, clock())).filter(({ kind }) => kind === 'batch')
const work = async () => {
  const outcomes: string[] = []
  for (const job of await claim()) outcomes.push(await runClaimedJob({ runtime, services: {} as Services }, job))
  return outcomes
}
const startSome = async (count: number, businessKey: string) => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push(await scenario.start(held, { businessKey }))
  return ids
}

describe('a batch over instances', () => {
  it('of 2,000 continues after kills, and does each once', async () => {
    const client = await operator()
    await startMany(2_000, 'many')
    const { rows: ids } = await admin.query(`select id from instance where business_key = 'many'`)
    const { body: prepared } = await client.call(batchCalls.prepare, {
      body: { kind: 'suspend', selection: { ids: ids.map(({ id }) => id) } },
    })
    expect(prepared.total).toBe(2_000)
    expect((await begin(client, prepared.id, 'suspend', 'Audit')).status).toBe(204)
    // Whatever writes that an item is done ends with the server at some of them: between two, and before the commit.
    await admin.query(
      `create table kill (position int); insert into kill values (30), (77), (1200);
       create function stop_batch() returns trigger language plpgsql security definer as $$ begin
         if exists (select from kill where position = new.position) then raise exception 'killed' using errcode = '57P01'; end if; return new; end $$;
       create trigger stop_batch before update of state on batch_item for each row execute function stop_batch()`,
    )
    try {
      for (let rounds = 0; rounds < 100; rounds++) {
        for (const job of await claim())
          await runClaimedJob({ runtime, services: {} as Services }, job).catch(async () => {
            // The next server finds the job when the lease is over.
            await admin.query(`delete from kill where position = (select min(position) from kill)`)
            clock.advance({ minutes: 2 })
          })
        const { rows } = await admin.query('select state from batch where id = $1', [prepared.id])
        if (rows[0].state === 'done') break
      }
      const { rows } = await admin.query('select count(*)::int as left from kill')
      expect(rows[0].left).toBe(0)
    } finally {
      await admin.query('drop trigger stop_batch on batch_item; drop function stop_batch(); drop table kill')
    }
    // The session of the first is over by now.
    expect(await look(await operator(), prepared.id)).toMatchObject({
      state: 'done',
      total: 2_000,
      done: 2_000,
      failed: 0,
    })
    const { rows } = await admin.query(
      `select count(*) filter (where is_suspended)::int as suspended, max(revision)::int - min(revision)::int as spread from instance where business_key = 'many'`,
    )
    expect(rows[0]).toEqual({ suspended: 2_000, spread: 0 })
  })

  it('is over what was counted, and not over what came later', async () => {
    const client = await operator()
    const ids = await startSome(3, 'counted')
    const draft = await prepare(client, 'suspend', { key: 'counted' })
    expect(draft.total).toBe(3)
    expect((await client.call(batchCalls.get, { params: { id: draft.id } })).error.code).toBe('thing.not-found')
    expect(await claim()).toEqual([])
    const [later] = await startSome(1, 'counted')
    const other = await operator()
    expect((await begin(other, draft.id, 'suspend')).error.code).toBe('thing.not-found')
    expect((await begin(client, draft.id, 'cancel')).error.code).toBe('thing.not-found')
    await begin(client, draft.id, 'suspend')
    expect((await begin(client, draft.id, 'suspend')).error.code).toBe('batch.over')
    expect(await work()).toEqual(['done'])
    const { rows } = await admin.query('select id, is_suspended from instance where id = any($1) order by id', [
      [...ids, later],
    ])
    expect(rows.map(({ is_suspended }) => is_suspended)).toEqual([true, true, true, false])
    const { items } = (await client.call(batchCalls.items, { params: { id: draft.id } })).body
    expect(items).toMatchObject(
      // In the order of the list.
      ids.toReversed().map((id) => ({ subjectId: id, state: 'done', now: 'suspended' })),
    )
  })

  it('is paused, continues, ends, and is over at once where there is nothing', async () => {
    const client = await operator()
    await startSome(60, 'paused')
    const { id } = await prepare(client, 'cancel', { key: 'paused' })
    await begin(client, id, 'cancel', 'Not needed')
    expect(await work()).toEqual(['done'])
    expect(await look(client, id)).toMatchObject({ state: 'waiting', done: 50, left: 10, reason: 'Not needed' })
    const params = { id }
    expect((await client.call(batchCalls.pause, { params })).status).toBe(204)
    expect((await look(client, id)).state).toBe('paused')
    expect(await work()).toEqual([])
    await client.call(batchCalls.resume, { params })
    // A worker that has it already stops when somebody pauses it.
    const [job] = await claim()
    await client.call(batchCalls.pause, { params })
    if (job !== undefined) await runClaimedJob({ runtime, services: {} as Services }, job)
    expect(await look(client, id)).toMatchObject({ state: 'paused', done: 50 })
    await client.call(batchCalls.resume, { params })
    expect((await client.call(batchCalls.cancel, { params })).status).toBe(204)
    expect((await client.call(batchCalls.cancel, { params })).error.code).toBe('batch.over')
    expect((await client.call(batchCalls.pause, { params })).error.code).toBe('batch.over')
    expect(await work()).toEqual([])
    expect(await look(client, id)).toMatchObject({ state: 'cancelled', done: 50 })
    const nothing = await prepare(client, 'cancel', { key: 'nobody has this' })
    expect(nothing.total).toBe(0)
    await begin(client, nothing.id, 'cancel')
    expect(await look(client, nothing.id)).toMatchObject({ state: 'done', total: 0 })
  })

  it('says what failed, and tries it again', async () => {
    const client = await operator()
    const [, last] = await startSome(2, 'fails')
    const { id } = await prepare(client, 'suspend', { key: 'fails' })
    await begin(client, id, 'suspend')
    // The right is taken away, and given back.
    await admin.query(`update user_role set role = 'RoleUser' where user_id = $1`, [client.user.id])
    expect(await work()).toEqual(['done'])
    const other = await operator()
    expect(await look(other, id)).toMatchObject({ state: 'failed', done: 0, failed: 2 })
    const { items } = (await other.call(batchCalls.items, { params: { id }, query: { failed: 'true' } })).body
    expect(items[0]).toMatchObject({ subjectId: last, code: 'right.missing', now: 'running' })
    await admin.query(`update user_role set role = 'RoleProcessAdmin' where user_id = $1`, [client.user.id])
    expect((await other.call(batchCalls.retry, { params: { id } })).status).toBe(204)
    expect((await other.call(batchCalls.retry, { params: { id } })).error.code).toBe('batch.none-failed')
    expect(await work()).toEqual(['done'])
    expect(await look(other, id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  })

  it('is for operators of the workplace alone', async () => {
    const client = await operator()
    await startSome(1, 'own')
    const user = await signIn({ roles: ['RoleUser'] })
    const body = { kind: 'cancel', selection: { query: { key: 'own' } } } as const
    expect((await user.call(batchCalls.prepare, { body })).status).toBe(403)
    const elsewhere = await operator({ workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(batchCalls.prepare, { body })).body.total).toBe(0)
    const { id } = await prepare(client, 'cancel', { key: 'own' })
    await begin(client, id, 'cancel')
    for (const call of [batchCalls.pause, batchCalls.cancel, batchCalls.retry])
      expect((await elsewhere.call(call, { params: { id } })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(batchCalls.get, { params: { id } })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(batchCalls.items, { params: { id } })).error.code).toBe('thing.not-found')
    const list = (await client.call(batchCalls.list, { query: { mine: 'true' } })).body.items
    expect(list.map((one) => one.id)).toEqual([id])
    await work()
  })
})
