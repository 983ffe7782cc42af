import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../serve-tasks.ts'

/** What the threads of tests do. */
serveTasks({
  add: ({ a, b }: { a: number; b: number }) => a + b,
  ask: async (question: unknown, { ask }) => [await ask(question), await ask('more')],
  fail: () => {
    throw new TypeError('no function')
  },
  giveFunction: () => () => 1,
  threadOf: () => threadId,
  environment: () => Object.keys(process.env),
  burn: (where: string, { place }) => {
    place.mark(where)
    for (;;);
  },
  /** For a while, however long it may. */
  work: (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
    return ms
  },
  /** So long apart, and then so long. */
  prepare: ({ apart: ms, rest }: { apart: number; rest: number }, { apart }) => {
    const wait = (time: number) => {
      const end = performance.now() + time
      while (performance.now() < end);
    }
    apart(() => wait(ms))
    wait(rest)
    return ms
  },
  hoard: (where: string, { place }) => {
    place.mark(where)
    const all: unknown[] = []
    for (;;) all.push({ n: all.length })
  },
  /** One step of the program that needs very much: V8 alone would end the process. */
  leap: (size: number) => new Array(size).fill(0).map((x) => ({ x })).length,
  /** Leaves behind what nobody holds any more. */
  litter: (bytes: number) => new ArrayBuffer(bytes).byteLength,
  /** The same, in many small things. */
  crowd: (bytes: number) => Array.from({ length: bytes / 32 }, (_, n) => ({ n })).length,
  held: () => getHeapStatistics().used_heap_size,
  exit: () => process.exit(3),
})
