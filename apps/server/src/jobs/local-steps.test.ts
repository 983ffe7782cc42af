import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../platform/db/database.ts'
import { setTracer } from '../platform/tracing/traced.ts'
import type { LocalWorker, TakenJob } from '../runtime/local-worker.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../runtime/testing/test-runtime.ts'
import { claimAll } from './testing/claim-all.ts'
import { createWorkPlace, httpProcess } from './testing/create-work-place.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const actor = { workplaceId, userId: null, cause: 'test' }
const silent: WorkerOptions['signals'] = { subscribe: () => () => {} }
const anHour = 3_600_000

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await admin.query('delete from job')
  await admin.query('update workplace set suspended_at = null')
})

/** A process with a worker that nobody wakes, and that has looked for jobs already. */
async function createServer(real: Database = db, signals = silent) {
  const announced: number[] = []
  const runtime = { ...createTestRuntime(real), announceJobs: () => void announced.push(1) }
  const looking = vi.spyOn(real, 'withPlatformTransaction')
  const worker = startWorker({
    runtime: { ...runtime, isForJobs: true },
    services: { http: never, mail: never },
    signals,
    workerId: 'here',
    onFault: (error) => {
      throw error
    },
    lookEveryMs: anHour,
  })
  workers.push(worker)
  await expect.poll(() => isReady(runtime.localWorker.current)).toBe(true)
  looking.mockClear()
  return { runtime, worker, announced, looking, place: createWorkPlace(database, runtime, actor) }
}

function isReady(worker: LocalWorker | null): boolean {
  const place = worker?.reserve(workplaceId) ?? null
  place?.cancel()
  return place !== null
}

const never = () => Promise.reject(new Error('Expected no call.'))

const steps = (key: string, attributes: Readonly<Record<string, unknown>> = {}) =>
  process(key)
    .start()
    .serviceTask('one', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}', ...attributes })
    .serviceTask('two', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}', ...attributes })
    .serviceTask('three', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}', ...attributes })
    .userTask('after')
    .end()
    .toXml()

it('executes steps of its own process that nobody announces or looks for', async () => {
  const { place, announced, looking } = await createServer()
  const instanceId = await place.run(steps('own'))
  await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
  expect(await place.jobs()).toEqual([])
  expect([announced.length, looking.mock.calls.length]).toEqual([0, 0])
})

it('leaves a step whose job definition is suspended', async () => {
  const { place, runtime } = await createServer()
  const definitionId = await deployModel(runtime, actor, steps('left'))
  const suspend = (isSuspended: boolean) =>
    admin.query(`update job_definition set is_suspended = $1 where definition_id = $2 and element_key = 'two'`, [
      isSuspended,
      definitionId,
    ])
  await suspend(true)
  const { instanceId } = await start(runtime, actor, definitionId)
  const left = [{ element_key: 'two', is_suspended: true, locked_by: null, attempts: 0 }]
  const jobs = async () =>
    (await admin.query('select element_key, is_suspended, locked_by, attempts from job where instance_id is not null'))
      .rows
  await expect.poll(jobs).toEqual(left)
  // Its place is free again, and others pass by.
  expect(isReady(runtime.localWorker.current)).toBe(true)
  await suspend(false)
  const { instanceId: next } = await start(runtime, actor, definitionId)
  await expect.poll(() => place.standsAt(next)).toEqual(['after'])
  expect([await jobs(), await place.standsAt(instanceId)]).toEqual([left, ['two']])
})

it('takes one round trip for each step, its commit', async () => {
  const { place } = await createServer()
  await place.run(steps('trips'))
  const xml = steps('trips')
  await expect.poll(() => place.jobs()).toEqual([])
  const trips: string[] = []
  setTracer({
    run: ({ name, attributes }, work) => {
      if (name === 'database round trip') trips.push(String(attributes['millrace.statements']))
      return work({})
    },
  })
  onTestFinished(() => setTracer(null))
  const instanceId = await place.run(xml)
  await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
  // The start and three steps. What comes before them is the deployment.
  expect(trips.filter((names) => names.includes('workplace_is_open') || names.includes('task_insert'))).toHaveLength(4)
  const first = trips.findIndex((names) => names.includes('workplace_is_open'))
  expect(trips.slice(first)).toHaveLength(4)
})

it('takes the steps that follow one of another process, which it had to claim', async () => {
  let wake: () => void = () => {}
  const { place, runtime, announced, looking } = await createServer(db, {
    subscribe: (_, callback) => {
      wake = callback
      return () => {}
    },
  })
  const definitionId = await deployModel(runtime, actor, steps('elsewhere'))
  const other = { ...createTestRuntime(db), announceJobs: () => wake() }
  const { instanceId } = await start(other, actor, definitionId)
  await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
  expect([announced.length, looking.mock.calls.length]).toEqual([0, 1])
})

it('takes steps that follow a task, also such of one root side by side', async () => {
  const { place, runtime, announced } = await createServer()
  const model = process('fork')
    .start()
    .userTask('before')
    .serviceTask('many', {
      'camunda:expression': '${1}',
      inside:
        '<multiInstanceLoopCharacteristics camunda:asyncBefore="true" camunda:exclusive="false"><loopCardinality>6</loopCardinality></multiInstanceLoopCharacteristics>',
    })
    .userTask('after')
    .end()
    .toXml()
  const instanceId = await place.run(model)
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  expect((await completeTask(runtime, actor, rows[0].id)).ok).toBe(true)
  await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
  expect(announced).toEqual([])
})

it('leaves a failed step to be tried again later, and raises its incident after the last try', async () => {
  const { place } = await createServer()
  const instanceId = await place.run(steps('broken', { 'camunda:expression': '${missing}' }))
  await expect
    .poll(() => place.jobs())
    .toMatchObject([{ element_key: 'one', retries: 2, locked_by: null, error: expect.any(String) }])
  expect(await place.standsAt(instanceId)).toEqual(['one'])
})

it('announces steps while it has not found all that waits, and steps beyond its lanes', async () => {
  const { place, runtime, announced } = await createServer()
  const worker = runtime.localWorker.current as LocalWorker
  const places = Array.from({ length: 100 }, () => worker.reserve(workplaceId)).filter((one) => one !== null)
  expect(places.length).toBe(8)
  const instanceId = await place.run(steps('crowded'))
  expect(announced).toHaveLength(1)
  expect(await place.jobs()).toMatchObject([{ locked_by: null }])
  for (const one of places) one.cancel()
  expect(isReady(worker)).toBe(true)
  expect(await place.standsAt(instanceId)).toEqual(['one'])
})

it('executes no step of a workplace that was suspended meanwhile', async () => {
  const { place } = await createServer()
  await admin.query('update workplace set suspended_at = now() where workplace_id = $1', [workplaceId])
  const instanceId = await place.run(steps('suspended'))
  await expect.poll(() => place.jobs()).toMatchObject([{ element_key: 'one', locked_by: null }])
  expect(await place.standsAt(instanceId)).toEqual(['one'])
})

it('reserves no place for what was rolled back, or refused', async () => {
  const { place, runtime } = await createServer()
  const failing = { ...runtime, db: { ...db, withTransaction: () => Promise.reject(new Error('gone')) } }
  await place.run(steps('rolled'))
  for (let time = 0; time < 20; time++)
    await expect(createWorkPlace(database, failing as never, actor).run(steps('rolled'))).rejects.toThrow('gone')
  await expect.poll(() => isReady(runtime.localWorker.current)).toBe(true)
})

it('leaves the steps of a process that died to others when the lease is over', async () => {
  const runtime = createTestRuntime(db)
  const taken: TakenJob[] = []
  runtime.localWorker.current = {
    reserve: () => ({
      lease: { workerId: 'dead', leaseEnd: new Date(Date.now() + 30_000) },
      take: (job) => taken.push(job),
      giveBack: () => {},
      cancel: () => {},
    }),
  }
  const place = createWorkPlace(database, runtime, actor)
  const instanceId = await place.run(steps('dead'))
  expect(taken).toMatchObject([{ kind: 'before', rootId: instanceId }])
  expect(await claimAll(db, new Date())).toEqual([])
  const claimed = await claimAll(db, new Date(Date.now() + 31_000))
  expect(claimed).toMatchObject([{ id: taken[0]?.id, attempts: 1 }])
})

it('takes nothing after it was stopped, and gives back what it has not started', async () => {
  const { place, worker, runtime, announced } = await createServer()
  await worker.stop()
  expect(runtime.localWorker.current).toBeNull()
  await place.run(steps('stopped'))
  expect(announced).toHaveLength(1)
  expect(await place.jobs()).toMatchObject([{ locked_by: null }])
})

it('keeps no root in memory whose job has a request, which can be large', async () => {
  const { place, runtime } = await createServer()
  const instanceId = await place.run(httpProcess('asking', { requestBody: 'x'.repeat(10_000) }), { order: 1 })
  const visit = runtime.states.enter(workplaceId, instanceId)
  visit.leave()
  expect(visit.known).toBeNull()
})
