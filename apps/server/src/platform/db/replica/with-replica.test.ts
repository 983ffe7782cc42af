import { expect, it, onTestFinished } from 'vitest'
import type { Statement } from '../batch.ts'
import type { Database, Tx } from '../database.ts'
import { measureLag } from './measure-lag.ts'
import { withReplica } from './with-replica.ts'

/** A database of which one row answers all that is asked. */
function answering(row: readonly (string | null)[]) {
  const tx = { batch: async (statements: readonly Statement[]) => statements.map(() => [row]) } as unknown as Tx
  return { readPlatform: <T>(work: (tx: Tx) => Promise<T>) => work(tx), onLoss: () => () => {} }
}

it.each([
  ['the same database', 'a north', true],
  ['another database, whose log is further', 'b ', false],
])('measures the standby of %s', async (_what, identity, isMeasured) => {
  const primary = answering(['0/10', 'a north'])
  const lag = measureLag({ primary, standby: answering(['t', '0/20', identity]), everyMs: 1 })
  onTestFinished(lag.stop)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(Number.isFinite(lag.seconds())).toBe(isMeasured)
})

it.each(['42P01', '42703', '42883', '40001'])('asks the primary where the standby fails with %s', async (code) => {
  const failing = { read: () => Promise.reject(Object.assign(new Error('missing'), { code })) }
  const primary = { read: async () => 'current' } as unknown as Database
  const db = withReplica(primary, { db: failing as unknown as Database, lag: { seconds: () => 0 } })
  expect(await db.read({ workplaceId: 'place', maxAge: 10 }, async () => 'old')).toBe('current')
})
