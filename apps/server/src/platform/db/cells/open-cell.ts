import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'

/** A further database of the installation. */
export interface Cell {
  readonly name: string
  /**
   * Its connections.
   *
   * @throws CellAway until it was reached and checked for the first time.
   */
  readonly db: Database
  readonly isOpen: boolean
  /** Calls back as soon as it is open, which may be now. */
  whenOpen(callback: (db: Database) => void): void
  close(): Promise<void>
}

/** The error for work on a workplace whose database has not been reached since this process started. */
export class CellAway extends Error {
  override readonly name = 'CellAway'
  /** SQLSTATE connection_does_not_exist, as of a connection that is lost. */
  readonly code = '08003'

  constructor(name: string) {
    super(`Expected the database ${name} to answer, but it has not since the server started`)
  }
}

export interface CellOptions {
  readonly name: string
  /** Connects, checks, and migrates. Called again and again until it succeeds. */
  readonly open: () => Promise<Database>
  /** Reports why the database could not be opened, once for each reason in a row. */
  readonly report: (error: unknown) => void
  /** Milliseconds between two tries. */
  readonly retryMs?: number
}

/**
 * Opens a further database. If the first attempt fails, it keeps trying, so that workplaces of other databases are
 * available meanwhile.
 */
export async function openCell({ name, open, report, retryMs = 2000 }: CellOptions): Promise<Cell> {
  const closing = new AbortController()
  const waiting: ((db: Database) => void)[] = []
  let opened: Database | null = null
  let reported: string | null = null

  const tryOnce = async (): Promise<void> => {
    const db = await open().catch((error: unknown) => {
      const reason = String(error)
      if (reason !== reported) report(error)
      reported = reason
      return null
    })
    if (db === null) return
    if (closing.signal.aborted) return db.close()
    opened = db
    for (const callback of waiting.splice(0)) callback(db)
  }
  const keepTrying = async (): Promise<void> => {
    while (opened === null && !closing.signal.aborted) {
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {})
      if (!closing.signal.aborted) await tryOnce()
    }
  }
  await tryOnce()
  const trying = keepTrying()

  return {
    name,
    get db() {
      if (opened === null) throw new CellAway(name)
      return opened
    },
    get isOpen() {
      return opened !== null
    },
    whenOpen: (callback) => {
      if (opened === null) waiting.push(callback)
      else callback(opened)
    },
    close: async () => {
      closing.abort()
      await trying
      await opened?.close()
    },
  }
}
