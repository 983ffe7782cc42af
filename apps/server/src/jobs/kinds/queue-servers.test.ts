import { externalSystemCalls } from '@millrace/contract'
import { hasRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { describe, expect, it } from 'vitest'
import { openQueuePlace } from '../testing/queue-place.ts'

describe.skipIf(!hasRabbitmq)('several servers and environments at a queue', async () => {
  if (!hasRabbitmq) return
  const place = await openQueuePlace()
  const { app, server, main, system, keeper, password } = place
  const { put, left, listen, claim, run, look, started, outcomes, get, switchTo } = place
  const { admin, clock } = app

  it('starts each message once where a second server looks before the first one ends', async () => {
    await listen()
    const keys = Array.from({ length: 20 }, (_, at) => `K${String(at).padStart(2, '0')}`)
    for (const key of keys) await put({ key }, { messageId: key })
    const [job] = await claim('one')
    if (job === undefined) throw new Error('Expected a job.')
    // The lease of the first one has ended, but it continues.
    await admin.query(`update job set locked_by = 'two' where id = $1`, [job.id])
    await Promise.all([run(job), run({ ...job, workerId: 'two' })])
    await look()
    expect(await started()).toEqual(keys)
    expect(await left()).toBe(0)
    expect((await outcomes()).filter((outcome) => outcome === 'accepted')).toHaveLength(keys.length)
  })

  it('reads the queue of the environment, whose messages are others, whatever their ids', async () => {
    await server.control('add_vhost', 'test')
    await server.control('set_permissions', '-p', 'test', 'orders', '.*', '.*', '.*')
    const made = await keeper().call(externalSystemCalls.createConnection, {
      params: { id: system },
      body: {
        name: 'Test broker',
        secret: password,
        settings: {
          kind: 'amqp',
          host: '127.0.0.1',
          port: server.port,
          tls: 'off',
          virtualHost: 'test',
          username: 'orders',
        },
        standsFor: { id: main.id, environment: 'test' },
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const id = await listen()
    await put({ key: 'Real' }, { messageId: '1' })
    await look()
    await switchTo('test')
    await put({ key: 'Real, later' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Real'])
    expect((await get(id)).fault).toContain('the queue “orders”')
    const { connect } = await import('amqplib')
    const other = await connect({
      hostname: '127.0.0.1',
      port: server.port,
      username: 'orders',
      password,
      vhost: 'test',
    })
    const channel = await other.createConfirmChannel()
    await channel.assertQueue('orders')
    channel.sendToQueue('orders', Buffer.from('{"key":"Test"}'), { messageId: '1' })
    await channel.waitForConfirms()
    await other.close()
    await look()
    expect(await started()).toEqual(['Real', 'Test'])
    await switchTo('')
    await look()
    expect(await started()).toEqual(['Real', 'Real, later', 'Test'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })

  it('is silent when nothing has arrived for longer than usual, although it looks', async () => {
    const id = await listen()
    for (let at = 0; at < 6; at++) {
      await put({ key: `S${at}` }, { messageId: `s${at}` })
      await look()
    }
    expect(await get(id)).toMatchObject({ state: 'listening' })
    clock.advance({ hours: 12 })
    await look()
    expect(await get(id)).toMatchObject({ state: 'silent', fault: null, holder: 'w' })
    await put({ key: 'again' }, { messageId: 'again' })
    await look()
    expect(await get(id)).toMatchObject({ state: 'listening' })
  })
})
