import { randomBytes } from 'node:crypto'
import { externalListenerCalls as calls, externalDeliveryCalls as deliveries } from '@millrace/contract'
import { hasRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { describe, expect, it } from 'vitest'
import { openQueuePlace, type QueueSettings } from '../testing/queue-place.ts'

describe.skipIf(!hasRabbitmq)('failed messages of a queue', async () => {
  if (!hasRabbitmq) return
  const place = await openQueuePlace()
  const { app, server, channel, password, target, keeper } = place
  const { connect, put, left, listen, look, started, log, outcomes, get } = place
  const { admin } = app

  it('rejects a message that cannot be processed, so that the broker dead-letters it, and replays it', async () => {
    await listen()
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    expect([await left(), await left('dead')]).toEqual([0, 1])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed?.fault).toContain('Expected a whole number')
    const listener = (await keeper().call(calls.get, { params: { id: await idOf() } })).body
    const { name, settings } = listener
    const variables = [{ variable: 'count', source: 'body', path: 'lines.0.count', type: 'text' }]
    const changed = { ...settings, target: { ...target, variables } } as QueueSettings
    await keeper().call(calls.save, { params: { id: listener.id }, body: { name, settings: changed } })
    const replay = () => keeper().call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect((await replay()).body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect((await replay()).body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['Bad', 'Good'])
  })
  const idOf = async () => (await admin.query<{ id: string }>('select id from external_listener')).rows[0]?.id ?? ''

  it('moves a message that cannot be processed to a queue, with the reason', async () => {
    await listen({ failedQueue: 'failed' })
    const properties = {
      ...{ messageId: '1', correlationId: 'c', replyTo: 'answers', type: 'order', appId: 'shop' },
      ...{ contentType: 'application/json', contentEncoding: 'identity', priority: 3, timestamp: 1_700_000_000 },
    }
    const headers = { country: 'PT' }
    await put(
      { key: 'Bad', lines: [{ count: 'many' }] },
      { ...properties, headers, userId: 'orders', expiration: '600000' },
    )
    await look()
    expect([await left(), await left('dead'), await left('failed')]).toEqual([0, 0, 1])
    const moved = await channel.get('failed', { noAck: true })
    if (moved === false) throw new Error('Expected a message.')
    expect(moved.properties).toMatchObject({ ...properties, headers: { ...headers, 'x-millrace-queue': 'orders' } })
    expect(moved.properties).toMatchObject({ deliveryMode: 2, userId: undefined, expiration: undefined })
    expect(moved.properties.headers?.['x-millrace-reason']).toContain('Expected a whole number')
    expect(JSON.parse(moved.content.toString())).toMatchObject({ key: 'Bad' })
  })

  it('copies a failed message to no queue of its headers', async () => {
    await listen({ failedQueue: 'failed' })
    const headers = { CC: ['orders', 'dead'], country: 'PT' }
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1', headers })
    expect([await left(), await left('dead')]).toEqual([1, 1])
    await look()
    await look()
    expect([await left(), await left('dead'), await left('failed')]).toEqual([0, 1, 1])
    expect(await outcomes()).toEqual(['failed'])
    const copy = await channel.get('failed', { noAck: true })
    expect(copy === false ? null : copy.properties.headers).toMatchObject({ country: 'PT' })
  })

  it('keeps a failed message whose copy the broker refuses, notes it once, and continues with others', async () => {
    await channel.deleteQueue('failed')
    await channel.assertQueue('failed', { maxLength: 1, arguments: { 'x-overflow': 'reject-publish' } })
    await put({ key: 'Full' }, {}, 'failed')
    const id = await listen({ failedQueue: 'failed' })
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    for (let at = 0; at < 2; at++) {
      await look()
      expect(await started()).toEqual(['Good'])
      expect(await outcomes()).toEqual(['accepted'])
      await expect.poll(() => left()).toBe(1)
      expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('to store the message') })
      expect((await get(id)).fault).toContain('Expected a whole number')
    }
    await channel.purgeQueue('failed')
    await look()
    expect([await left(), await left('failed')]).toEqual([0, 1])
    expect(await outcomes()).toEqual(['accepted', 'failed'])
    expect((await get(id)).fault).not.toContain('to store the message')
  })

  it('keeps a failed message whose headers cannot be copied, and copies many others', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    const id = await listen({ failedQueue: 'failed' })
    const bad = { key: 'Bad', lines: [{ count: 'many' }] }
    await put(bad, { messageId: 'full', headers: { note: 'x'.repeat(65_480) } })
    for (let at = 0; at < 12; at++) await put(bad, { messageId: String(at) })
    await look()
    process.off('warning', warn)
    await expect.poll(() => left()).toBe(1)
    expect(await left('failed')).toBe(12)
    expect(await get(id)).toMatchObject({
      state: 'failing',
      fault: expect.stringContaining('headers of at most 64 KB'),
    })
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([])
  })

  it('keeps a failed message without the permission to copy it, notes nothing, and continues with others', async () => {
    await server.control('add_user', 'reader', password)
    await server.control('set_permissions', 'reader', '.*', '^$', '.*')
    const reader = await connect({ username: 'reader' })
    const id = await listen({ failedQueue: 'failed' }, reader.apiId)
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    for (let at = 0; at < 2; at++) {
      await look()
      await expect.poll(() => left()).toBe(1)
      expect(await started()).toEqual(['Good'])
      expect(await outcomes()).toEqual(['accepted'])
      const fault = expect.stringContaining('the permission to send to the default exchange')
      expect(await get(id)).toMatchObject({ state: 'failing', fault })
    }
  })

  it('does not let an unexpected error block the others, and gives up after three tries', async () => {
    await admin.query(`create or replace function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.business_key = 'Poison' then raise exception 'no room'; end if; return new; end $$`)
    await admin.query(
      'create trigger refuse_poison before insert on instance for each row execute function refuse_poison()',
    )
    const id = await listen()
    await put({ key: 'Poison' }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    expect(await get(id)).toMatchObject({ state: 'failing', waiting: 1, fault: expect.stringContaining('no room') })
    await look()
    await look()
    expect([await left(), await left('dead')]).toEqual([0, 1])
    expect((await log()).find(({ outcome }) => outcome === 'failed')?.fault).toContain('It was tried 3 times.')
    await admin.query('drop trigger refuse_poison on instance')
    expect(await started()).toEqual(['Good'])
  })

  it('does not reject a message at its first error when another server has noted it', async () => {
    const refuse = async (table: string, condition: string, raise: string) => {
      await admin.query(`create or replace function refuse_${table}() returns trigger language plpgsql as
        $$ begin if ${condition} then raise exception ${raise}; end if; return new; end $$`)
      await admin.query(
        `create trigger refuse before insert on ${table} for each row execute function refuse_${table}()`,
      )
    }
    await refuse('instance', `new.business_key = 'Poison'`, `'no room'`)
    const noted = `'noted' using errcode = '23505', constraint = 'external_delivery_id_key'`
    await refuse('external_delivery', `new.outcome = 'claimed'`, noted)
    const id = await listen()
    await put({ key: 'Poison' }, { messageId: '1' })
    await look()
    for (const table of ['instance', 'external_delivery']) await admin.query(`drop trigger refuse on ${table}`)
    await expect.poll(() => left()).toBe(1)
    expect([await left('dead'), await outcomes()]).toEqual([0, []])
    expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('Another server') })
    await look()
    expect([await left(), await started()]).toEqual([0, ['Poison']])
  })

  it('does not delete a failed message whose content is too large for a replay', async () => {
    const id = await listen()
    const large = { key: 'Bad', lines: [{ count: 'many' }], rest: 'x'.repeat(1_100_000) }
    await put(large, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    await expect.poll(() => left()).toBe(1)
    expect([await started(), await outcomes(), await left('dead')]).toEqual([['Good'], ['accepted'], 0])
    expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('too large for a replay') })
    for (const table of ['job', 'external_listener']) await admin.query(`delete from ${table}`)
    await listen({ failedQueue: 'failed' })
    await look()
    expect([await left(), await left('failed')]).toEqual([0, 1])
    expect(await outcomes()).toEqual(['failed'])
  })

  it('leaves messages that are too large in the queue, and continues after all of them', async () => {
    const id = await listen()
    const bytes = randomBytes(6_000_000)
    for (let at = 0; at < 11; at++) channel.sendToQueue('orders', bytes, { messageId: `large${at}` })
    await channel.waitForConfirms()
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    await expect.poll(() => left()).toBe(11)
    expect(await get(id)).toMatchObject({
      state: 'failing',
      waiting: 11,
      fault: expect.stringContaining('has 6000000'),
    })
  })
})
