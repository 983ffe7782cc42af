import { externalListenerCalls as calls, externalSystemCalls } from '@millrace/contract'
import { hasKafka } from '@millrace/server/testing/kafka-server'
import { describe, expect, it } from 'vitest'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { openTopicPlace, type TopicSettings } from '../testing/topic-place.ts'

describe.skipIf(!hasKafka)('a topic of Kafka', async () => {
  if (!hasKafka) return
  const place = await openTopicPlace()
  const { app, server, proxy, admin: kafka, main, keeper } = place
  const {
    system,
    switchTo,
    connect,
    create,
    createAgain,
    put,
    putSoon,
    listen,
    claim,
    run,
    look,
    started,
    log,
    outcomes,
    get,
  } = place
  const { admin, runtime, clock } = app

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
      fault: 'Expected Kafka at b2:9092, but the connection failed: no server answers at this address (ECONNREFUSED).',
    })
    await look()
    expect(await started()).toEqual(['P0', 'P1', 'Q0', 'Q1'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
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

  it('reads a topic that was created again from its beginning', async () => {
    const topic = await create()
    await listen(topic, { start: 'new' })
    await look()
    await put(topic, { key: 'before' })
    await look()
    await createAgain(topic)
    await putSoon(topic, { key: 'after' })
    await look()
    expect(await started()).toEqual(['after', 'before'])
  })

  it('keeps the positions of at most one topic that was deleted', async () => {
    const topic = await create()
    await listen(topic, { start: 'new' })
    await look()
    for (const key of ['first', 'second', 'third']) {
      await admin.query(`update external_topic_position set started_at = started_at - interval '2 hours'`)
      await createAgain(topic)
      await putSoon(topic, { key })
      await look()
    }
    expect(await started()).toEqual(['first', 'second', 'third'])
    const { rows } = await admin.query('select distinct place from external_topic_position')
    expect(rows).toHaveLength(2)
  })

  it('reads the topic of the environment, and continues where it was in each', async () => {
    const topic = await create()
    const other = await connect()
    const made = await keeper().call(externalSystemCalls.createConnection, {
      params: { id: system },
      body: {
        name: 'Test cluster',
        secret: '',
        settings: { kind: 'kafka', servers: `127.0.0.1:${server.port}`, tls: 'off', signIn: 'none', seconds: 20 },
        standsFor: { id: other.id, environment: 'test' },
      },
    })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const id = await listen(topic, { start: 'all' }, other.apiId)
    await put(topic, { key: 'A' })
    await look()
    await switchTo('test')
    await look()
    // The same messages are others in another environment.
    expect(await started()).toEqual(['A', 'A'])
    await put(topic, { key: 'B' })
    await look()
    await switchTo('')
    await look()
    await look()
    expect(await started()).toEqual(['A', 'A', 'B', 'B'])
    expect(await get(id)).toMatchObject({ state: 'listening', waiting: 0, fault: null })
  })

  it('is silent when nothing has arrived for longer than usual, although it looks', async () => {
    const topic = await create()
    const id = await listen(topic)
    for (let at = 0; at < 6; at++) {
      await put(topic, { key: `S${at}` })
      await look()
    }
    expect(await get(id)).toMatchObject({ state: 'listening' })
    clock.advance({ hours: 12 })
    await look()
    expect(await get(id)).toMatchObject({ state: 'silent', fault: null, holder: 'w' })
    await put(topic, { key: 'again' })
    await look()
    expect(await get(id)).toMatchObject({ state: 'listening' })
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
