import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** The state of the process since the last look. */
export interface Load {
  /** The share of the time in which the event loop worked, from 0 to 1. */
  readonly utilization: number
  /** Bytes that V8 holds, and how many of them are in use or not yet collected. */
  readonly heldBytes: number
  readonly usedBytes: number
}

/** How often the server looks whether it is idle. */
const lookMs = 20_000
/** A collection of garbage takes about a tenth of a second, so it waits for a time when few wait. */
const idleUtilization = 0.05
/** Less is not worth it. */
const worthwhileBytes = 48 * 1024 * 1024

/**
 * Returns whether the process is idle and holds much memory that it does not need. V8 returns memory to the system only
 * when it collects garbage, and an idle process collects none.
 *
 * @param leftBytes what V8 held after the last collection; null before the first one.
 */
export function isWorthTrimming({ utilization, heldBytes, usedBytes }: Load, leftBytes: number | null): boolean {
  return utilization < idleUtilization && heldBytes - (leftBytes ?? usedBytes) > worthwhileBytes
}

/**
 * Returns memory to the system while the process is idle: after the start, and after load.
 *
 * @returns a function that ends it.
 */
export function trimWhenIdle(): () => void {
  let before = performance.eventLoopUtilization()
  let leftBytes: number | null = null
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (!isWorthTrimming({ utilization, ...readHeap() }, leftBytes)) return
    // Where the inspector is not available, the memory stays: the server does not need it back.
    void collectGarbage()
      .catch(() => undefined)
      .finally(() => {
        leftBytes = readHeap().heldBytes
      })
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

function readHeap(): Pick<Load, 'heldBytes' | 'usedBytes'> {
  const { total_heap_size: heldBytes, used_heap_size: usedBytes } = getHeapStatistics()
  return { heldBytes, usedBytes }
}

/** Collects all garbage of this thread in a turn of the event loop of its own. */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
