import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { externalListenerCalls as calls, externalDeliveryCalls as deliveries } from '@millrace/contract'
import { hasKafka } from '@millrace/server/testing/kafka-server'
import {
  AclOperations,
  AclPermissionTypes,
  ConfigResourceTypes,
  ResourcePatternTypes,
  ResourceTypes,
} from '@platformatic/kafka'
import { describe, expect, it } from 'vitest'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { claimAll } from '../testing/claim-all.ts'
import { openTopicPlace, type TopicSettings } from '../testing/topic-place.ts'

describe.skipIf(!hasKafka)('a topic of Kafka', async () => {
  if (!hasKafka) return
  const place = await openTopicPlace()
  const { app, server, proxy, admin: kafka, main, target, keeper } = place
  const { connect, create, put, readAll, listen, claim, run, look, started, log, outcomes, get } = place
  const { admin, clock, db, runtime } = app

  /** Lets each start with the business key `Poison` fail with an unexpected error. @returns what ends that. */
  async function poison() {
    await admin.query(`create or replace function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.business_key = 'Poison' then raise exception 'no room'; end if; return new; end $$`)
    await admin.query(
      'create or replace trigger refuse_poison before insert on instance for each row execute function refuse_poison()',
    )
    return () => admin.query('drop trigger refuse_poison on instance')
  }

  /** Puts a message as soon as the cluster takes it. */
  const putSoon = (...given: Parameters<typeof put>) =>
    expect
      .poll(() =>
        put(...given).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)

  const allowLarge = (resourceName: string) =>
    kafka.incrementalAlterConfigs({
      resources: [
        {
          resourceType: ConfigResourceTypes.TOPIC,
          resourceName,
          configs: [{ name: 'max.message.bytes', configOperation: 0, value: '9000000' }],
        },
      ],
    })

  it('lets a user in by each kind of sign-in, and refuses a wrong password', async () => {
    expect(main.fault).toBeNull()
    const servers = `localhost:${server.tlsPort}`
    const secure = { servers, tls: 'on', trust: 'pinned' }
    for (const signIn of ['plain', 'scram-sha-256', 'scram-sha-512'])
      expect(await connect({ ...secure, signIn })).toMatchObject({ fault: null })
    const open = { servers: `127.0.0.1:${server.port}`, signIn: 'none', username: '' }
    expect(await connect(open, '')).toMatchObject({ fault: null })
    for (const signIn of ['plain', 'scram-sha-512'])
      expect((await connect({ signIn }, 'wrong')).fault).toContain('to let “orders” in, but it refuses')
    // The certificate of the test is of no public authority.
    expect((await connect({ servers, tls: 'on' })).fault).toContain('certificate')
  })

  it('starts a process for each message, once, in the order of its partition', async () => {
    const topic = await create()
    const id = await listen(topic)
    await put(topic, { key: 'A', count: 2 }, { key: 'c1', headers: { country: 'PT', 'message-id': '1' } })
    await put(topic, { key: 'B' })
    await look()
    await look()
    expect(await started()).toEqual(['A', 'B'])
    expect(await outcomes()).toEqual(['accepted', 'accepted'])
    expect((await log()).map(({ subject }) => subject).sort()).toEqual(['1', `${topic} 0/1`])
    const { rows } = await admin.query<{ name: string; value: string }>(
      `select name, value from variable where name in ('count', 'country', 'customer', 'offset') and value is not null`,
    )
    const values = rows.map(({ name, value }) => `${name} ${value}`)
    expect(values).toEqual(expect.arrayContaining(['count 2', 'country PT', 'customer c1', 'offset 0', 'offset 1']))
    expect(await get(id)).toMatchObject({ state: 'listening', holder: 'w', waiting: 0, fault: null })
    await put(topic, { key: 'C' })
    await look()
    expect(await started()).toEqual(['A', 'B', 'C'])
  })

  it('starts with new messages, or with all', async () => {
    const topic = await create(2)
    await put(topic, { key: 'old' }, { partition: 0 })
    await listen(topic, { start: 'new' })
    await look()
    await put(topic, { key: 'new' }, { partition: 1 })
    await look()
    expect(await started()).toEqual(['new'])
    await listen(topic, { start: 'all' })
    await look()
    expect(await started()).toEqual(['new', 'new', 'old'])
  })

  it('reads partitions that are added later from their beginning', async () => {
    const topic = await create(1)
    await listen(topic, { start: 'new' })
    await look()
    await kafka.createPartitions({ topics: [{ name: topic, count: 3 }] })
    await putSoon(topic, { key: 'added' }, { partition: 2 })
    await look()
    expect(await started()).toEqual(['added'])
  })

  it('starts each message once where the connection is cut at any request', async () => {
    const topic = await create(2)
    const id = await listen(topic)
    for (let at = 0; at < 6; at++) await put(topic, { key: `K${at}` }, { partition: at % 2 })
    for (let at = 1; at <= 12; at++) {
      let seen = 0
      proxy.watch(() => (++seen === at ? 'cut-answer' : 'pass'))
      await look()
    }
    proxy.watch(() => 'pass')
    await look()
    expect(await started()).toEqual(['K0', 'K1', 'K2', 'K3', 'K4', 'K5'])
    expect(await outcomes()).toEqual(Array.from({ length: 6 }, () => 'accepted'))
    expect(await get(id)).toMatchObject({ waiting: 0, fault: null })
  })

  it('starts each message once where two servers have the same share', async () => {
    const topic = await create()
    await listen(topic)
    for (let at = 0; at < 20; at++) await put(topic, { key: `K${String(at).padStart(2, '0')}` })
    const [first] = await claim('one')
    // The lease of the first one has ended, but it continues.
    await admin.query(`update job set locked_until = now() - interval '1 hour', locked_by = 'two' where id = $1`, [
      first?.id,
    ])
    if (first === undefined) throw new Error('Expected a job.')
    await Promise.all([run(first), run({ ...first, workerId: 'two' })])
    await look()
    expect(await started()).toEqual(Array.from({ length: 20 }, (_, at) => `K${String(at).padStart(2, '0')}`))
  })

  it('shares the partitions of a topic between servers', async () => {
    const topic = await create(4)
    const id = await listen(topic, { shares: 2 })
    for (let partition = 0; partition < 4; partition++) await put(topic, { key: `P${partition}` }, { partition })
    const jobs = await claim()
    expect(jobs).toHaveLength(2)
    const [first, second] = jobs.toSorted((a, b) => Number(a.id !== a.rootId) - Number(b.id !== b.rootId))
    if (first === undefined || second === undefined) throw new Error('Expected two jobs.')
    await run(first)
    expect(await started()).toEqual(['P0', 'P2'])
    expect(await get(id)).toMatchObject({ waiting: 0 })
    await run(second)
    expect(await started()).toEqual(['P0', 'P1', 'P2', 'P3'])
    const { name, settings } = await get(id)
    const changed = { ...settings, shares: 1 } as TopicSettings
    await keeper().call(calls.save, { params: { id }, body: { name, settings: changed } })
    await look()
    expect((await admin.query(`select id from job where kind = 'listener'`)).rows).toEqual([{ id }])
    await put(topic, { key: 'P1 again' }, { partition: 1 })
    await look()
    expect(await started()).toContain('P1 again')
  })

  it('continues with other partitions where the leader of one does not answer', async () => {
    const topic = await create(2)
    const id = await listen(topic)
    for (const partition of [0, 1]) await put(topic, { key: `P${partition}` }, { partition })
    await look()
    for (const partition of [0, 1]) await put(topic, { key: `Q${partition}` }, { partition })
    const fault = new OutgoingFailure('Expected Kafka at b2:9092, but the connection failed: ECONNREFUSED.')
    const useTopic: typeof runtime.lookUps.useTopic = (reached, name, work) =>
      runtime.lookUps.useTopic(reached, name, (lent) => {
        const ends = async (partitions: readonly number[]) =>
          new Map([...(await lent.topic.ends(partitions)), [0, fault] as const])
        return work({ ...lent, topic: { ...lent.topic, ends } })
      })
    await look({ ...runtime, lookUps: { ...runtime.lookUps, useTopic } })
    expect(await started()).toEqual(['P0', 'P1', 'Q1'])
    expect(await get(id)).toMatchObject({
      state: 'failing',
      fault: 'Expected Kafka at b2:9092, but the connection failed: nothing answers there (ECONNREFUSED).',
    })
    await look()
    expect(await started()).toEqual(['P0', 'P1', 'Q0', 'Q1'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })

  it('keeps a message that cannot be processed in the log, continues, and replays it', async () => {
    const topic = await create()
    await listen(topic)
    await put(topic, { key: 'Bad', count: 'many' })
    await put(topic, { key: 'Good' })
    await look()
    expect(await started()).toEqual(['Good'])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed?.fault).toContain('Expected a whole number')
    const [{ id } = { id: '' }] = (await admin.query<{ id: string }>('select id from external_listener')).rows
    const { name, settings } = await get(id)
    const changed = { ...settings, target: { ...target, variables: [{ variable: 'at', source: 'partition' }] } }
    await keeper().call(calls.save, { params: { id }, body: { name, settings: changed as TopicSettings } })
    const replay = () => keeper().call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect((await replay()).body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect((await replay()).body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['Bad', 'Good'])
  })

  it('copies a failed message to another topic with the reason, and continues where that is refused', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    const id = await listen(topic, { failedTopic })
    await put(topic, { key: 'Bad', count: 'many' }, { key: 'c1', headers: { country: 'PT' } })
    await look()
    expect(await readAll(failedTopic)).toMatchObject([
      {
        key: 'c1',
        value: '{"key":"Bad","count":"many"}',
        headers: { country: 'PT', 'x-millrace-topic': topic, 'x-millrace-offset': '0' },
      },
    ])
    expect((await get(id)).fault).toMatch(/whole number(?!.*not copied)/)
    // Nobody may write there any more.
    await kafka.createAcls({
      creations: [
        {
          resourceType: ResourceTypes.TOPIC,
          resourceName: failedTopic,
          resourcePatternType: ResourcePatternTypes.LITERAL,
          principal: 'User:orders',
          host: '*',
          operation: AclOperations.WRITE,
          permissionType: AclPermissionTypes.DENY,
        },
      ],
    })
    await put(topic, { key: 'Worse', count: 'many' })
    await put(topic, { key: 'Good' })
    await expect
      .poll(async () => {
        await look()
        return started()
      })
      .toEqual(['Good'])
    expect((await log()).map(({ outcome, fault }) => [outcome, fault])).toContainEqual([
      'failed',
      expect.stringContaining('Expected the permission for the topic'),
    ])
  })

  it('does not say that a message was not copied where the answer is lost', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    const id = await listen(topic, { failedTopic })
    await put(topic, { key: 'Bad', count: 'many' })
    proxy.watch((bytes) => (bytes.includes('x-millrace-reason') ? 'cut-answer' : 'pass'))
    await look()
    const fault = expect.stringContaining('It is not known whether the message was copied.')
    expect(await log()).toMatchObject([{ outcome: 'failed', fault }])
    expect(await get(id)).toMatchObject({ fault })
    expect(await readAll(failedTopic)).toHaveLength(1)
  })

  it('counts a message that is too large as failed, copies it, and continues', async () => {
    const [topic, failedTopic] = [await create(), await create()]
    for (const name of [topic, failedTopic]) await allowLarge(name)
    await listen(topic, { failedTopic })
    await put(topic, { key: 'Large', text: 'x'.repeat(6_000_000) })
    await put(topic, { key: 'Next' })
    await look()
    await look()
    expect(await started()).toEqual(['Next'])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed).toMatchObject({
      fault: expect.stringContaining('at offset 0 of partition 0 has 6000025'),
      bytes: 6_000_025,
    })
    expect((await readAll(failedTopic)).map(({ value }) => value.length)).toEqual([6_000_025])
  })

  it('shows the fault of a message whose ID PostgreSQL cannot store, or is very long', async () => {
    const topic = await create()
    await allowLarge(topic)
    const id = await listen(topic)
    const text = 'x'.repeat(6_000_000)
    await put(topic, { text }, { headers: { 'message-id': `a\0b${'c'.repeat(100_000)}` } })
    await look()
    const { fault } = await get(id)
    expect(fault).toMatch(/but the message “abc{253}…” has 6000011\..* The message was not copied\./)
  })

  it('writes nothing about partitions without a change', async () => {
    const topic = await create(3)
    await listen(topic)
    await look()
    await put(topic, { key: 'A' }, { partition: 1 })
    const versions = async () =>
      (await admin.query<{ xmin: string }>('select xmin::text from external_topic_position order by partition')).rows
    const before = await versions()
    await look()
    expect(await started()).toEqual(['A'])
    const after = await versions()
    expect(after.map(({ xmin }, at) => xmin === before[at]?.xmin)).toEqual([true, false, true])
  })

  it('lets a message with an unexpected error wait, and fails it after three looks', async () => {
    const topic = await create()
    const id = await listen(topic)
    const heal = await poison()
    await put(topic, { key: 'Poison' })
    await put(topic, { key: 'Next' })
    await look()
    expect(await started()).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'failing', waiting: 2, fault: expect.stringContaining('tried again') })
    await look()
    await look()
    await heal()
    expect(await started()).toEqual(['Next'])
    expect(await outcomes()).toEqual(['accepted', 'failed'])
  })

  it('ends the tries of a message that the cluster has deleted', async () => {
    const topic = await create()
    await listen(topic)
    const heal = await poison()
    await put(topic, { key: 'Poison' })
    await look()
    await heal()
    expect(await outcomes()).toEqual(['claimed'])
    await kafka.deleteRecords({ topics: [{ name: topic, partitions: [{ partition: 0, offset: 1n }] }] })
    await look()
    expect(await outcomes()).toEqual(['failed', 'failed'])
    expect(await started()).toEqual([])
  })

  it('tries a message again whose offset was that of an accepted one', async () => {
    const topic = await create()
    const id = await listen(topic)
    await put(topic, { key: 'Poison' })
    await look()
    // As after a loss of data.
    await admin.query('update external_topic_position set next_offset = 0')
    const heal = await poison()
    await look()
    expect((await get(id)).fault).toMatch(/tried again(?!.*Another server)/)
    await look()
    await look()
    await heal()
    expect(await outcomes()).toEqual(['accepted', 'failed'])
    expect(await get(id)).toMatchObject({ waiting: 0 })
  })

  it('waits between the tries of a message, although other partitions have more', async () => {
    const topic = await create(2)
    const id = await listen(topic)
    // One look takes at most 100 of each of two partitions.
    for (let at = 0; at < 101; at++) await put(topic, { key: `K${at}` }, { partition: 1 })
    const dueAgain = async () => {
      await look()
      return (await claimAll(db, clock())).filter((job) => job.kind === 'listener').length
    }
    const heal = await poison()
    await put(topic, { key: 'Poison' }, { partition: 0 })
    expect(await dueAgain()).toBe(0)
    expect(await get(id)).toMatchObject({ waiting: 2, fault: expect.stringContaining('tried again') })
    await heal()
    for (let at = 0; at < 101; at++) await put(topic, { key: `L${at}` }, { partition: 1 })
    expect(await dueAgain()).toBe(1)
    expect(await started()).toContain('Poison')
  })

  it('notes messages that the cluster deleted before they were read', async () => {
    const topic = await create()
    await listen(topic)
    await look()
    for (const key of ['A', 'B', 'C']) await put(topic, { key })
    await kafka.deleteRecords({ topics: [{ name: topic, partitions: [{ partition: 0, offset: 2n }] }] })
    await look()
    expect(await started()).toEqual(['C'])
    expect(await log()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'failed', fault: expect.stringContaining('deleted those before 2') }),
      ]),
    )
  })

  it('reads a topic that was created again from its beginning', async () => {
    const topic = await create()
    await listen(topic, { start: 'new' })
    await look()
    await put(topic, { key: 'before' })
    await look()
    await kafka.deleteTopics({ topics: [topic] })
    await expect
      .poll(() =>
        create(1, topic).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await putSoon(topic, { key: 'after' })
    await look()
    expect(await started()).toEqual(['after', 'before'])
  })

  it('continues with new messages after the cluster has lost some', async () => {
    const topic = await create()
    const id = await listen(topic)
    const partition = join(server.dataFolder, `${topic}-0`)
    const kept = join(server.dataFolder, '..', 'kept')
    await put(topic, { key: 'First' })
    await look()
    await cp(partition, kept, { recursive: true })
    await put(topic, { key: 'Lost 1' })
    await put(topic, { key: 'Lost 2' })
    await look()
    expect(await started()).toEqual(['First', 'Lost 1', 'Lost 2'])
    await server.kill()
    await rm(partition, { recursive: true })
    await cp(kept, partition, { recursive: true })
    await server.start()
    await expect
      .poll(async () => {
        await look()
        return (await get(id)).fault
      })
      .toContain('has lost those from 1 on')
    await putSoon(topic, { key: 'New 1' })
    await put(topic, { key: 'New 2' })
    await look()
    expect(await started()).toEqual(['First', 'Lost 1', 'Lost 2', 'New 1', 'New 2'])
    expect(await get(id)).toMatchObject({ state: 'listening', waiting: 0, fault: null })
  })

  it('continues after a cluster that was killed', async () => {
    const topic = await create()
    const id = await listen(topic)
    await put(topic, { key: 'Kept' })
    await server.kill()
    await look()
    expect(await get(id)).toMatchObject({ state: 'failing' })
    await server.start()
    await expect
      .poll(async () => {
        await look()
        return started()
      })
      .toEqual(['Kept'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })
})
