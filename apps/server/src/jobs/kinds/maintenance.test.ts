import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { openMaintenance } from './maintenance.ts'

const { db, admin } = await createTestDatabase()
const clock = createFakeClock()
const runtime = { ...createTestRuntime(db), clock }
const services = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: () => Promise.reject(new Error('Expected no mail.')),
}

const claim = () => claimAll(db, clock())
const partitions = '00000000-0000-7000-8000-000000000001'
const hasMonth = async (month: string) =>
  (await admin.query('select to_regclass($1) is not null as yes', [`history_fact_${month}`])).rows[0].yes

it('is a job of its own for each chore, which comes again every day and after a failure', async () => {
  await openMaintenance(db, clock())
  await openMaintenance(db, clock())
  const month = new Date(Date.UTC(clock().getUTCFullYear(), clock().getUTCMonth() + 2, 1)).toISOString()
  const jobs = await claim()
  expect(jobs.map(({ kind, id, rootId }) => kind === 'maintenance' && id === rootId)).toEqual(Array(20).fill(true))
  // The others are other tests'.
  await admin.query('delete from job where id <> $1', [partitions])
  const job = jobs.find(({ id }) => id === partitions)
  if (job === undefined) throw new Error('Expected a job.')
  expect(await runClaimedJob({ runtime, services }, job)).toBe('done')
  expect(await hasMonth(month.slice(0, 7).replace('-', '_'))).toBe(true)

  clock.advance({ hours: 23, minutes: 59 })
  expect(await claim()).toEqual([])
  clock.advance({ minutes: 1 })
  const [next] = await claim()
  if (next === undefined) throw new Error('Expected a job.')
  const broken = { ...db, withPlatformTransaction: () => Promise.reject(new Error('no right to make tables')) }
  await expect(runClaimedJob({ runtime: { ...runtime, db: broken }, services }, next)).rejects.toThrow('no right')
  expect(await claim()).toEqual([])
  clock.advance({ minutes: 10 })
  expect(await claim()).toMatchObject([{ id: job.id, kind: 'maintenance' }])
})
