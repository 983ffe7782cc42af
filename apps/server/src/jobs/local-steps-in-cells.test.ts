import { process } from '@millrace/bpmn/builder'
import { createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Cell } from '../platform/db/cells/open-cell.ts'
import { routeByWorkplace } from '../platform/db/cells/route-by-workplace.ts'
import { createTestRuntime, deployModel, start } from '../runtime/testing/test-runtime.ts'
import { startWorker } from './worker.ts'

const first = await createTestDatabase()
const north = await createTestDatabase()
const workplaceId = await createWorkplace(north.db, { reference: 'north' })
await first.admin.query(
  `insert into workplace (workplace_id, reference, name, cell) values ($1, 'north', 'North', 'north')`,
  [workplaceId],
)
const cell: Cell = {
  ...{ name: 'north', db: north.db, isOpen: true },
  whenOpen: (callback) => callback(north.db),
  close: async () => {},
}
const step = process('step')
  .start()
  .serviceTask('one', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
  .end()
  .toXml()

it('takes no step of a workplace whose jobs are in another database', async () => {
  const announceJobs = vi.fn()
  const runtime = { ...createTestRuntime(routeByWorkplace({ first: first.db, cells: [cell] })), announceJobs }
  const never = () => Promise.reject(new Error('Expected no call.'))
  const worker = startWorker({
    runtime: { ...runtime, isForJobs: true },
    services: { http: never, mail: never },
    signals: { subscribe: () => () => {} },
    workerId: 'first',
    onFault: (error) => {
      throw error
    },
    lookEveryMs: 3_600_000,
  })
  onTestFinished(() => worker.stop())
  const run = async (id: string) => {
    const actor = { workplaceId: id, userId: null, cause: 'test' }
    await start(runtime, actor, await deployModel(runtime, actor, step))
  }
  await run(first.workplaceId)
  const isReady = () => {
    const place = runtime.localWorker.current?.reserve(first.workplaceId) ?? null
    place?.cancel()
    return place !== null
  }
  await expect.poll(isReady).toBe(true)
  announceJobs.mockClear()
  await run(workplaceId)
  expect(announceJobs).toHaveBeenCalledOnce()
  const { rows } = await north.admin.query(`select locked_by from job where kind <> 'maintenance'`)
  expect(rows).toEqual([{ locked_by: null }])
})
