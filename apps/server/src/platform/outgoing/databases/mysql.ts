import { connect } from 'node:net'
import type { Connection, FieldPacket, ResultSetHeader } from 'mysql2'
import { OutgoingFailure } from '../outgoing-failure.ts'
import {
  affectedRows,
  changesSomething,
  type DatabaseAnswer,
  type DatabaseChange,
  type DatabaseDriver,
  type DatabasePlace,
  type DatabaseQuestion,
  limitBytes,
} from './driver.ts'

/** The driver for MySQL and MariaDB. */
export const mysql: DatabaseDriver = {
  name: 'MySQL or MariaDB',
  open: async (place, { address, signal }) => {
    const { createConnection } = (await import('mysql2')).default
    // The time may be over since the driver began to load.
    signal.throwIfAborted()
    const connection = createConnection(optionsOf(place, address))
    // It is told of by what was asked.
    connection.on('error', () => {})
    signal.addEventListener('abort', () => connection.destroy())
    await call((done) => connection.connect(done))
    return {
      ask: (question, change) => ask(connection, question, change),
      close: () => connection.destroy(),
    }
  },
  describe: (error, { host, username, database }) => {
    if (!isSaid(error)) return null
    switch (error.errno) {
      case 1044:
      case 1045:
      case 1698:
        return new OutgoingFailure(
          `Expected ${host} to accept “${username}”, but it rejects the user name or the password.`,
          { isFinal: true },
        )
      case 1049:
        return new OutgoingFailure(`Expected a database “${database}” at ${host}, but there is none.`, {
          isFinal: true,
        })
      case 1792:
        return changesSomething()
      default:
        if (timeouts.has(error.errno)) return 'timeout'
        return new OutgoingFailure(`Expected ${host} to carry out the statement, but it says: ${error.sqlMessage}.`, {
          isFinal: !isPassing(error),
          detail: { code: error.code ?? String(error.errno) },
        })
    }
  },
}

/** Classes of states that say how the database is just now. */
const passing = /^(?:08|40)/
/** Too many connections, locks that others hold, shutting down. */
const passingNumbers: ReadonlySet<number> = new Set([1040, 1053, 1203, 1205, 1213])

/** The error codes of MariaDB and MySQL for an exceeded time limit. */
const timeouts: ReadonlySet<number> = new Set([1969, 3024])

function isPassing({ sqlState, errno }: Said): boolean {
  return passing.test(sqlState) || passingNumbers.has(errno)
}

interface Said {
  readonly errno: number
  readonly code?: string
  readonly sqlState: string
  readonly sqlMessage: string
}

function isSaid(error: unknown): error is Said {
  return typeof (error as Partial<Said> | null)?.sqlMessage === 'string'
}

/** Returns the options of a connection to the address that was checked. Values come as text. */
export function optionsOf({ host, port, database, username, password, tls }: DatabasePlace, address: string) {
  return {
    // The name is for the certificate alone: what is connected to is the address that was checked.
    host,
    stream: () => connect({ host: address, port }),
    database,
    user: username,
    password,
    connectAttributes: { program_name: 'Millrace' },
    // A hostile server may ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    // Numbers within JSON may be too large to be read.
    jsonStrings: true,
    ...(tls !== 'off' && { ssl: { rejectUnauthorized: tls === 'verified', verifyIdentity: tls === 'verified' } }),
  }
}

async function ask(
  connection: Connection,
  { statement, values, changes, rowLimit, timeoutMs }: DatabaseQuestion,
  change: DatabaseChange,
): Promise<DatabaseAnswer> {
  const limit = limitBytes((connection as unknown as { readonly stream: Parameters<typeof limitBytes>[0] }).stream)
  const query = (text: string) => call((done) => connection.query(text, (error) => done(error)))
  // MariaDB has one of them, MySQL the other.
  const ms = Math.max(1, Math.round(timeoutMs))
  for (const text of [`set session max_statement_time = ${ms / 1000}`, `set session max_execution_time = ${ms}`])
    await query(text).catch((error: unknown) => {
      if (!isSaid(error) || error.errno !== unknownVariable) throw error
    })
  await query(`set session sql_select_limit = ${rowLimit}`)
  await query(changes ? 'start transaction' : 'start transaction read only')
  change.isStarted = changes
  const [rows, fields] = await Promise.race([limit, execute(connection, statement, values)]).catch((error: unknown) => {
    // What the database itself refuses is not carried out.
    if (isSaid(error) && !mayHaveCommitted(error, statement)) change.isStarted = false
    throw error
  })
  await query(changes ? 'commit' : 'rollback').catch((error: unknown) => {
    if (isSaid(error) && error.sqlState.startsWith('40')) change.isStarted = false
    throw error
  })
  return present(rows, fields, rowLimit)
}

/** A procedure may have committed before it failed, which counts where it would be called again. */
function mayHaveCommitted(error: Said, statement: string): boolean {
  return (isPassing(error) || timeouts.has(error.errno)) && /\bcall\b/i.test(statement)
}

const unknownVariable = 1193

/** Prepared, which takes one statement. */
function execute(
  connection: Connection,
  statement: string,
  values: DatabaseQuestion['values'],
): Promise<[unknown, FieldPacket[] | FieldPacket[][] | undefined]> {
  return new Promise((resolve, reject) => {
    connection.execute(statement, [...values], (error, rows: unknown, fields: unknown) => {
      if (error) reject(error)
      else resolve([rows, fields as FieldPacket[]])
    })
  })
}

/** A procedure answers with lists of rows, of which the first counts. */
function present(rows: unknown, fields: FieldPacket[] | FieldPacket[][] | undefined, rowLimit: number): DatabaseAnswer {
  if (!Array.isArray(rows)) return affectedRows((rows as ResultSetHeader).affectedRows)
  const first = fields?.[0]
  const isSeveral = fields !== undefined && (Array.isArray(first) || (first === undefined && fields.length > 0))
  const columns = (isSeveral ? first : fields) as FieldPacket[] | undefined
  const list = (isSeveral ? rows[0] : rows) as unknown
  if (columns === undefined || !Array.isArray(list)) return affectedRows(null)
  return {
    columns: columns.map(({ name }) => name),
    rows: (list as unknown[][]).slice(0, rowLimit).map((row) => row.map(toText)),
  }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function call(ask: (done: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    ask((error) => (error === null || error === undefined ? resolve() : reject(error)))
  })
}
