import type { Worker } from 'node:worker_threads'
import { threadTimeOf } from './thread-time.ts'

/** Processor time and memory that a working thread has used. */
export interface Taken {
  /** Bytes that it holds; null while it works natively. */
  readonly held: number | null
  /** The time of the measurement, from `threadTime`. */
  readonly at: number
}

/** How often it is looked. */
const watchEveryMs = 50

/**
 * Watches how much time and memory a worker thread uses. A thread in native code does not report; its time is read from
 * the system, where supported.
 *
 * @param id the id of the thread in the operating system.
 * @returns a function that ends the watch.
 */
export function watchThread(worker: Worker, id: number | null, onTaken: (taken: Taken) => void): () => void {
  let isOver = false
  let isAsking = false
  const look = async () => {
    if (isAsking) {
      const at = id === null ? null : threadTimeOf(id)
      if (at !== null) onTaken({ held: null, at })
      return
    }
    isAsking = true
    try {
      const [{ used_heap_size, external_memory }, { user, system }] = await Promise.all([
        worker.getHeapStatistics(),
        worker.cpuUsage(),
      ])
      if (!isOver) onTaken({ held: used_heap_size + external_memory, at: (user + system) / 1000 })
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
