import { createTestApp } from '@millrace/server/testing'
import { collectGarbage } from '@millrace/server/testing/collect-garbage'
import { expect, it } from 'vitest'
import { systemActor } from '../../platform/db/actor.ts'
import { openReaderByUrl } from '../../platform/outgoing/databases/reader.ts'
import { moveIn } from './move-in.ts'
import { openSource } from './source/open-source.ts'
import { createFilledHouse } from './testing/fill-house.ts'
import { addressOf } from './testing/house.ts'

const { db, admin, runtime, clock, connectionString, workplaceId } = await createTestApp()

/** Instances that are read and written at a time. */
const portion = 100
/** After how many of them it is counted what is kept: caches are full by the first. */
const [early, late] = [4, 12]

it('keeps nothing for each instance, running or ended', async () => {
  const count = portion * late
  await createFilledHouse(admin, 'flat_house', { running: count, ended: count })
  const source = await openSource(await openReaderByUrl(addressOf(connectionString, 'flat_house')), { zone: 'UTC' })
  // Rows of the source, and statements with what was made of them.
  let kept: WeakRef<object>[] = []
  const keep = <Thing extends object>(things: readonly Thing[]) =>
    kept.push(...things.map((thing) => new WeakRef<object>(thing)))
  const followed: typeof source.select = async (...given) => {
    const rows = await source.select(...given)
    keep(rows as object[])
    return rows as never
  }
  const withTransaction: typeof db.withTransaction = (actor, work, options) =>
    db.withTransaction(
      actor,
      (tx) =>
        work({
          ...tx,
          commit: (statements) => {
            keep(statements)
            return tx.commit(statements)
          },
        }),
      options,
    )
  const samples: Record<string, { readonly things: number; readonly heap: number }[]> = { instances: [], history: [] }
  const report = await moveIn({ ...runtime, db: { ...db, withTransaction } }, systemActor(workplaceId, 'test'), {
    ...{ isDryRun: false, since: null, definitions: null, tenants: null, startedAt: clock().toISOString() },
    source: { ...source, select: followed },
    isStopped: () => false,
    reached: async ({ step, done }) => {
      if (done !== early * portion && done !== late * portion) return
      collectGarbage()
      kept = kept.filter((thing) => thing.deref() !== undefined)
      samples[step]?.push({ things: kept.length, heap: process.memoryUsage().heapUsed })
    },
  })
  await source.close()
  expect(report.differences()).toEqual([])
  for (const [step, [before, after]] of Object.entries(samples)) {
    // Those of the last portion are still there.
    expect([step, after?.things]).toEqual([
      step,
      expect.toSatisfy((things: number) => things <= (before?.things ?? 0) * 1.5),
    ])
    const perInstance = ((after?.heap ?? 0) - (before?.heap ?? 0)) / ((late - early) * portion)
    expect([step, perInstance]).toEqual([step, expect.toSatisfy((bytes: number) => bytes < 1000)])
  }
})
