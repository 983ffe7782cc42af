import { process } from '@millrace/bpmn/builder'
import { incidentGroupCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { addUpGroups, clearFixedGroups } from '../../runtime/incidents/add-up-groups.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const unknownId = '00000000-0000-7000-8000-000000000000'
const operator = (more: object = {}) => signIn({ roles: ['RoleProcessAdmin'], ...more })
const system = { workplaceId, userId: null, cause: 'test' }

let made = 0
/** A process of its own, whose instances each have a job that fails when the test says so. */
async function deployStep() {
  const key = `step${++made}`
  const definition = await scenario.deploy(
    process(key, { name: `Process ${key}` })
      .start()
      .serviceTask('book', { name: 'Book', 'camunda:asyncBefore': true, 'camunda:expression': '${true}' })
      .userTask('after', { name: 'After' })
      .end()
      .toXml(),
  )
  const fail = async (message: string, instanceId?: string) => {
    const id = instanceId ?? (await scenario.start(definition, { businessKey: `B-${key}` }))
    const { rows } = await admin.query('select id from job where instance_id = $1', [id])
    const jobId: string = rows[0].id
    await executeCommand(runtime, system, {
      target: { by: 'job', id: jobId },
      command: { type: 'recordJobFailure', jobId, message, isFinal: true, detail: { stack: 'at book' } },
    })
    return id
  }
  return { key, definition, fail }
}

const list = async (client: TestClient, query: object = {}) =>
  (await client.call(incidentGroupCalls.list, { query })).body.items
const groupsOf = (client: TestClient, key: string, query: object = {}) => list(client, { process: key, ...query })
const get = async (client: TestClient, id: string) =>
  (await client.call(incidentGroupCalls.get, { params: { id } })).body
const incidentsOf = async (client: TestClient, id: string, query: object = {}) =>
  (await client.call(incidentGroupCalls.incidents, { params: { id }, query })).body
const save = async (client: TestClient, id: string, body: object) =>
  client.call(incidentGroupCalls.save, {
    params: { id },
    body: { revision: (await get(client, id)).revision, ...body },
  })
const addUp = () => addUpGroups({ db, clock })

describe('raising an incident', () => {
  const raise = (id: string, more: { type?: string; message?: string | null } = {}) =>
    admin.query(
      `insert into incident (workplace_id, id, root_id, instance_id, element_key, type, message, cause_id, root_cause_id, created_at)
        select workplace_id, made.id, root_id, instance_id, element_key, $2, $3, made.id, made.id, now()
        from incident, (select gen_random_uuid() as id) made where instance_id = $1 limit 1 returning id, group_id`,
      [id, more.type ?? 'odd', more.message ?? null],
    )

  it('never fails because of what its group is made of', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const id = await fail('Broken')
    // Compressed it would be small.
    const long = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x1f300 + ((at * 7919) % 700))).join('')
    const texts = [long, '\u0001\ud7ff\uffff', '', '(?=[[', '\\', '#'.repeat(100_000), 'a1'.repeat(50_000)]
    for (const text of texts) {
      expect((await raise(id, { type: text, message: text })).rows[0].group_id).not.toBeNull()
      expect((await raise(id, { type: `${text}!`, message: null })).rows[0].group_id).not.toBeNull()
    }
    await addUp()
    // What is too long for an index is cut, and still makes a group of its own.
    const groups = await groupsOf(client, key)
    expect(groups).toHaveLength(1 + 2 * texts.length)
    expect(groups.filter(({ type }) => type === [...long].slice(0, 500).join(''))).toHaveLength(2)
  })

  it('continues without a group where grouping fails, and so does its end', async () => {
    const { fail } = await deployStep()
    const id = await fail('Broken')
    await admin.query(
      `create function fail_group() returns trigger language plpgsql as $$ begin raise exception 'no group'; end $$;
      create trigger fail_group before insert on incident_group_change for each row execute function fail_group()`,
    )
    try {
      expect((await raise(id, { message: 'Alone' })).rows).toMatchObject([{ group_id: null }])
      expect((await admin.query('delete from incident where instance_id = $1', [id])).rowCount).toBe(2)
    } finally {
      await admin.query('drop function fail_group cascade')
    }
  })
})

describe('incidents are grouped by cause', () => {
  it('without the numbers and ids of their messages', async () => {
    const client = await operator()
    const { key, definition, fail } = await deployStep()
    await fail('Order 4711 of 2a6a9f10-7b7d-4f57-9d5c-4a5c2f0f8a10 was refused (HTTP 504)')
    await fail('Order 4712 of 3b6a9f10-7b7d-4f57-9d5c-4a5c2f0f8a10 was refused (HTTP 504)')
    await fail('The mailbox is full')
    await addUp()
    expect(await groupsOf(client, key)).toMatchObject([
      {
        message: 'Order 4711 of 2a6a9f10-7b7d-4f57-9d5c-4a5c2f0f8a10 was refused (HTTP 504)',
        type: 'failedJob',
        process: { key, name: `Process ${key}`, definitionId: definition.id },
        elementId: 'book',
        elementName: 'Book',
        place: `Book · Process ${key}`,
        count: 2,
        since: { definitionId: definition.id, version: 1 },
        owner: null,
        state: 'open',
      },
      { message: 'The mailbox is full', count: 1 },
    ])
  })

  it.each([
    ['', ''],
    ['No number', 'No number'],
    ['a1b2-77/x9', '#'],
    ['Took 1.5 s, not 0.2 s', 'Took # s, not # s'],
    ['id=7f3e', 'id=#'],
    ['Größe 12 überschritten', 'Größe # überschritten'],
  ])('%o is the cause %o', async (message, cause) => {
    const { rows } = await admin.query('select millrace_incident_cause($1) as cause', [message])
    expect(rows[0].cause).toBe(cause)
  })

  it('in linear time: a message of a million characters takes no longer than its first thousand', async () => {
    const startedAt = Date.now()
    for (const message of ['a'.repeat(1_000_000), '1-'.repeat(500_000), 'a1'.repeat(500_000), '-'.repeat(1_000_000)])
      await admin.query('select millrace_incident_cause($1)', [message])
    expect(Date.now() - startedAt).toBeLessThan(2_000)
  })

  it('and counted as they come and go, before and after their changes are added up', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const ids = [await fail('Down'), await fail('Down'), await fail('Down')]
    const count = async () => (await groupsOf(client, key)).map((row) => row.count)
    expect(await count()).toEqual([3])
    await addUp()
    expect(await count()).toEqual([3])
    await client.call(processCalls.cancel, { params: { id: ids[0] ?? '' }, query: {} })
    expect(await count()).toEqual([2])
    await addUp()
    expect(await count()).toEqual([2])
    const { rows } = await admin.query(
      'select count(*)::int as count from incident_group_change where workplace_id = $1',
      [workplaceId],
    )
    expect(rows[0].count).toBe(0)
  })

  it('once, not again for each instance that called the one that failed', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const caller = await scenario.deploy(
      process(`calls${key}`).start().element('callActivity', 'call', { calledElement: key }).end().toXml(),
    )
    const id = await scenario.start(caller)
    const { rows } = await admin.query('select id from instance where caller_instance_id = $1', [id])
    await fail('Down', rows[0].id)
    expect(await groupsOf(client, `calls${key}`)).toEqual([])
    expect((await groupsOf(client, key)).map(({ count }) => count)).toEqual([1])
  })

  it('are fixed when none is left, and begin again with the next', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const id = await fail('Down')
    await client.call(processCalls.cancel, { params: { id }, query: {} })
    expect(await groupsOf(client, key)).toEqual([])
    await addUp()
    expect(await groupsOf(client, key, { state: 'fixed' })).toMatchObject([{ count: 0, state: 'fixed' }])
    clock.advance({ minutes: 5 })
    await fail('Down')
    await addUp()
    const [row] = await groupsOf(await operator(), key)
    expect(row).toMatchObject({ state: 'open', count: 1, firstAt: clock().toISOString() })
  })

  it('are added up in the workplaces that come after one in which that fails', async () => {
    const added: string[] = []
    const broken = {
      readPlatform: async () => [[['one'], ['two']]],
      withTransaction: async (actor: Actor) => {
        if (actor.workplaceId === 'one') throw new Error('no time')
        added.push(actor.workplaceId)
        return [[['0']]]
      },
    } as unknown as Database
    await expect(addUpGroups({ db: broken, clock })).rejects.toThrow('no time')
    expect(added).toEqual(['two'])
  })

  it('are forgotten a month after the last is fixed', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const id = await fail('Down')
    const [row] = await groupsOf(client, key)
    await client.call(processCalls.cancel, { params: { id }, query: {} })
    await addUp()
    clock.advance({ days: 31 })
    await clearFixedGroups({ db, clock }, workplaceId)
    const again = await operator()
    expect(await groupsOf(again, key, { state: 'fixed' })).toEqual([])
    const gone = await again.call(incidentGroupCalls.get, { params: { id: row?.id ?? '' } })
    expect(gone.error.code).toBe('thing.not-found')
  })
})

describe('a cause', () => {
  it('is for process administrators', async () => {
    const { key, fail } = await deployStep()
    await fail('Down')
    const [row] = await groupsOf(await operator(), key)
    const params = { id: row?.id ?? '' }
    expect((await anonymous().call(incidentGroupCalls.get, { params })).status).toBe(401)
    expect((await (await signIn()).call(incidentGroupCalls.get, { params })).error.code).toBe('right.missing')
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })
    expect((await elsewhere.call(incidentGroupCalls.get, { params })).error.code).toBe('thing.not-found')
    const others = await elsewhere.call(incidentGroupCalls.incidents, { params, query: {} })
    expect(others.error.code).toBe('thing.not-found')
    const body = { revision: 1, note: 'Mine' }
    expect((await elsewhere.call(incidentGroupCalls.save, { params, body })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(incidentGroupCalls.retryAll, { params })).error.code).toBe('thing.not-found')
    for (const id of [unknownId, 'no-id'])
      expect((await (await operator()).call(incidentGroupCalls.get, { params: { id } })).error.code).toBe(
        'thing.not-found',
      )
  })

  it('has an owner and a note, which nobody overwrites unseen', async () => {
    const client = await operator({ firstName: 'Grace', lastName: 'Hopper' })
    const { key, fail } = await deployStep()
    await fail('Down')
    const [row] = await groupsOf(client, key)
    const id = row?.id ?? ''
    const { username } = client.user
    expect((await save(client, id, { owner: 'nobody-there' })).error.code).toBe('thing.not-found')
    expect((await save(client, id, { owner: username })).status).toBe(204)
    expect((await save(client, id, { note: 'Reported' })).status).toBe(204)
    expect(await get(client, id)).toMatchObject({ owner: { username, displayName: 'Grace Hopper' }, note: 'Reported' })
    const stale = await client.call(incidentGroupCalls.save, { params: { id }, body: { revision: 1, note: 'Other' } })
    expect(stale.error.code).toBe('thing.changed')
    expect(stale.error.message).toContain('Grace Hopper')
    expect((await groupsOf(client, key, { mine: 'true' })).map((one) => one.id)).toEqual([id])
    expect(await groupsOf(await operator(), key, { mine: 'true' })).toEqual([])
    const { rows } = await admin.query(
      `select operation, after from audit_entry where workplace_id = $1 and entity = 'incident-group' and key = $2 order by revision`,
      [workplaceId, id],
    )
    expect(rows).toEqual([
      { operation: 'update', after: { owner: username } },
      { operation: 'update', after: { note: 'Reported' } },
    ])
  })

  it('rests until a time, or until its next incident', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    await fail('Down')
    const [row] = await groupsOf(client, key)
    const id = row?.id ?? ''
    const state = async () => (await get(await operator(), id)).state
    const until = new Date(clock().getTime() + 600_000).toISOString()
    await save(client, id, { snooze: until })
    expect(await get(client, id)).toMatchObject({ state: 'snoozed', snoozedUntil: until })
    expect(await groupsOf(client, key)).toEqual([])
    expect((await groupsOf(client, key, { state: 'snoozed' })).map((one) => one.id)).toEqual([id])
    clock.advance({ minutes: 11 })
    expect(await state()).toBe('open')
    const later = await operator()
    await save(later, id, { snooze: 'next' })
    expect(await get(later, id)).toMatchObject({ state: 'snoozed', snoozedUntil: null })
    clock.advance({ minutes: 1 })
    await fail('Down')
    expect(await state()).toBe('open')
    await save(later, id, { snooze: 'next' })
    await save(later, id, { snooze: null })
    expect(await state()).toBe('open')
  })

  it('leads to its incidents, of which one is retried', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const [one, two] = [await fail('Down'), await fail('Down')]
    const [row] = await groupsOf(client, key)
    const id = row?.id ?? ''
    const { items, next } = await incidentsOf(client, id)
    expect([items.map(({ instance }) => instance?.id), next]).toEqual([[two, one], null])
    expect(items[0]).toMatchObject({
      message: 'Down',
      detail: expect.stringContaining('at book'),
      instance: { id: two, title: `B-${key}`, businessKey: `B-${key}` },
      version: 1,
      canRetry: true,
      canComplete: false,
      idempotencyKey: null,
    })
    const params = { id: items[0]?.id ?? '' }
    expect((await (await signIn()).call(incidentGroupCalls.retry, { params })).error.code).toBe('right.missing')
    expect((await client.call(incidentGroupCalls.retry, { params })).status).toBe(204)
    expect((await client.call(incidentGroupCalls.retry, { params })).error.code).toBe('incident.over')
    expect((await client.call(incidentGroupCalls.retry, { params: { id: unknownId } })).error.code).toBe(
      'thing.not-found',
    )
    expect((await incidentsOf(client, id)).items.map(({ instance }) => instance?.id)).toEqual([one])
    expect((await get(client, id)).count).toBe(1)
  })
})
