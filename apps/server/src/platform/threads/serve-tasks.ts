import { getPriority, setPriority } from 'node:os'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createPlaceMarker, type PlaceMarker } from './place.ts'
import type { FromThread, ThreadData, ToThread } from './protocol.ts'
import { findThreadId, threadTime } from './thread-time.ts'

/** What a task in a worker thread can use in addition to its input. */
export interface TaskContext {
  /** Asks the main thread, which answers immediately. */
  ask(question: unknown): Promise<unknown>
  /** Runs work whose time does not count as time of the task, such as preparations for the next tasks. */
  apart<T>(work: () => T): T
  readonly place: PlaceMarker
}

/** The tasks that threads carry out: input and output are plain data. */
export type TaskHandlers = Readonly<Record<string, (input: never, context: TaskContext) => unknown>>

/** Makes the current thread a worker of the pool, which runs one task after another. */
export function serveTasks(handlers: TaskHandlers): void {
  if (parentPort === null) throw new Error('Expected to run in a thread, but this is the process itself.')
  const port: MessagePort = parentPort
  const say = (message: FromThread) => port.postMessage(message)
  const place = createPlaceMarker((workerData as ThreadData).place)
  let answer: (answer: unknown) => void = () => {}
  const ask = (question: unknown) =>
    new Promise<unknown>((resolve) => {
      answer = resolve
      say({ say: 'ask', question })
    })

  const apart = <T>(work: () => T): T => {
    say({ say: 'apart', at: threadTime() })
    const done = work()
    say({ say: 'back', at: threadTime() })
    return done
  }

  let resting: NodeJS.Timeout | undefined
  const run = async (kind: string, input: unknown) => {
    say({ say: 'begun', at: threadTime() })
    try {
      const handler = handlers[kind] as ((input: unknown, context: TaskContext) => unknown) | undefined
      if (handler === undefined) throw new Error(`Expected a task that threads know, but it is ${kind}.`)
      const output = await handler(input, { ask, apart, place })
      say({ say: 'done', output, held: readHeld(), at: threadTime() })
    } catch (error) {
      say({ say: 'failed', error, held: readHeld() })
    } finally {
      place.clear()
      resting = setTimeout(collectGarbage, restMs)
    }
  }

  yieldToOthers()
  port.on('message', (message: ToThread) => {
    clearTimeout(resting)
    switch (message.say) {
      case 'answer':
        return answer(message.answer)
      case 'tidy':
        collectGarbage()
        return say({ say: 'tidied', held: readHeld() })
      case 'run':
        return void run(message.kind, message.input)
    }
  })
  // What reading its programs has left is as much as all that it needs.
  collectGarbage()
  say({ say: 'ready', id: findThreadId(), held: readHeld() })
}

function readHeld(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/** How long nothing is to be done before a thread tidies up. */
const restMs = 1000
/** The memory in bytes of a thread that has done nothing yet, and a little more. */
const little = 32 * 1024 * 1024

/**
 * V8 does that when there is need of memory, and a thread that does nothing has none: it would keep all for as long.
 */
function collectGarbage(): void {
  if (readHeld() <= little) return
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const lessUrgent = 5

/** Linux has a priority for each thread; elsewhere it would be that of the whole process. */
function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + lessUrgent))
}
