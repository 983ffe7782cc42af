import type { Connection, PoolClient, Submittable } from 'pg'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type SpanOptions, traced } from '../tracing/traced.ts'
import { encodeMessages } from './batch-message.ts'
import { readColumn } from './column-types.ts'
import { HostClient } from './hosts/host-client.ts'

/** A prepared statement. A name always has the same text: two texts with one name are refused. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Encoded as node-postgres does it: arrays become array literals, objects JSON, `Date` a timestamp. */
  readonly values: readonly unknown[]
  /** Whether it has so many rows that its values are created when it is sent. */
  readonly isLong?: boolean
}

/** A statement that is built at run time. PostgreSQL plans it for its values, and its rows are objects. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Prepares it as a `Statement` is: for one whose text is always the same and that finds few rows by a key. */
  readonly name?: string | undefined
}

/** The rows of a statement, with columns in order, each as PostgreSQL's text. */
export type ResultRows = readonly (readonly (string | null)[])[]

/** The results of a batch, one for each item. */
export type ResultsOf<Items extends readonly (Statement | Query)[]> = {
  -readonly [Index in keyof Items]: Items[Index] extends Statement ? ResultRows : Record<string, unknown>[]
}

/**
 * Sends statements in one write and waits once: Parse only what this connection has not parsed yet, Bind and Execute
 * for each, Describe only for queries, one Sync. Without an open transaction the statements are one transaction; when
 * one fails, those after it do not run and nothing of them stays.
 *
 * @throws the first error, as a `DatabaseError`. The connection can be used again. A name that had another text before
 * is a bug, and nothing is sent.
 */
export function sendBatch<const Items extends readonly (Statement | Query)[]>(
  client: PoolClient,
  items: Items,
): Promise<ResultsOf<Items>> {
  return traced(
    () => describeTrip(items),
    () => send(client, items),
  )
}

/** Describes a round trip by the names of its statements: traces contain no values and texts of users. */
function describeTrip(items: readonly (Statement | Query)[]): SpanOptions {
  return {
    name: 'database round trip',
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.batch.size': items.length,
      'millrace.statements': items.map(({ name }) => name ?? 'query').join(' '),
    },
  }
}

function send<const Items extends readonly (Statement | Query)[]>(
  client: PoolClient,
  items: Items,
): Promise<ResultsOf<Items>> {
  return new Promise((resolve, reject) => {
    // Encoded before anything is written: a value that cannot be must not leave half a message on the connection.
    const entries = items.map(encode)
    for (const { name, text } of entries) if (name !== null) keepName(name, text)
    client.query(new Batch(preparedOf(client), entries, (results) => resolve(results as ResultsOf<Items>), reject))
  })
}

/** The text of each statement name, for all connections: a connection would run whichever text it got first. */
const textsByName = new Map<string, string>()

function keepName(name: string, text: string): void {
  const known = textsByName.get(name)
  if (known === undefined) textsByName.set(name, text)
  else if (known !== text)
    throw new Error(
      `Expected each name of a statement to stand for one text, but ${name} stands for two. Rename one of: ${known} — and: ${text}`,
    )
}

/** The prepared statements of one connection: the server's name of each by our name. */
interface Prepared {
  readonly names: Map<string, string>
  /** After a failure it is not known which of the new names the server took, so the next ones are others. */
  generation: number
  /** Whether names can be used at all: each transaction of a pooler may be on another connection. */
  readonly isKept: boolean
}

const preparedByClient = new WeakMap<object, Prepared>()

function preparedOf(client: PoolClient): Prepared {
  let prepared = preparedByClient.get(client)
  if (prepared === undefined) {
    const isKept = !(client instanceof HostClient) || client.keepsStatements
    prepared = { names: new Map(), generation: 0, isKept }
    preparedByClient.set(client, prepared)
  }
  return prepared
}

interface Entry {
  readonly name: string | null
  readonly isQuery: boolean
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
  readonly rows: unknown[]
  columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

function encode(item: Statement | Query): Entry {
  const isQuery = 'sql' in item
  const values = isQuery ? item.parameters : item.values
  return {
    name: item.name ?? null,
    isQuery,
    text: isQuery ? item.sql : item.text,
    values: values.every(isText) ? values : values.map(encodeValue),
    rows: [],
    columns: [],
  }
}

function encodeValue(value: unknown): string | Buffer | null {
  return isText(value) ? value : prepareValue(value)
}

/** Texts and nothing, which most values are, need no look. */
function isText(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}

class Batch implements Submittable {
  readonly #prepared: Prepared
  readonly #entries: readonly Entry[]
  readonly #resolve: (results: unknown[][]) => void
  readonly #reject: (error: unknown) => void
  readonly #added: string[] = []
  #current = 0
  /**
   * A value that could not be read: told when the server is done, because the connection is in the middle of an answer.
   */
  #fault: unknown

  constructor(
    prepared: Prepared,
    entries: readonly Entry[],
    resolve: (results: unknown[][]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#prepared = prepared
    this.#entries = entries
    this.#resolve = resolve
    this.#reject = reject
  }

  /** One buffer, one write: a system call for each message costs more than all of the encoding. */
  submit(connection: Connection): Error | undefined {
    const { names, isKept } = this.#prepared
    const messages = this.#entries.map(({ name, isQuery, text, values }, index) => {
      // Without names the server still has the statement before.
      if (!isKept) {
        const isAgain = index > 0 && this.#entries[index - 1]?.text === text
        return { statement: '', parse: isAgain ? null : text, values, isDescribed: isQuery }
      }
      const known = name === null ? undefined : names.get(name)
      const statement = known ?? (name === null ? '' : this.#nameFor(name))
      return { statement, parse: known === undefined ? text : null, values, isDescribed: isQuery }
    })
    connection.stream.write(encodeMessages(messages))
    return undefined
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const entry = this.#entries[this.#current]
    if (entry !== undefined)
      entry.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readColumn(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const entry = this.#entries[this.#current]
    if (entry === undefined) return
    try {
      entry.rows.push(entry.isQuery ? readRow(entry.columns, fields) : fields)
    } catch (error) {
      this.#fault ??= error
    }
  }

  handleCommandComplete(): void {
    this.#current++
  }

  handleEmptyQuery(): void {
    this.#current++
  }

  handleReadyForQuery(): void {
    if (this.#fault === undefined) this.#resolve(this.#entries.map(({ rows }) => rows))
    else this.#reject(this.#fault)
  }

  handleError(error: Error): void {
    for (const name of this.#added) this.#prepared.names.delete(name)
    this.#prepared.generation++
    this.#reject(withPlace(error, this.#entries, this.#current))
  }

  handlePortalSuspended(): void {}

  #nameFor(name: string): string {
    const { names, generation } = this.#prepared
    const own = `mr_${name}_${generation}`
    names.set(name, own)
    this.#added.push(name)
    return own
  }
}

function readRow(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, read }, index) => [name, fields[index] == null ? null : read(fields[index])]),
  )
}

/** Returns whether an error came from a statement whose name begins with a text. */
export function hasFailed(error: unknown, name: string): boolean {
  return error instanceof pg.DatabaseError && error.where?.startsWith(`statement ${name}`) === true
}

/** Returns which of the statements with a name failed in a batch, counted from 0; null when none of them did. */
export function findFailed(error: unknown, name: string): number | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const [, failed, place] = /^statement (\w+)(?:, (\d+) before it)?$/.exec(error.where ?? '') ?? []
  return failed === name ? Number(place ?? 0) : null
}

/** Says for the log which statement of the batch it was, and behind how many of the same name. */
function withPlace(error: Error, entries: readonly Entry[], at: number): Error {
  if (!(error instanceof pg.DatabaseError)) return error
  const { name = null, text } = entries[at] ?? {}
  const before = name === null ? 0 : entries.slice(0, at).filter((entry) => entry.name === name).length
  error.where ??= `statement ${name ?? text}${before === 0 ? '' : `, ${before} before it`}`
  return error
}
