import type { Cell } from '../platform/db/cells/open-cell.ts'
import type { Database } from '../platform/db/database.ts'
import type { Worker } from './worker.ts'

export interface CellWork {
  /** The worker of the first database. */
  readonly first: Worker
  /** Starts the worker of one database. */
  readonly work: (db: Database) => Promise<Worker>
  readonly onFault: (error: unknown) => void
  /** Milliseconds before it is tried again to start one. */
  readonly retryMs?: number
}

/**
 * Runs a worker for each database, because jobs are claimed in one database at a time: a database that does not answer
 * delays no other. Workers of unavailable databases start when the databases are available.
 */
export function workInCells(cells: readonly Cell[], { first, work, onFault, retryMs = 2000 }: CellWork): Worker {
  const workers = new Set<Promise<Worker | null>>([Promise.resolve(first)])
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false
  const begin = (db: Database) => {
    if (isStopping) return
    const starting = work(db).catch((error: unknown) => {
      onFault(error)
      workers.delete(starting)
      const timer = setTimeout(() => {
        timers.delete(timer)
        begin(db)
      }, retryMs)
      timers.add(timer)
      return null
    })
    workers.add(starting)
  }
  for (const cell of cells) cell.whenOpen(begin)
  return {
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...workers].map(async (starting) => (await starting)?.stop()))
    },
  }
}
