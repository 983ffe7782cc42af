import { type ChildProcess, fork } from 'node:child_process'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { type DatabaseAnswer, type DatabaseDriver, maxBytes } from './driver.ts'

/** A query for the process that reads SQLite files. */
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

/** Starts the process of a question. It gets nothing else of the server, such as its secrets. */
function ask(question: SqliteQuestion, onError: (error: Error) => void): ChildProcess {
  const child = fork(new URL('./sqlite-child.ts', import.meta.url), {
    env: { NODE_NO_WARNINGS: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('error', onError)
  // Without a process, there is no channel to it.
  if (child.connected) child.send(question)
  return child
}

/** Removes what an ended change left in the file and beside it: others could not read the file until its next change. */
function finishChange(file: string): void {
  const nothing = { statement: 'select 1', values: [], rowLimit: 1, busyMs: 5_000, maxBytes }
  try {
    ask({ ...nothing, file, changes: true }, () => {})
  } catch {
    // The next change does it.
  }
}

/** SQLITE_READONLY_RECOVERY, SQLITE_READONLY_ROLLBACK. */
const unfinished: ReadonlySet<number> = new Set([264, 776])

/** The driver for SQLite files. A separate process reads the file, and is ended at the time limit. */
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
          change.isStarted = changes
          let isAnswered = false
          const busyMs = Math.max(1, Math.round(timeoutMs / 2))
          child = ask({ file, statement, values, changes, rowLimit, busyMs, maxBytes }, reject)
          child.once('exit', () => {
            reject(new Error('ended'))
            if (changes && !isAnswered) finishChange(file)
          })
          child.once('message', (answer: SqliteAnswer) => {
            isAnswered = true
            if (answer.ok) return resolve({ columns: answer.columns, rows: answer.rows })
            // What fails before its commit, or in it, is not carried out.
            change.isStarted = false
            reject(new SqliteError(answer.code, answer.message))
          })
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
        return unfinished.has(error.code)
          ? new OutgoingFailure(
              `Expected ${database} to be complete, but a change of it broke off. The next change removes what is left of it.`,
              { detail },
            )
          : new OutgoingFailure(`Expected a file ${database} that the server can change, but it can only read it.`, {
              isFinal: true,
              detail,
            })
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
