import { Worker } from 'node:worker_threads'
import { createPlace, readPlace } from './place.ts'
import type { FromThread, ThreadData, ToThread } from './protocol.ts'

export interface ThreadOptions {
  /** The file that it runs, which calls `serveTasks`. */
  readonly script: URL
  /** Bytes that it may hold. */
  readonly memory: number
}

/** How a task in a thread ended. */
export type ThreadEnd<Output = unknown> =
  /** `took`: milliseconds, without what it did apart. */
  | { readonly how: 'done'; readonly output: Output; readonly took: number }
  /**
   * The thread was ended, and with it all that it knew, because it took more than its time, or than the time for what it
   * did apart. `at`: where it was at work, in words of the task.
   */
  | { readonly how: 'overtime' | 'overtime-apart' | 'out-of-memory'; readonly at: string | null }

export interface Run {
  readonly kind: string
  readonly input: unknown
  /** Milliseconds. */
  readonly mostTime: number
  /** For each thing that it does apart. */
  readonly mostTimeApart: number
  /** Answers what the task asks. */
  readonly answer: (question: unknown) => unknown
}

/** One thread, which carries out one task at a time. */
export interface Thread {
  /** False once it has been ended: it carries out nothing more. */
  readonly isAlive: boolean
  /** Whether its last task has left so much behind that the next one might be ended for it. */
  readonly isLaden: boolean
  /** @throws what the task threw, what it could not send, and the reason with which the thread was ended. */
  run(run: Run): Promise<ThreadEnd>
  /** @param reason what a task that it is at work on fails with. */
  end(reason: unknown): Promise<void>
}

/** How often it is looked how much memory a thread holds, while it works. */
const watchEveryMs = 50

/**
 * What V8 ends the thread at, as a multiple of what it may hold. V8 looks only between two steps of the program, and ends
 * the whole process when one step needs more than is left: so we look ourselves, and leave it much.
 */
const reserve = 4

/** Starts a thread. The process does not wait for it, but while it has a task. */
export function startThread({ script, memory }: ThreadOptions): Thread {
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
  let held = 0
  const hasEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  /** What it was at is settled at once: it may take a while until the thread has really ended. */
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
    current.stopWatching()
    worker.unref()
    settle(current)
  }
  const endBy = (how: Exclude<ThreadEnd['how'], 'done'>) =>
    void end(({ resolve }) => resolve({ how, at: readPlace(place) }), new Error(`The thread was ended: ${how}.`))
  /** Its time counts from when the thread has started. */
  const begin = (begun: Task) => {
    const stop = watchMemory(worker, memory, () => endBy('out-of-memory'))
    goOn(begun)
    begun.stopWatching = () => {
      clearTimeout(begun.timer)
      stop()
    }
  }
  const goOn = (current: Task) => {
    current.wentOn = performance.now()
    current.timer = setTimeout(() => endBy('overtime'), current.mostTime - current.took)
  }
  const stepAside = (current: Task) => {
    current.took += performance.now() - current.wentOn
    clearTimeout(current.timer)
    current.timer = setTimeout(() => endBy('overtime-apart'), current.mostTimeApart)
  }

  worker.on('message', (message: FromThread) => {
    switch (message.say) {
      case 'ready':
        isReady = true
        if (task !== null) begin(task)
        return
      case 'ask':
        try {
          if (task !== null) send(worker, { say: 'answer', answer: task.answer(message.question) })
        } catch (error) {
          void end(({ reject }) => reject(error), error)
        }
        return
      case 'apart':
        if (task !== null) stepAside(task)
        return
      case 'back':
        if (task !== null) {
          clearTimeout(task.timer)
          goOn(task)
        }
        return
      case 'done':
        held = message.held
        return release(({ resolve, took, wentOn }) =>
          resolve({ how: 'done', output: message.output, took: took + performance.now() - wentOn }),
        )
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
      return held > memory / 2
    },
    run: ({ kind, input, ...begun }) =>
      new Promise((resolve, reject) => {
        if (ended !== null) throw ended.reason
        send(worker, { say: 'run', kind, input })
        worker.ref()
        task = { ...begun, resolve, reject, took: 0, wentOn: 0, timer: undefined, stopWatching: () => {} }
        if (isReady) begin(task)
      }),
    end: (reason) => end(({ reject }) => reject(reason), reason),
  }
}

interface Task extends Pick<Run, 'mostTime' | 'mostTimeApart' | 'answer'> {
  readonly resolve: (end: ThreadEnd) => void
  readonly reject: (reason: unknown) => void
  /** Until it went on last. */
  took: number
  wentOn: number
  timer: NodeJS.Timeout | undefined
  stopWatching: () => void
}

const leftAlone = new Error('Expected a thread to stay until it is ended, but it has ended by itself.')

function send(worker: Worker, message: ToThread): void {
  worker.postMessage(message)
}

/** @returns what ends it. */
function watchMemory(worker: Worker, most: number, onMore: () => void): () => void {
  let isOver = false
  let isAsking = false
  const look = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const { used_heap_size, external_memory } = await worker.getHeapStatistics()
      if (!isOver && used_heap_size + external_memory > most) onMore()
    } catch {
      // It ended meanwhile.
    }
    isAsking = false
  }
  const timer = setInterval(look, watchEveryMs)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
