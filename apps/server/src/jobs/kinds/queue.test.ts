import { hasMethod } from '@millrace/server/testing/broker-proxy'
import { hasRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { describe, expect, it } from 'vitest'
import { openQueuePlace } from '../testing/queue-place.ts'

describe.skipIf(!hasRabbitmq)('a queue of RabbitMQ', async () => {
  if (!hasRabbitmq) return
  const place = await openQueuePlace()
  const { app, server, proxy, other, channel, target, cuttable } = place
  const { put, left, listen, look, started, outcomes, get } = place
  const { admin } = app

  it('starts a process for each message, once by its id', async () => {
    const id = await listen()
    await put({ key: 'A', lines: [{ count: 2 }] }, { messageId: '1', headers: { country: 'PT' } })
    await put({ key: 'B' }, { messageId: '2' })
    await put({ key: 'A again' }, { messageId: '1' })
    await look()
    expect(await started()).toEqual(['A', 'B'])
    expect(await left()).toBe(0)
    expect(await outcomes()).toEqual(['accepted', 'accepted', 'repeated'])
    const { rows } = await admin.query<{ name: string; value: string }>(
      `select name, value from variable where name in ('count', 'country', 'routing') and value is not null order by name, value`,
    )
    expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual(
      expect.arrayContaining(['count 2', 'country PT', 'routing orders']),
    )
    expect(await get(id)).toMatchObject({ state: 'listening', holder: 'w', waiting: 0, fault: null })
  })

  it('processes equal messages without ids each', async () => {
    await listen()
    for (let at = 0; at < 3; at++) await put({ key: 'same' })
    await look()
    expect(await started()).toEqual(['same', 'same', 'same'])
    await put({ key: 'same' })
    await look()
    expect(await started()).toHaveLength(4)
    expect(await left()).toBe(0)
  })

  it.each([{ messageId: '7' }, {}])(
    'starts once where the connection ends before the broker knows, with %j',
    async (options) => {
      const id = await listen({}, cuttable.apiId)
      await put({ key: 'once' }, options)
      proxy.watch((bytes) => (hasMethod(bytes, 60, 80) ? 'cut' : 'pass'))
      await look()
      expect(await started()).toEqual(['once'])
      await expect.poll(() => left()).toBe(1)
      expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('connection') })
      proxy.watch(() => 'pass')
      await look()
      expect(await started()).toEqual(['once'])
      expect(await left()).toBe(0)
      expect(await outcomes()).toEqual(['accepted', 'repeated'])
      expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
    },
  )

  it('does not lose an equal message without an id, when another one is tried again', async () => {
    await admin.query('create sequence if not exists poison_seen')
    await admin.query(`create or replace function refuse_first() returns trigger language plpgsql as
      $$ begin if nextval('poison_seen') = 1 then raise exception 'no room'; end if; return new; end $$`)
    await admin.query('grant usage on sequence poison_seen to public')
    await admin.query(
      'create trigger refuse_first before insert on instance for each row execute function refuse_first()',
    )
    await listen()
    await put({ key: 'same' })
    await put({ key: 'same' })
    await look()
    await look()
    await admin.query('drop trigger refuse_first on instance')
    expect(await started()).toEqual(['same', 'same'])
    expect(await left()).toBe(0)
  })

  it('correlates a message with the instance that waits', async () => {
    await place.deployModel('pay')
    await listen({ queue: 'failed', target: { ...target, process: 'pay', variables: [] } })
    await put({ key: 'P1' }, { messageId: '1' }, 'failed')
    await look()
    const message = { action: 'message' as const, message: 'paid', process: '', variables: [] }
    await listen({ target: { ...target, ...message } })
    await put({ key: 'P1' }, { messageId: '1' })
    await put({ key: 'nobody' }, { messageId: '2' })
    await look()
    expect(await outcomes()).toEqual(['accepted', 'accepted', 'failed'])
    expect(await left('dead')).toBe(1)
  })

  it('continues after a broker that was killed, with everything that it has stored', async () => {
    await channel.deleteQueue('orders')
    await channel.assertQueue('orders', { durable: true })
    const id = await listen()
    await put({ key: 'Kept' }, { messageId: '1', persistent: true })
    other.on('error', () => {})
    await server.kill()
    await look()
    expect(await get(id)).toMatchObject({ state: 'failing' })
    await server.start()
    await look()
    expect(await started()).toEqual(['Kept'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })
})
