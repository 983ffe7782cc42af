import type { BindParameters, Connection, ExecuteOptions, Metadata, Result } from 'oracledb'
import { affectedRows, type DatabaseAnswer, type DatabaseQuestion, maxBytes } from '../driver.ts'
import type { OracleFault } from './messages.ts'
import { toText, WithoutText } from './to-text.ts'

/** The connection of the driver, as far as it is used. */
export interface OracleConnection extends Pick<Connection, 'callTimeout' | 'commit' | 'rollback'> {
  execute(statement: string, binds: BindParameters, options: ExecuteOptions): Promise<Result<unknown>>
}

/** Constants of the driver. */
export type OracleTypes = Pick<typeof import('oracledb'), 'BIND_IN' | 'BUFFER' | 'OUT_FORMAT_ARRAY' | 'STRING'>

interface Asked {
  readonly question: DatabaseQuestion
  /** Reports that the change may be carried out from now on, and waits until that is known. */
  readonly start: () => Promise<void>
}

/** A column that cannot be shown as a text. */
export class ColumnWithoutText extends Error {
  /** The name of the column and its type. */
  readonly column: string

  constructor(column: string) {
    super(column)
    this.column = column
  }
}

/** The values of an answer are larger than permitted, although fewer bytes arrived: a value that repeats is sent once. */
export class AnswerTooLarge extends Error {}

/**
 * Runs a query in a transaction, which is read-only and rolled back unless the query may change data.
 *
 * The formats of the session are those of the answer, so a value of one answer can be a parameter of the next statement.
 * Texts are compared by their bytes, in the same way for `order by` and `>`: otherwise pages after a key would lose rows.
 */
export async function askOracle(
  connection: OracleConnection,
  types: OracleTypes,
  { question, start }: Asked,
): Promise<DatabaseAnswer> {
  const { statement, values, changes, rowLimit, timeoutMs } = question
  // The server then ends the statement before this process is ended.
  connection.callTimeout = Math.max(1, Math.floor(timeoutMs * 0.9))
  const options = {
    autoCommit: false,
    maxRows: rowLimit,
    outFormat: types.OUT_FORMAT_ARRAY,
    fetchTypeHandler: ({ dbTypeName = '' }: Metadata<unknown>) => fetchAs(dbTypeName, types),
  }
  await connection.execute(session, {}, {})
  if (!changes) await connection.execute('set transaction read only', {}, {})
  else if (mayCommitItself(statement)) await start()
  const answer = present(await connection.execute(statement, bind(values, types), options), rowLimit)
  if (!changes) await connection.rollback()
  else {
    await start()
    await connection.commit()
  }
  return answer
}

/** FF without a number: as many digits as a value has. */
const session = [
  'alter session set',
  "nls_date_format = 'YYYY-MM-DD HH24:MI:SS'",
  "nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF'",
  `nls_timestamp_tz_format = 'YYYY-MM-DD"T"HH24:MI:SS.FFTZH:TZM'`,
  "nls_numeric_characters = '.,'",
  'nls_sort = binary nls_comp = binary',
].join(' ')

/** Returns whether a statement may end its transaction: a procedure or function may contain a commit. */
export function mayCommitItself(statement: string): boolean {
  const bare = statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ').trimStart()
  return !/^(?:insert|update|delete|merge)\b/i.test(bare)
}

/**
 * Returns whether a change that was sent may have been carried out, although it failed. What the database refuses is not
 * carried out; but of a statement that may commit itself, a part may have been committed before the error.
 */
export function mayBeCarriedOut({ from, code }: Pick<OracleFault, 'from' | 'code'>, statement: string): boolean {
  // The driver sends no statement whose parameters are not complete.
  if (code === 'NJS-097' || code === 'NJS-098') return false
  return from !== 'database' || mayCommitItself(statement)
}

/** Each value has the name of its placeholder, so a placeholder can occur several times. */
function bind(values: DatabaseQuestion['values'], { BIND_IN, STRING }: OracleTypes): BindParameters {
  return Object.fromEntries(values.map((val, at) => [`p${at + 1}`, { val, dir: BIND_IN, type: STRING }]))
}

/** Numbers come as texts, because numbers of JavaScript are not exact; large values with their row. */
function fetchAs(type: string, { STRING, BUFFER }: OracleTypes) {
  if (type === 'NUMBER' || type === 'CLOB' || type === 'NCLOB') return { type: STRING }
  return type === 'BLOB' ? { type: BUFFER } : undefined
}

/** @throws AnswerTooLarge, ColumnWithoutText */
function present({ metaData, rows, rowsAffected }: Result<unknown>, rowLimit: number): DatabaseAnswer {
  if (metaData === undefined) return affectedRows(rowsAffected ?? null)
  let room = maxBytes
  const take = (size: number) => {
    room -= size
    if (room < 0) throw new AnswerTooLarge()
  }
  return {
    columns: metaData.map(({ name }) => name),
    rows: ((rows ?? []) as unknown[][]).slice(0, rowLimit).map((row) =>
      row.map((cell, at) => {
        const isBytes = cell instanceof Uint8Array
        // Before their text exists, which is twice as long.
        if (isBytes) take(cell.length)
        const text = textOf(cell, metaData[at])
        if (!isBytes) take(text?.length ?? 1)
        return text
      }),
    ),
  }
}

function textOf(cell: unknown, { name = '', dbTypeName = '' }: Partial<Metadata<unknown>> = {}): string | null {
  try {
    return toText(cell, dbTypeName)
  } catch (error) {
    throw error instanceof WithoutText ? new ColumnWithoutText(`${name} (${dbTypeName})`) : error
  }
}
