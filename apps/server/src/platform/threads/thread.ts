import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createPlace, readPlace } from './place.ts'
import type { FromThread, ThreadData, ToThread } from './protocol.ts'
import { type Taken, watchThread } from './watch-thread.ts'

export interface ThreadOptions {
  /** The file that it runs, which calls `serveTasks`. */
  readonly script: URL
  /** Bytes that it may hold. */
  readonly memory: number
  /** The minimum time of a task by the clock, in milliseconds, even if its limit of work is lower. */
  readonly minClock?: number
}

/** The result of a task in a worker thread. */
export type ThreadEnd<Output = unknown> =
  /** `took`: the milliseconds of work, without work in `apart`. */
  | { readonly how: 'done'; readonly output: Output; readonly took: number }
  /**
   * The thread was ended, and with it all that it knew, because it took more than its time, or than the time for what
   * it did apart. `at`: where it was at work, in words of the task.
   */
  | { readonly how: 'overtime' | 'overtime-apart' | 'out-of-memory'; readonly at: string | null }

export interface Run {
  readonly kind: string
  readonly input: unknown
  /** Milliseconds that it may work, by the processor. */
  readonly maxTime: number
  /** The time limit in milliseconds of all parts with a time limit of their own. */
  readonly maxTimeApart: number
  /** Answers questions of the task. */
  readonly answer: (question: unknown) => unknown
}

/** A worker thread, which runs one task at a time. */
export interface Thread {
  /** Whether the thread can run tasks; false once it was ended. */
  readonly isAlive: boolean
  /**
   * Whether the thread holds so much memory, including unused memory, that it may have to be ended during the next
   * task.
   */
  readonly isLaden: boolean
  /** Whether the thread holds so much memory that it is not kept for later tasks. */
  readonly isHeavy: boolean
  /** Frees unused memory, within a few seconds. Only between tasks. */
  tidy(): Promise<void>
  /** @throws the error of the task, an error of sending its result, or the reason with which the thread was ended. */
  run(run: Run): Promise<ThreadEnd>
  /** @param reason the error with which a running task fails. */
  end(reason: unknown): Promise<void>
}

/** Bytes that a thread that is tidy and at rest may hold beyond what it had when it began. */
const keptAtRest = 16 * 1024 * 1024

/**
 * How much longer it may take by the clock than it may work: on a machine with much else to do it waits for a processor
 * most of the time, which is no fault of it. What does not work at all ends by it, and what works natively where the
 * system does not tell its time.
 */
const patience = 10
const usualLeastClock = 30_000
/** Longer than this it is not waited for that a thread has tidied up. */
const tidyMs = 20_000

/**
 * The factor between the memory limit of V8 and the limit of a thread. V8 checks only between two steps and ends the
 * whole process when a step needs more than remains, so the product checks the lower limit itself.
 */
const reserve = 4

/** Starts a worker thread. It keeps the process running only while it has a task. */
export function startThread({ script, memory, minClock = usualLeastClock }: ThreadOptions): Thread {
  const place = createPlace()
  const worker = new Worker(script, {
    workerData: { place } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: (memory * reserve) / 1024 / 1024, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
    env: {},
  })
  worker.unref()
  let task: Task | null = null
  let ended: { readonly reason: unknown } | null = null
  let isReady = false
  let id: number | null = null
  let onTidied = () => {}
  let [held, least] = [0, 0]
  const hasEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  /** Settles the current task immediately, because the thread may take a while to end. */
  const end = (settle: (task: Task) => void, reason: unknown): Promise<void> => {
    ended ??= { reason }
    release(settle)
    void worker.terminate()
    return hasEnded
  }
  const release = (settle: (task: Task) => void) => {
    const current = task
    task = null
    if (current === null) return
    clearTimeout(current.timer)
    current.stopWatching()
    worker.unref()
    settle(current)
  }
  const endBy = (how: Exclude<ThreadEnd['how'], 'done'>) =>
    void end(({ resolve }) => resolve({ how, at: readPlace(place) }), new Error(`The thread was ended: ${how}.`))
  /** Its time counts from when the thread has started. */
  const begin = (started: Task) => {
    started.stopWatching = watchThread(worker, id, (taken) => judge(started, taken))
    runClock(started)
  }
  const judge = (current: Task, { held, at }: Taken) => {
    if (held !== null && held - least > memory) endBy('out-of-memory')
    else if (timeLeft(current, at) < 0) endBy(current.part === 'apart' ? 'overtime-apart' : 'overtime')
  }
  const runClock = (current: Task) => {
    clearTimeout(current.timer)
    const most = Math.max(minClock, timeLeft(current, current.since) * patience)
    current.timer = setTimeout(() => endBy(current.part === 'apart' ? 'overtime-apart' : 'overtime'), most)
  }
  const turnTo = (current: Task, part: Task['part'], at: number) => {
    note(current, at)
    current.part = part
    runClock(current)
  }

  worker.on('message', (message: FromThread) => {
    switch (message.say) {
      case 'ready':
        isReady = true
        id = message.id
        least = message.held
        if (task !== null) begin(task)
        return
      case 'tidied':
        held = message.held
        return onTidied()
      case 'ask':
        try {
          if (task !== null) send(worker, { say: 'answer', answer: task.answer(message.question) })
        } catch (error) {
          void end(({ reject }) => reject(error), error)
        }
        return
      case 'begun':
        if (task !== null) task.since = message.at
        return
      case 'apart':
        if (task !== null) turnTo(task, 'apart', message.at)
        return
      case 'back':
        if (task !== null) turnTo(task, 'own', message.at)
        return
      case 'done':
        held = message.held
        return release((done) => {
          note(done, message.at)
          done.resolve({ how: 'done', output: message.output, took: done.took.own })
        })
      case 'failed':
        held = message.held
        return release(({ reject }) => reject(message.error))
    }
  })
  worker.on('error', (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') endBy('out-of-memory')
    else void end(({ reject }) => reject(error), error)
  })
  worker.on('exit', () => {
    if (ended === null) void end(({ reject }) => reject(leftAlone), leftAlone)
  })

  return {
    get isAlive() {
      return ended === null
    },
    get isLaden() {
      return held - least > memory / 2
    },
    get isHeavy() {
      return held > least + keptAtRest
    },
    tidy: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      onTidied = resolve
      send(worker, { say: 'tidy' })
      worker.ref()
      await Promise.race([promise, hasEnded, sleep(tidyMs, undefined, { ref: false })])
      worker.unref()
    },
    run: ({ kind, input, ...started }) =>
      new Promise((resolve, reject) => {
        if (ended !== null) throw ended.reason
        send(worker, { say: 'run', kind, input })
        worker.ref()
        task = { ...started, resolve, reject, part: 'own', took: { own: 0, apart: 0 }, stopWatching: () => {} }
        if (isReady) begin(task)
      }),
    end: (reason) => end(({ reject }) => reject(reason), reason),
  }
}

interface Task extends Pick<Run, 'maxTime' | 'maxTimeApart' | 'answer'> {
  readonly resolve: (end: ThreadEnd) => void
  readonly reject: (reason: unknown) => void
  /** The part that runs now: the task itself, or a part with a time limit of its own. */
  part: 'own' | 'apart'
  /** Milliseconds of each until the thread last said how long it has worked, which was then `since`. */
  readonly took: { own: number; apart: number }
  since?: number
  timer?: NodeJS.Timeout
  stopWatching: () => void
}

/** @param at how long the thread has worked by now. */
function note(task: Task, at: number): void {
  task.took[task.part] += at - (task.since ?? at)
  task.since = at
}

function timeLeft({ part, took, since, maxTime, maxTimeApart }: Task, at: number | undefined): number {
  const spent = at === undefined || since === undefined ? 0 : at - since
  return (part === 'apart' ? maxTimeApart : maxTime) - took[part] - spent
}

const leftAlone = new Error('Expected a thread to stay until it is ended, but it has ended by itself.')

function send(worker: Worker, message: ToThread): void {
  worker.postMessage(message)
}
