import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../errors/refusal.ts'
import { startThread, type Thread, type ThreadEnd } from './thread.ts'
import { createWaitingTasks } from './waiting-tasks.ts'

/** A pool of worker threads for work that would block the event loop, with limits of time and memory. */
export interface Threads {
  /**
   * Runs a task when its turn comes.
   *
   * @throws NoThread when the thread ended for a reason outside of the task; the reason of `signal` when it is aborted;
   *   errors of the task, which are bugs.
   */
  run(task: ThreadTask): Promise<ThreadEnd>
  /** Has a thread ready before it is needed. */
  warm(): void
  readonly figures: ThreadFigures
  /** Ends everything; tasks that are nearly done may finish. */
  close(): Promise<void>
}

export interface ThreadTask {
  /** The kind of task, one of those in the file of the threads. */
  readonly kind: string
  /** Plain data: it is copied. */
  readonly input: unknown
  /** The workplace for which it is done: none holds all threads. */
  readonly owner: string
  /** The caller of the task in the workplace. No caller can hold all threads of a workplace. */
  readonly caller?: string
  /** Whether the task belongs to a job, so that no user waits for it. */
  readonly isJob: boolean
  /** Milliseconds that it may work, by the processor; ten times as many by the clock. */
  readonly maxTime: number
  /** For all that it does apart; as much as for all the rest where it is not said. */
  readonly maxTimeApart?: number
  /** Answers questions of the task about data that is too large to be sent with each task. */
  readonly answer?: (question: unknown) => unknown
  readonly signal?: AbortSignal
}

/** Counts of worker threads and their tasks since the start, for tests and diagnosis. */
export interface ThreadFigures {
  readonly threads: number
  readonly running: number
  readonly waiting: number
  readonly done: number
  readonly overtime: number
  readonly outOfMemory: number
}

export interface ThreadsOptions {
  /** The file that each thread runs, which calls `serveTasks`. */
  readonly script: URL
  /** The number of bytes that each thread may hold in addition to the program itself. */
  readonly memory: number
  /** The maximum number of threads; they are started when they are needed. */
  readonly width?: number
  /** The maximum time that a call waits for its turn, in milliseconds. */
  readonly maxWait?: number
  /** The number of milliseconds after which a thread without tasks ends, or frees its memory. */
  readonly idleMs?: number
  /** Milliseconds that tasks have to finish in when all is closed, and ended threads to go. */
  readonly graceMs?: number
  /** See `minClock` of a thread. */
  readonly minClock?: number
}

/** The refusal when no worker thread is free. The task is valid, and can be repeated later or on another server. */
export class NoThread extends Refusal {}

function closed(): NoThread {
  return new NoThread('server.unavailable', 'The server is stopping. Try again later.')
}

function crowded(): NoThread {
  return new NoThread('server.unavailable', 'The server is too busy for this work. Try again later.')
}

/** Fewer would leave none to others; each takes about 25 MB once it has started. */
const widthByDefault = Math.min(16, Math.max(4, availableParallelism()))
const maxWaiting = 200
const maxWaitingPerOwner = 50
const maxWaitingPerCaller = 25
const usualGraceMs = 1000

/**
 * Creates a pool of worker threads. Threads start when they are needed, are replaced when they have to be ended, and
 * end after a time without tasks.
 */
export function createThreads({
  width = widthByDefault,
  maxWait = 10_000,
  idleMs = 30_000,
  graceMs = usualGraceMs,
  ...ofThread
}: ThreadsOptions): Threads {
  const waiting = createWaitingTasks<Entry>(width)
  const idle: IdleThread[] = []
  const busy = new Map<Entry, { readonly place: { thread: Thread }; readonly over: Promise<void> }>()
  /** Ended, and not gone yet: some work natively for a while before they notice. */
  const ending = new Set<Promise<void>>()
  const counts = { done: 0, overtime: 0, outOfMemory: 0 }
  let isClosed = false

  const running = {
    get total() {
      return busy.size + Math.max(0, ending.size - width)
    },
    get jobs() {
      return countOf(busy.keys(), ({ task }) => task.isJob)
    },
    of: (owner: string) => ({
      total: countOf(busy.keys(), (entry) => entry.owner === owner),
      jobs: countOf(busy.keys(), (entry) => entry.owner === owner && entry.isJob),
    }),
    ofCaller: (owner: string, caller: string) =>
      countOf(busy.keys(), (entry) => entry.owner === owner && entry.caller === caller && !entry.isJob),
  }

  const takeThread = (): Thread => {
    const found = idle.pop()
    clearTimeout(found?.timer)
    return found?.thread ?? startThread(ofThread)
  }

  const putBack = (thread: Thread) => {
    const timer = setTimeout(() => void rest(thread), idleMs).unref()
    idle.push({ thread, timer })
  }

  /**
   * When nothing is to be done for a while one stays and the others leave. The one holds nothing that is not needed.
   */
  const rest = async (thread: Thread) => {
    const isFirst = () => idle[0]?.thread === thread
    if (isFirst()) await thread.tidy()
    const index = idle.findIndex((one) => one.thread === thread)
    if (isClosed || index < 0 || (isFirst() && !thread.isHeavy)) return
    clearTimeout(idle[index]?.timer)
    idle.splice(index, 1)
    end(thread)
    if (index === 0) putBack(startThread(ofThread))
  }

  const end = (thread: Thread) => {
    const gone: Promise<void> = thread.end(closed()).then(() => {
      ending.delete(gone)
      fill()
    })
    ending.add(gone)
  }

  const fill = () => {
    for (let entry = waiting.take(running); entry !== undefined; entry = waiting.take(running)) begin(entry)
  }

  const begin = (entry: Entry) => {
    entry.stopWaiting()
    const place = { thread: takeThread() }
    const { kind, input, maxTime, maxTimeApart = maxTime, answer = () => null, signal } = entry.task
    // What comes of it is the end of the run below.
    const cancel = () => void place.thread.end(closed())
    signal?.addEventListener('abort', cancel)
    const over = relieve(place)
      .then(() => place.thread.run({ kind, input, maxTime, maxTimeApart, answer }))
      .then(
        (ended) => {
          counts[counted[ended.how]]++
          return () => entry.resolve(ended)
        },
        (error) => () => entry.reject(signal?.aborted === true ? signal.reason : error),
      )
      .then((settle) => {
        signal?.removeEventListener('abort', cancel)
        busy.delete(entry)
        if (place.thread.isAlive) putBack(place.thread)
        else end(place.thread)
        settle()
        fill()
      })
    busy.set(entry, { place, over })
  }

  /**
   * Replaces a thread that holds much memory, if tidying up does not free enough: reading a large table again in a new
   * thread costs more than keeping it.
   */
  const relieve = async (place: { thread: Thread }) => {
    if (!place.thread.isLaden) return
    await place.thread.tidy()
    if (!place.thread.isLaden || !place.thread.isAlive) return
    end(place.thread)
    place.thread = startThread(ofThread)
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closed()
        task.signal?.throwIfAborted()
        const { owner, caller = '' } = task
        const isCrowd = !task.isJob && caller !== '' && waiting.sizeOf(owner, caller) >= maxWaitingPerCaller
        if (waiting.size >= maxWaiting || waiting.sizeOf(owner) >= maxWaitingPerOwner || isCrowd) throw crowded()
        const leave = (reason: unknown) => {
          if (!waiting.remove(entry)) return
          entry.stopWaiting()
          reject(reason)
        }
        const onAbort = () => leave(task.signal?.reason)
        const timer = task.isJob ? undefined : setTimeout(() => leave(crowded()), maxWait)
        const entry: Entry = {
          task,
          owner,
          caller,
          isJob: task.isJob,
          resolve,
          reject,
          stopWaiting: () => {
            clearTimeout(timer)
            task.signal?.removeEventListener('abort', onAbort)
          },
        }
        task.signal?.addEventListener('abort', onAbort)
        waiting.add(entry)
        fill()
      }),
    warm: () => {
      if (!isClosed && busy.size + idle.length === 0) putBack(startThread(ofThread))
    },
    get figures() {
      return { threads: busy.size + idle.length, running: busy.size, waiting: waiting.size, ...counts }
    },
    close: async () => {
      isClosed = true
      for (const entry of waiting.clear()) {
        entry.stopWaiting()
        entry.reject(closed())
      }
      await within(
        graceMs,
        [...busy.values()].map(({ over }) => over),
      )
      for (const { place } of busy.values()) end(place.thread)
      for (const { thread, timer } of idle.splice(0)) {
        clearTimeout(timer)
        end(thread)
      }
      await within(graceMs, [...ending])
    },
  }
}

const counted = {
  done: 'done',
  overtime: 'overtime',
  'overtime-apart': 'overtime',
  'out-of-memory': 'outOfMemory',
} as const satisfies Record<ThreadEnd['how'], keyof ThreadFigures>

async function within(ms: number, all: readonly Promise<void>[]): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([Promise.all(all), sleep(ms, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}

interface IdleThread {
  readonly thread: Thread
  readonly timer: NodeJS.Timeout
}

interface Entry {
  readonly task: ThreadTask
  readonly owner: string
  readonly caller: string
  readonly isJob: boolean
  readonly resolve: (end: ThreadEnd) => void
  readonly reject: (reason: unknown) => void
  readonly stopWaiting: () => void
}

function countOf<T>(items: Iterable<T>, isCounted: (item: T) => boolean): number {
  let count = 0
  for (const item of items) if (isCounted(item)) count++
  return count
}
