import type { Worker } from 'node:worker_threads'
import { threadTimeOf } from './thread-time.ts'

/** What a thread that works was found to take. */
export interface Taken {
  /** Bytes that it holds; null while it works natively. */
  readonly held: number | null
  /** As its `threadTime`. */
  readonly at: number
}

/** How often it is looked. */
const watchEveryMs = 50

/**
 * Looks again and again what a thread takes. One that works natively for long does not tell meanwhile: its time is read from
 * outside then, where the system tells it.
 *
 * @param id of the thread, as the system has it.
 * @returns what ends it.
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
