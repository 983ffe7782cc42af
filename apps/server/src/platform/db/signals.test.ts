import { createTestDatabase } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { openSignals, type Signals } from './signals.ts'

const { connectionString, admin } = await createTestDatabase()
const open: Signals[] = []
const openHub = async (options: { pollMs?: number } = {}) => {
  const signals = await openSignals({ database: { connectionString }, pollMs: 60_000, ...options })
  open.push(signals)
  return signals
}
afterEach(async () => {
  for (const signals of open.splice(0)) await signals.close()
})

const nextCall = (signals: Signals, topic: string) => new Promise<void>((resolve) => signals.subscribe(topic, resolve))

describe('signals', () => {
  it('reach subscribers of the topic in every process', async () => {
    const [one, other] = [await openHub(), await openHub()]
    const heard = [nextCall(one, 'jobs'), nextCall(other, 'jobs')]
    one.send('jobs')
    await Promise.all(heard)
  })

  it('come once for many that are sent together, and only to their topic', async () => {
    const signals = await openHub()
    let jobs = 0
    let others = 0
    signals.subscribe('jobs', () => jobs++)
    signals.subscribe('other', () => others++)
    for (let index = 0; index < 1000; index++) signals.send('jobs')
    await nextCall(signals, 'jobs')
    signals.send('last')
    await nextCall(signals, 'last')
    expect([jobs, others]).toEqual([1, 0])
  })

  it('do not come any more after the end of a subscription', async () => {
    const signals = await openHub()
    let count = 0
    signals.subscribe('jobs', () => count++)()
    signals.send('jobs')
    await nextCall(signals, 'jobs')
    expect(count).toBe(0)
  })

  it('come every now and then even when none is sent', async () => {
    await nextCall(await openHub({ pollMs: 10 }), 'jobs')
  })

  it('come again after the connection was cut', async () => {
    const signals = await openHub()
    const again = nextCall(signals, 'jobs')
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen millrace'`,
    )
    await again
    const heard = nextCall(signals, 'jobs')
    signals.send('jobs')
    await heard
  })

  it('send what is pending before they close', async () => {
    const [one, other] = [await openHub(), await openHub()]
    const heard = nextCall(other, 'jobs')
    one.send('jobs')
    await one.close()
    await heard
  })
})
