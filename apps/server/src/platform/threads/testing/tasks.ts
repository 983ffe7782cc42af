import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../serve-tasks.ts'
import { threadTime } from '../thread-time.ts'

const kept: ArrayBuffer[] = []

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
  /** For a while by the clock, however long it may. */
  work: (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
    return ms
  },
  /** Works so long. */
  toil,
  /** Works so long apart, as often as is said, and then so long. */
  prepare: ({ apart: all, rest }: { apart: readonly number[]; rest: number }, { apart }) => {
    for (const ms of all) apart(() => toil(ms))
    return toil(rest)
  },
  /** Lets time go by, and works at nothing: it does not even answer what it takes. */
  doze: (ms: number, { place }) => {
    place.mark('asleep')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return ms
  },
  /** One native step that tells nothing meanwhile, and then works on. */
  sortNatively: (count: number, { place }) => {
    const numbers = Array.from({ length: count }, () => Math.random())
    place.mark('sorting')
    numbers.sort()
    place.mark('sorted')
    for (;;);
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
  /** Holds so much for ever. */
  keep: (bytes: number) => kept.push(new ArrayBuffer(bytes)),
  /** Leaves many small things behind, and says what the thread held with them. */
  crowd: (bytes: number) => {
    const things = Array.from({ length: bytes / 32 }, (_, n) => ({ n }))
    return things.length > 0 ? held() : 0
  },
  held,
  exit: () => process.exit(3),
})

function held(): number {
  return getHeapStatistics().used_heap_size
}

function toil(ms: number): number {
  const end = threadTime() + ms
  while (threadTime() < end);
  return ms
}
