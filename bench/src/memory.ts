import { collectGarbage } from '../../apps/server/src/testing/collect-garbage.ts'

/** The memory of this process after a full collection, in bytes. */
export interface MemorySample {
  /** Objects of V8. */
  readonly heap: number
  /** Memory outside the heap that objects keep: buffers, and whatever else V8 knows of. */
  readonly external: number
  /** What the system gave the process, with free pages that the allocator keeps. */
  readonly rss: number
}

/** Collects all garbage of this thread, and returns what remains. */
export function measureMemory(): MemorySample {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, rss }
}

/** Returns a size in megabytes, as text. */
export function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
