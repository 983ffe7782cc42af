import { connect, type Socket } from 'node:net'
import type { Connection, ConnectionConfiguration, Request } from 'tedious'
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

/** The driver for Microsoft SQL Server. */
export const sqlServer: DatabaseDriver = {
  name: 'SQL Server',
  open: async (place, { address, signal }) => {
    const tedious = await import('tedious')
    signal.throwIfAborted()
    const socket = connect({ host: address, port: place.port })
    const connection = new tedious.Connection(optionsOf(place, socket))
    const end = () => {
      connection.close()
      socket.destroy()
    }
    // It is told of by what was asked.
    connection.on('error', () => {})
    socket.on('error', () => {})
    signal.addEventListener('abort', end)
    const limit = limitBytes(socket)
    await Promise.race([limit, call((done) => connection.connect(done))])
    return {
      ask: (question, change) => askSqlServer(connection, tedious, { question, change, limit }),
      close: end,
    }
  },
  describe: (error, { host, username, database }) => {
    const number = (error as { readonly number?: unknown } | null)?.number
    const { code, message } = error as { readonly code?: string; readonly message: string }
    if (code === 'ELOGIN')
      return new OutgoingFailure(
        `Expected ${host} to accept “${username}” for the database “${database}”, but it rejects the user name, the password or the database.`,
        { isFinal: true },
      )
    if (code === 'ETIMEOUT') return 'timeout'
    if (typeof number !== 'number') return null
    return new OutgoingFailure(`Expected ${host} to carry out the statement, but it says: ${message}.`, {
      // Deadlocks, lock time-outs and a server that has no room for now.
      isFinal: !passing.has(number),
      detail: { code: String(number) },
    })
  },
}

const passing: ReadonlySet<number> = new Set([1205, 1222, 701, 802, 8645, 10928, 10929, 40197, 40501, 40613])

function optionsOf(
  { host, port, database, username, password, tls }: DatabasePlace,
  socket: Socket,
): ConnectionConfiguration {
  return {
    // The name is for the certificate alone: what is connected to is the address that was checked.
    server: host,
    authentication: { type: 'default', options: { userName: username, password } },
    options: {
      port,
      database,
      appName: 'Millrace',
      connector: () =>
        new Promise((resolve, reject) => {
          if (!socket.connecting) return resolve(socket)
          socket.once('connect', () => resolve(socket))
          socket.once('error', reject)
        }),
      encrypt: tls !== 'off',
      trustServerCertificate: tls !== 'verified',
      // The time of the whole call is limited outside.
      connectTimeout: 60_000,
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      rowCollectionOnRequestCompletion: false,
      useUTC: true,
      abortTransactionOnError: true,
    },
  }
}

type Tedious = typeof import('tedious')

interface Asked {
  readonly question: DatabaseQuestion
  readonly change: DatabaseChange
  readonly limit: Promise<never>
}

/**
 * Runs a query in a transaction, which is rolled back unless the query may change data: SQL Server has no read-only
 * transactions. The caller has checked that a SELECT contains no statement that ends the transaction.
 */
export async function askSqlServer(
  connection: Connection,
  tedious: Tedious,
  { question, change, limit }: Asked,
): Promise<DatabaseAnswer> {
  const { statement, values, changes, rowLimit, timeoutMs } = question
  if (!changes && hasOtherStatement(statement)) throw changesSomething()
  const batch = (text: string) =>
    call((done) => connection.execSqlBatch(new tedious.Request(text, (error) => done(error))))
  const carryOut = async () => {
    // The server ends waiting for a lock by itself.
    await batch(`set lock_timeout ${Math.max(1, Math.round(timeoutMs))}; set xact_abort on; begin transaction`)
    // What has committed before it failed, or before its time was over, would be carried out twice by a further try.
    if (changes && mayCommitItself(statement)) change.isStarted = true
    const answer = await run(connection, tedious, { statement, values, rowLimit, stops: !changes })
    if (!changes) await batch('if @@trancount > 0 rollback')
    else {
      change.isStarted = true
      // A statement that committed itself has left no transaction.
      await batch('if @@trancount > 0 commit').catch((error: unknown) => {
        if (typeof (error as { number?: unknown }).number === 'number') change.isStarted = false
        throw error
      })
    }
    return answer
  }
  return Promise.race([limit, carryOut()])
}

interface Run {
  readonly statement: string
  readonly values: DatabaseQuestion['values']
  readonly rowLimit: number
  /** Whether no more rows are needed after the limit. */
  readonly stops: boolean
}

function run(
  connection: Connection,
  tedious: Tedious,
  { statement, values, rowLimit, stops }: Run,
): Promise<DatabaseAnswer> {
  return new Promise((resolve, reject) => {
    let columns: string[] | null = null
    const rows: (string | null)[][] = []
    let isStopped = false
    const request: Request = new tedious.Request(statement, (error, count) => {
      if (error !== null && error !== undefined && !isStopped) reject(error)
      else resolve(columns === null ? affectedRows(count ?? null) : { columns, rows })
    })
    for (const [at, value] of values.entries()) request.addParameter(`p${at + 1}`, tedious.TYPES.NVarChar, value)
    request.on('columnMetadata', (found) => {
      // The first list of rows counts.
      columns ??= (found as readonly { readonly colName: string }[]).map(({ colName }) => colName)
    })
    request.on('row', (cells: readonly { readonly value: unknown }[]) => {
      if (rows.length < rowLimit) rows.push(cells.map(({ value }) => toText(value)))
      else if (stops && !isStopped) {
        isStopped = true
        connection.cancel()
      }
    })
    connection.execSql(request)
  })
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return String(value)
}

function call(ask: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    ask((error) => (error === null || error === undefined ? resolve() : reject(error)))
  })
}

/**
 * Returns whether a statement contains words that begin another statement or change something. SQL Server needs no
 * semicolon between statements. The words are reserved: as names they have brackets or quotes. A comment that SQL
 * Server may end at another position counts as such a word, because a word could be hidden behind it.
 */
export function hasOtherStatement(statement: string): boolean {
  let words = ''
  for (const { groups = {} } of statement.matchAll(pieces)) {
    const { word, number, comment, end } = groups
    if (end !== undefined || (comment !== undefined && isUnclear(comment))) return true
    // No space is needed between a number and a word.
    if (number !== undefined && isAnyIn(number.toLowerCase())) return true
    if (word === undefined) continue
    if (otherWords.has(word.toLowerCase())) return true
    words = `${words} ${word.toLowerCase()}`.slice(-longestWords)
    // It changes its sequence even if the transaction is rolled back.
    if (words.endsWith(' next value for')) return true
  }
  return false
}

/**
 * Returns whether a statement may end its transaction: by a commit, by a rollback, after which each statement commits
 * itself, or by a procedure that contains one of them. Words in texts, names in brackets and comments do not count.
 */
export function mayCommitItself(statement: string): boolean {
  let isFirst = true
  for (const { groups = {} } of statement.matchAll(pieces)) {
    const { word, number, comment } = groups
    if (comment !== undefined && isUnclear(comment)) return true
    if (number !== undefined && [...committing].some((one) => number.toLowerCase().includes(one))) return true
    if (word === undefined) continue
    // A procedure can be called by its name alone.
    if (isFirst && !changing.has(word.toLowerCase())) return true
    if (committing.has(word.toLowerCase())) return true
    isFirst = false
  }
  // Its name can be in brackets.
  return isFirst
}

const changing: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'merge', 'with'])
const committing: ReadonlySet<string> = new Set(['commit', 'rollback', 'exec', 'execute'])

const longestWords = 100

/** Comments of SQL Server contain comments. What else than a line feed ends a line is not documented. */
function isUnclear(comment: string): boolean {
  return comment.startsWith('/*') ? comment.includes('/*', 2) : /[\v\f\r\u0085\u2028\u2029](?!$)/.test(comment)
}

function isAnyIn(text: string): boolean {
  return [...otherWords].some((word) => text.includes(word))
}

const pieces =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[(?:[^\]]|\]\])*(?:\]|$)|(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<number>\d[\p{L}\p{N}_@#$.]*|\$[\p{L}\p{N}_@#$]*)|(?<word>[\p{L}_@#][\p{L}\p{N}_@#$]*)|(?<end>;)|[\s\S]/gu

const otherWords: ReadonlySet<string> = new Set(
  `alter backup begin bulk checkpoint commit create dbcc declare delete deny drop exec execute grant insert into kill merge
  opendatasource openquery openrowset openxml reconfigure restore revert revoke rollback save set shutdown truncate update
  updatetext use waitfor while writetext`.split(/\s+/),
)
