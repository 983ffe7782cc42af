import { process } from '@millrace/bpmn/builder'
import type { BudgetValues } from '@millrace/contract'
import { createFakeClock, createTestDatabase, createWorkplace } from '@millrace/server/testing'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSignals } from '../platform/db/signals.ts'
import { completeTask, createTestRuntime } from '../runtime/testing/test-runtime.ts'
import { claimAll } from './testing/claim-all.ts'
import { createWorkPlace, httpProcess } from './testing/create-work-place.ts'
import type { Services } from './work/services.ts'
import { jobsTopic, startWorker, type Worker, type WorkerOptions } from './worker.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: null, cause: 'test' }
const place = createWorkPlace(database, runtime, actor)

const wakers = new Set<() => void>()
const signals: WorkerOptions['signals'] = {
  subscribe: (_topic, callback) => {
    wakers.add(callback)
    return () => wakers.delete(callback)
  },
}
const announce = () => {
  for (const wake of wakers) wake()
}

/** Calls that wait to be answered, in the order in which they came. */
const open: { url: string; answer: (status?: number) => void }[] = []
const services: Services = {
  http: ({ url }) =>
    new Promise((resolve) => open.push({ url, answer: (statusCode = 200) => resolve({ statusCode, body: '' }) })),
  mail: async () => ({ messageId: 'x' }),
}

const workers: Worker[] = []
function start({ budgets, ...options }: Partial<WorkerOptions> & { budgets?: Partial<BudgetValues> } = {}): Worker {
  const onFault = (error: unknown) => {
    throw error
  }
  const worker = startWorker({
    runtime: { ...runtime, budgets: { ...runtime.budgets, ...budgets } },
    services,
    signals,
    workerId: `w${workers.length}`,
    onFault,
    ...options,
  })
  workers.push(worker)
  return worker
}

afterEach(async () => {
  const stopping = workers.splice(0).map((worker) => worker.stop())
  for (const { answer } of open.splice(0)) answer()
  await Promise.all(stopping)
  await admin.query('delete from job')
})

describe('a worker', () => {
  it('does what is there when it starts, and what is announced later', async () => {
    const first = await place.run(httpProcess('first'), { order: 1 })
    start()
    await expect.poll(() => open).toHaveLength(1)
    open.shift()?.answer()
    await expect.poll(() => place.standsAt(first)).toEqual(['after'])
    const second = await place.run(httpProcess('first'), { order: 2 })
    announce()
    await expect.poll(() => open).toHaveLength(1)
    open.shift()?.answer()
    await expect.poll(() => place.standsAt(second)).toEqual(['after'])
  })

  it('continues with other jobs while one waits long for the outside', async () => {
    await place.run(httpProcess('slow'), { order: 'slow' })
    start({ budgets: { outsideWork: 2, outsideWorkOfWorkplace: 2 } })
    await expect.poll(() => open).toHaveLength(1)
    for (let order = 1; order <= 5; order++) {
      const instanceId = await place.run(httpProcess('quick'), { order })
      announce()
      await expect.poll(() => open).toHaveLength(2)
      open.pop()?.answer()
      await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
    }
    expect(open.map(({ url }) => url)).toEqual(['https://shop.example.org/orders/slow'])
  })

  it('keeps what it works at for longer than its lease, so that no other worker begins it', async () => {
    const instanceId = await place.run(httpProcess('long'), { order: 1 })
    // Its time goes on when the test says so: by the machine's it may be held up for longer than a lease.
    const clock = createFakeClock()
    const leaseMs = 60_000
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    start({ runtime: { ...runtime, clock }, leaseMs })
    await expect.poll(() => open).toHaveLength(1)
    const leaseOf = async () => (await place.jobs())[0]?.locked_until?.getTime() ?? 0
    const first = await leaseOf()
    while (clock().getTime() < first) {
      clock.advance({ milliseconds: leaseMs / 2 })
      vi.advanceTimersByTime(leaseMs / 2)
      await expect.poll(leaseOf).toBe(clock().getTime() + leaseMs)
      expect(await claimAll(db, clock(), { workerId: 'other' })).toEqual([])
    }
    open.shift()?.answer()
    await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
  })

  it('that stops ends what it has started and gives back what it has not', async () => {
    const first = await place.run(httpProcess('stopped'), { order: 1 })
    for (let order = 2; order <= 4; order++) await place.run(httpProcess('stopped'), { order })
    const worker = start({ budgets: { outsideWork: 1 } })
    await expect.poll(() => open).toHaveLength(1)
    const stopped = worker.stop()
    open.shift()?.answer()
    await stopped
    expect(await place.standsAt(first)).toEqual(['after'])
    expect((await place.jobs()).map(({ locked_by }) => locked_by)).toEqual([null, null, null])
    expect(open).toEqual([])
  })

  it('shares jobs with others so that each is done once', async () => {
    const instances = await Promise.all(
      Array.from({ length: 30 }, (_, order) => place.run(httpProcess('shared'), { order })),
    )
    const done: string[] = []
    const counting: Services = {
      ...services,
      http: async ({ url }) => {
        done.push(url)
        return { statusCode: 200, body: '' }
      },
    }
    for (let index = 0; index < 3; index++)
      start({ services: counting, budgets: { outsideWork: 4, outsideWorkOfWorkplace: 2 } })
    await expect.poll(() => place.jobs()).toEqual([])
    expect(done.length).toBe(30)
    expect(new Set(done).size).toBe(30)
    for (const instanceId of instances) expect(await place.standsAt(instanceId)).toEqual(['after'])
  })

  it('wakes when the next timer comes due, though it never looks and nobody reports it then', async () => {
    const anHour = 3_600_000
    const later = await place.run(timed('later', 'PT1H'))
    const first = await place.run(timed('soon', 'PT1S'))
    const left = (instanceId: string) => expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
    start({ lookEveryMs: anHour })
    await left(first)
    // While it sleeps: it is told of a timer when that is set, and not when it is due.
    const second = await place.run(timed('again', 'PT1S'))
    announce()
    await left(second)
    expect(await place.standsAt(later)).not.toEqual(['after'])
  })

  it('has steps done while all calls to the outside wait for an answer', async () => {
    for (let order = 0; order < 40; order++) await place.run(httpProcess('silent'), { order })
    start()
    await expect.poll(() => open).toHaveLength(8)
    const stranger = { workplaceId: await createWorkplace(db), userId: null, cause: 'test' }
    const theirs = createWorkPlace(database, runtime, stranger)
    const instanceId = await theirs.run(background('quick'))
    announce()
    await expect.poll(() => theirs.standsAt(instanceId)).toEqual(['after'])
    expect(open).toHaveLength(8)
  })

  it('hears by the database of a job that a delivery has left, and never has to look for it', async () => {
    const anHour = 3_600_000
    const heard = await openSignals({ database, pollMs: anHour })
    const announcing = { ...runtime, announceJobs: () => heard.send(jobsTopic) }
    const to = await place.run(messageProcess(listens))
    const from = await place.run(messageProcess(throws))
    const looking = vi.spyOn(db, 'withPlatformTransaction')
    start({ signals: heard, lookEveryMs: anHour })
    await expect.poll(() => looking).toHaveBeenCalled()
    await looking.mock.results[0]?.value
    looking.mockRestore()
    const holder = await admin.connect()
    try {
      await holder.query('begin')
      await holder.query('select id from instance where id = $1 for no key update', [to])
      const { rows } = await admin.query('select id from task where instance_id = $1', [from])
      expect((await completeTask(announcing, actor, rows[0].id)).ok).toBe(true)
      await expect.poll(() => place.jobs()).toMatchObject([{ kind: 'delivery', locked_by: expect.any(String) }])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await expect.poll(() => place.standsAt(to)).toEqual(['after'])
    expect(await place.jobs()).toEqual([])
    await heard.close()
  })

  it('gives back what it cannot do for want of the database, however often, and has not counted it', async () => {
    const instanceId = await place.run(background('starved'))
    let fullTimes = 4
    const onFull: typeof db = {
      ...db,
      withTransaction: (actor, work) =>
        fullTimes-- > 0
          ? Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
          : db.withTransaction(actor, work),
    }
    const faults: unknown[] = []
    start({ runtime: { ...runtime, db: onFull }, onFault: (error) => faults.push(error) })
    await expect.poll(() => place.standsAt(instanceId)).toEqual(['after'])
    expect(faults).toHaveLength(4)
    expect(await place.incidents()).toEqual([])
  })

  it('asks one host, and asks for one workplace, only so often at the same time', async () => {
    const budgets = { outsideWorkOfWorkplace: 3, outsideWorkOfHost: 2 }
    for (let order = 0; order < 5; order++) {
      await place.run(httpProcess('busy'), { order })
      await place.run(httpProcess('other', { requestUrl: 'https://other.example.org/${order}' }), { order })
    }
    start({ budgets })
    await expect.poll(() => open).toHaveLength(3)
    const hosts = () => open.map(({ url }) => new URL(url).host)
    expect(hosts().filter((host) => host === 'shop.example.org').length).toBeLessThanOrEqual(2)
    const stranger = { workplaceId: await createWorkplace(db), userId: null, cause: 'test' }
    await createWorkPlace(database, runtime, stranger).run(httpProcess('busy'), { order: 'theirs' })
    announce()
    await expect.poll(() => open.map(({ url }) => url)).toContain('https://shop.example.org/orders/theirs')
    expect(open).toHaveLength(4)
    for (let done = 0; done < 11; done++) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.answer()
    }
    await expect.poll(() => place.jobs()).toEqual([])
  })
})

const timed = (key: string, duration: string) =>
  process(key)
    .start()
    .element('intermediateCatchEvent', 'pause', {
      inside: `<timerEventDefinition><timeDuration>${duration}</timeDuration></timerEventDefinition>`,
    })
    .userTask('after')
    .end()
    .toXml()
const background = (key: string) =>
  process(key)
    .start()
    .serviceTask('step', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
    .userTask('after')
    .end()
    .toXml()

const messageProcess = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><message id="ping" name="ping"/>${inside}</definitions>`
const listens = `<process id="listener" isExecutable="true"><startEvent id="begin"/><sequenceFlow id="a" sourceRef="begin" targetRef="waits"/>
  <intermediateCatchEvent id="waits"><messageEventDefinition messageRef="ping"/></intermediateCatchEvent><sequenceFlow id="b" sourceRef="waits" targetRef="after"/><userTask id="after"/></process>`
const throws = `<process id="pinger" isExecutable="true"><startEvent id="begin"/><sequenceFlow id="a" sourceRef="begin" targetRef="before"/><userTask id="before"/><sequenceFlow id="b" sourceRef="before" targetRef="tell"/>
  <intermediateThrowEvent id="tell"><messageEventDefinition messageRef="ping"/></intermediateThrowEvent><sequenceFlow id="c" sourceRef="tell" targetRef="on"/><userTask id="on"/></process>`
