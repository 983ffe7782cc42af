import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createThreads, NoThread, type Threads, type ThreadsOptions, type ThreadTask } from './create-threads.ts'

const anHour = 3_600_000
const opened: Threads[] = []
function open(options: Partial<ThreadsOptions> = {}) {
  const script = new URL('./testing/tasks.ts', import.meta.url)
  // Nobody is turned away for having waited, but where a test says so: how long that is, is up to the machine.
  const threads = createThreads({ script, memory: 64 * 1024 * 1024, width: 2, maxWait: anHour, ...options })
  opened.push(threads)
  const run = (kind: string, input: unknown = null, task: Partial<ThreadTask> = {}) =>
    threads
      .run({ kind, input, owner: 'a', isJob: false, maxTime: 20_000, ...task })
      .then((ended) => (ended.how === 'done' ? { how: ended.how, output: ended.output } : ended))
  return { threads, run }
}
afterEach(() => Promise.all(opened.splice(0).map((threads) => threads.close())))

describe('a task', () => {
  it('is carried out in a thread that stays for the next one', async () => {
    const { threads, run } = open()
    expect(await run('add', { a: 1, b: 2 })).toEqual({ how: 'done', output: 3 })
    expect(await run('threadOf')).toEqual(await run('threadOf'))
    expect(threads.figures).toEqual({ threads: 1, running: 0, waiting: 0, done: 3, overtime: 0, outOfMemory: 0 })
  })

  it('asks the caller that gave it, as often as it wants', async () => {
    const { run } = open()
    const answer = (question: unknown) => `answer to ${question}`
    const output = ['answer to first', 'answer to more']
    expect(await run('ask', 'first', { answer })).toEqual({ how: 'done', output })
  })

  it('whose question cannot be answered fails with that', async () => {
    const { run } = open()
    const answer = () => {
      throw new TypeError('no answer')
    }
    await expect(run('ask', 'first', { answer })).rejects.toThrow('no answer')
    await expect(run('ask', 'first', { answer: () => () => 1 })).rejects.toThrow('could not be cloned')
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
  })

  it('that throws, or gives what cannot be copied, fails, and the thread continues', async () => {
    const { threads, run } = open()
    await expect(run('fail')).rejects.toThrow(new TypeError('no function'))
    await expect(run('giveFunction')).rejects.toThrow('could not be cloned')
    await expect(run('add', () => 1)).rejects.toThrow('could not be cloned')
    await expect(run('nonsense')).rejects.toThrow('Expected a task that threads know, but it is nonsense.')
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
    expect(threads.figures.threads).toBe(1)
  })

  it('whose thread ends by itself fails, and the next one has another thread', async () => {
    const { run } = open()
    await expect(run('exit')).rejects.toThrow('ended by itself')
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
  })
})

describe('a task that goes too far', () => {
  it('is ended at its time, says where it was, and its thread is replaced', async () => {
    const { threads, run } = open()
    expect(await run('burn', 'task “ä”', { maxTime: 200 })).toEqual({ how: 'overtime', at: 'task “ä”' })
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
    expect(threads.figures).toMatchObject({ overtime: 1, threads: 1 })
  })

  it('may take longer by the clock than it may work: others may have the processor meanwhile', async () => {
    const { run } = open()
    expect(await run('doze', 1500, { maxTime: 300 })).toEqual({ how: 'done', output: 1500 })
  })

  it('is ended by the clock when it does not work at all', async () => {
    const { threads, run } = open({ minClock: 300 })
    // Where it was is not asked: it may be ended before it has come to anything.
    expect(await run('doze', 600_000, { maxTime: 200 })).toMatchObject({ how: 'overtime' })
    expect(threads.figures.overtime).toBe(1)
  })

  it.runIf(process.platform === 'linux')('is ended at its time while it works natively and shows nothing', async () => {
    const { threads, run } = open({ memory: 2 * 1024 ** 3 })
    expect(await run('add', { a: 1, b: 2 })).toEqual({ how: 'done', output: 3 })
    // Held up itself, this thread looks again when that step is over: see `watch-thread.test.ts` for the step.
    expect(await run('sortNatively', 2_000_000, { maxTime: 600 })).toMatchObject({ how: 'overtime' })
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
    expect(threads.figures.overtime).toBe(1)
  })

  it('has a time of its own for all that it does apart', async () => {
    const { run } = open()
    const prepare = (apart: readonly number[], rest: number, time: Partial<ThreadTask>) =>
      run('prepare', { apart, rest }, time)
    const ended = (how: string) => ({ how, at: null })
    expect(await prepare([500, 500], 100, { maxTime: 400, maxTimeApart: 60_000 })).toEqual({
      how: 'done',
      output: 100,
    })
    expect(await prepare([60_000], 0, { maxTime: 60_000, maxTimeApart: 200 })).toEqual(ended('overtime-apart'))
    expect(await prepare([300, 60_000], 0, { maxTime: 60_000, maxTimeApart: 600 })).toEqual(ended('overtime-apart'))
    expect(await prepare([0], 60_000, { maxTime: 200, maxTimeApart: 60_000 })).toEqual(ended('overtime'))
  })

  it('is ended when it holds too much, at once or over time, and the process continues', {
    timeout: 30_000,
  }, async () => {
    const { threads, run } = open()
    expect(await run('hoard', 'here')).toEqual({ how: 'out-of-memory', at: 'here' })
    expect(await run('leap', 8_000_000)).toEqual({ how: 'out-of-memory', at: null })
    expect(await run('add', { a: 1, b: 1 })).toEqual({ how: 'done', output: 2 })
    expect(threads.figures.outOfMemory).toBe(2)
  })

  it('leaves nothing behind that the next one is ended for', async () => {
    const { threads, run } = open({ memory: 100 * 1024 * 1024 })
    expect(await run('litter', 80 * 1024 * 1024)).toEqual({ how: 'done', output: 83_886_080 })
    expect(await run('litter', 80 * 1024 * 1024)).toEqual({ how: 'done', output: 83_886_080 })
    expect(await run('work', 300)).toEqual({ how: 'done', output: 300 })
    expect(threads.figures).toMatchObject({ outOfMemory: 0, threads: 1 })
  })

  it('leaves its thread to the next one, which finds there what it knows', async () => {
    const { run } = open({ memory: 100 * 1024 * 1024 })
    const before = await run('threadOf')
    expect(await run('litter', 80 * 1024 * 1024)).toMatchObject({ how: 'done' })
    expect(await run('threadOf')).toEqual(before)
  })

  it('leaves no thread to the next one that cannot let go of what it holds', async () => {
    const { threads, run } = open({ memory: 100 * 1024 * 1024 })
    const before = await run('threadOf')
    await run('keep', 80 * 1024 * 1024)
    const after = await run('threadOf')
    expect(after).toMatchObject({ how: 'done' })
    expect(after).not.toEqual(before)
    expect(threads.figures).toMatchObject({ outOfMemory: 0, threads: 1 })
  })

  it('leaves nothing in a thread that rests', async () => {
    const { run } = open({ memory: 400 * 1024 * 1024 })
    const held = async (kind: string, input: unknown = null) =>
      ((await run(kind, input)) as { readonly output: number }).output
    // Told by the task itself: however soon this thread gets to ask, the other may have rested already.
    expect(await held('crowd', 80 * 1024 * 1024)).toBeGreaterThan(40 * 1024 * 1024)
    // Asked seldom: each task begins its rest anew.
    await expect.poll(() => held('held'), { interval: 3000 }).toBeLessThan(25 * 1024 * 1024)
  })

  it('leaves nothing that it knows in the thread that waits for the next one', async () => {
    const { threads, run } = open({ memory: 400 * 1024 * 1024, idleMs: 100 })
    const [small, large] = [await run('threadOf'), await run('keep', 80 * 1024 * 1024)]
    expect([small.how, large.how]).toEqual(['done', 'done'])
    // Asked seldom: each task begins its rest anew.
    await expect.poll(() => run('threadOf'), { interval: 2000 }).not.toEqual(small)
    const fresh = await run('threadOf')
    await sleep(1000)
    expect(await run('threadOf')).toEqual(fresh)
    expect(threads.figures).toMatchObject({ outOfMemory: 0, threads: 1 })
  })

  it('is cancelled by the caller that gave it, while it runs and before', async () => {
    const { threads, run } = open()
    const cancel = new AbortController()
    const reason = new Error('hung up')
    const { signal } = cancel
    const burning = run('burn', 'x', { signal })
    const waiting = run('burn', 'y', { signal })
    const both = Promise.allSettled([burning, waiting])
    await expect.poll(() => threads.figures).toMatchObject({ running: 1, waiting: 1 })
    cancel.abort(reason)
    expect(await both).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    await expect(run('burn', 'z', { signal })).rejects.toBe(reason)
    expect(threads.figures).toMatchObject({ running: 0, waiting: 0 })
  })
})

describe('tasks of several owners', () => {
  it('leave a thread to each other: one owner never holds all of them', async () => {
    const { threads, run } = open({ width: 3 })
    const burning = Promise.allSettled(['x', 'y', 'y', 'x', 'x'].map((caller) => run('burn', 'x', { caller })))
    expect(threads.figures).toMatchObject({ running: 2, waiting: 3 })
    expect(await run('add', { a: 1, b: 2 }, { owner: 'b' })).toEqual({ how: 'done', output: 3 })
    expect(threads.figures).toMatchObject({ running: 2 })
    await threads.close()
    expect((await burning).map(({ status }) => status)).not.toContain('fulfilled')
  })

  it('leave a thread to another caller of the same owner: one caller never holds all that an owner may have', async () => {
    const { threads, run } = open({ width: 4 })
    const burning = Promise.allSettled(Array.from({ length: 9 }, () => run('burn', 'x', { caller: 'greedy' })))
    expect(threads.figures).toMatchObject({ running: 2, waiting: 7 })
    expect(await run('add', { a: 1, b: 2 }, { caller: 'modest' })).toEqual({ how: 'done', output: 3 })
    expect(await run('add', { a: 1, b: 2 }, { caller: 'anonymous' })).toEqual({ how: 'done', output: 3 })
    expect(await run('add', { a: 1, b: 2 }, { owner: 'b' })).toEqual({ how: 'done', output: 3 })
    await threads.close()
    await burning
  })

  it('are turned away when very much of one caller waits, and those of other callers are not', async () => {
    const { threads, run } = open({ width: 4 })
    const burning = Promise.allSettled(Array.from({ length: 40 }, () => run('burn', 'x', { caller: 'greedy' })))
    expect(threads.figures).toMatchObject({ running: 2, waiting: 25 })
    expect(await run('add', { a: 1, b: 2 }, { caller: 'modest' })).toEqual({ how: 'done', output: 3 })
    await threads.close()
    await burning
  })

  it('are started in turn, in the order of each', async () => {
    const { threads, run } = open({ width: 2 })
    const started: string[] = []
    const note = (name: string, owner: string, isJob = false) =>
      run('ask', name, { owner, isJob, answer: (question) => question !== 'more' && started.push(name) })
    // Of two threads one is held, so that what begins does so one after the other.
    const burning = Promise.allSettled([run('burn', 'x', { owner: 'other' })])
    await Promise.all([
      run('work', 300),
      note('a1', 'a'),
      note('a2', 'a'),
      note('a3', 'a'),
      note('b1', 'b'),
      note('c1', 'c', true),
      note('b2', 'b'),
    ])
    expect(started.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(started.indexOf('b1')).toBeLessThan(started.indexOf('a3'))
    expect(started.indexOf('c1')).toBeGreaterThan(started.indexOf('b2'))
    await threads.close()
    await burning
  })

  it('leave a thread to calls: jobs never hold all of them', async () => {
    const { threads, run } = open({ width: 2 })
    const jobs = ['a', 'b', 'c'].map((owner) => run('burn', 'x', { owner, isJob: true }))
    const settled = Promise.allSettled(jobs)
    expect(threads.figures).toMatchObject({ running: 1, waiting: 2 })
    expect(await run('add', { a: 1, b: 2 }, { owner: 'd' })).toEqual({ how: 'done', output: 3 })
    await threads.close()
    await settled
  })
})

describe('a pool that has too much to do', () => {
  it('turns away what has waited too long, and what comes when very much waits', async () => {
    const { threads, run } = open({ width: 2, maxWait: 100 })
    const burning = Promise.allSettled([run('burn', 'x')])
    const ended = await Promise.allSettled(Array.from({ length: 60 }, () => run('add', { a: 1, b: 1 })))
    const reason = expect.objectContaining({ code: 'server.unavailable', message: expect.stringContaining('too busy') })
    expect(new Set(ended)).toEqual(new Set(ended.map(() => ({ status: 'rejected', reason }))))
    expect(await run('add', { a: 1, b: 1 }, { owner: 'b' })).toMatchObject({ how: 'done' })
    await threads.close()
    await burning
  })
})

describe('closing', () => {
  const closed = {
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringContaining('The server is stopping') }),
  }

  it('lets what is nearly done finish, and begins nothing more', async () => {
    const { threads, run } = open({ width: 2, graceMs: anHour })
    const all = Promise.allSettled([run('work', 300), run('add', { a: 1, b: 1 })])
    await threads.close()
    expect(await all).toEqual([{ status: 'fulfilled', value: { how: 'done', output: 300 } }, closed])
    await expect(run('add', { a: 1, b: 1 })).rejects.toBeInstanceOf(NoThread)
  })

  it('ends what is not done in time', async () => {
    const { threads, run } = open({ graceMs: 1 })
    const burning = Promise.allSettled([run('burn', 'x')])
    await threads.close()
    // By itself it would be ended at its time, which is another answer.
    expect(await burning).toEqual([closed])
  })

  it('needs no thread to have been started', async () => {
    const { threads } = open()
    await threads.close()
    expect(threads.figures.threads).toBe(0)
  })
})

describe('a thread', () => {
  it('can be started before it is needed, once', async () => {
    const { threads, run } = open()
    threads.warm()
    threads.warm()
    expect(threads.figures.threads).toBe(1)
    await run('add', { a: 1, b: 1 })
    expect(threads.figures.threads).toBe(1)
  })

  it('says how long a task took', async () => {
    const { threads, run } = open()
    await run('add', { a: 1, b: 1 })
    const toil = (ms: number) => threads.run({ kind: 'toil', input: ms, owner: 'a', isJob: false, maxTime: 20_000 })
    for (const ms of [50, 10]) {
      const ended = await toil(ms)
      expect(ended).toMatchObject({ how: 'done', took: expect.any(Number) })
      expect(ended.how === 'done' && ended.took >= ms && ended.took < ms + 40).toBe(true)
    }
  })

  it('has nothing of the environment', async () => {
    const { run } = open()
    expect(await run('environment')).toEqual({ how: 'done', output: [] })
  })

  it('does not keep the loop from turning while it burns', async () => {
    const { run } = open()
    await run('add', { a: 1, b: 1 })
    const burning = run('burn', 'x', { maxTime: 500 })
    const waits: number[] = []
    for (let index = 0; index < 20; index++) {
      const before = performance.now()
      await sleep(10)
      waits.push(performance.now() - before)
    }
    expect(waits.toSorted((a, b) => a - b)[10]).toBeLessThan(200)
    await burning
  })
})
