import { type ChildProcess, fork } from 'node:child_process'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { changesSomething, type DatabaseAnswer, type DatabaseDriver, maxBytes } from './driver.ts'

/** What the process of a question gets. */
export interface SqliteQuestion {
  readonly file: string
  readonly statement: string
  readonly values: readonly (string | null)[]
  readonly changes: boolean
  readonly rowLimit: number
  /** Milliseconds to wait for others that write to the file. */
  readonly busyMs: number
  readonly maxBytes: number
}

export type SqliteAnswer =
  | ({ readonly ok: true } & DatabaseAnswer)
  /** `code`: of SQLite. */
  | { readonly ok: false; readonly code: number; readonly message: string }

/** An error that SQLite reports. */
class SqliteError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The driver for SQLite: a file, read in a process of its own, which is ended when its time is over. */
export const sqlite: DatabaseDriver = {
  name: 'SQLite',
  open: async (_, { address: file, signal }) => {
    let child: ChildProcess | undefined
    const end = () => void child?.kill('SIGKILL')
    signal.addEventListener('abort', end)
    return {
      ask: ({ statement, values, changes, rowLimit, timeoutMs }, change) =>
        new Promise((resolve, reject) => {
          signal.throwIfAborted()
          // It needs nothing of the server, such as its secrets.
          child = fork(new URL('./sqlite-child.ts', import.meta.url), {
            env: { NODE_NO_WARNINGS: '1' },
            execArgv: [],
            stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
            serialization: 'advanced',
          })
          change.isStarted = changes
          child.once('error', reject)
          child.once('exit', () => reject(new Error('ended')))
          child.once('message', (answer: SqliteAnswer) => {
            if (answer.ok) return resolve({ columns: answer.columns, rows: answer.rows })
            // What fails before its commit, or in it, is not carried out.
            change.isStarted = false
            reject(new SqliteError(answer.code, answer.message))
          })
          const busyMs = Math.max(1, Math.round(timeoutMs / 2))
          child.send({ file, statement, values, changes, rowLimit, busyMs, maxBytes } satisfies SqliteQuestion)
        }),
      close: end,
    }
  },
  describe: (error, { database }) => {
    if (!(error instanceof SqliteError)) return null
    const detail = { code: `SQLITE_${error.code}` }
    // The lower byte is the code, the others say more.
    switch (error.code & 0xff) {
      case 5:
      case 6:
        return new OutgoingFailure(`Expected to use ${database}, but others are writing to it.`, { detail })
      case 7:
        return new OutgoingFailure('Expected a statement that needs less memory, but it needs more than 256 MB.', {
          isFinal: true,
          detail,
        })
      case 8:
        return changesSomething()
      case 14:
        return new OutgoingFailure(
          `Expected a file ${database} that can be opened, but it cannot. The server needs the right to read it, and for a database with a write-ahead log to write to its folder.`,
          { isFinal: true, detail },
        )
      case 11:
      case 26:
        return new OutgoingFailure(`Expected a SQLite database ${database}, but it is something else, or damaged.`, {
          isFinal: true,
          detail,
        })
      case 23:
        return new OutgoingFailure(
          'Expected a statement that only uses tables and views of its database, but it does something else. It changed nothing.',
          { isFinal: true, detail },
        )
      default:
        return new OutgoingFailure(`Expected SQLite to carry out the statement, but it says: ${error.message}.`, {
          isFinal: true,
          detail,
        })
    }
  },
}
