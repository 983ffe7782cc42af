import type { Connection, PoolClient, Submittable } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** A prepared statement. The same name always stands for the same text. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Encoded as node-postgres does it: arrays become array literals, objects JSON, `Date` a timestamp. */
  readonly values: readonly unknown[]
}

/** Rows of one statement, columns in order, each as PostgreSQL writes it as text. */
export type ResultRows = readonly (readonly (string | null)[])[]

/**
 * Sends statements in one write and waits once: Parse only what this connection has not parsed yet, Bind and Execute for
 * each, no Describe, one Sync. Without an open transaction the statements are one transaction; when one fails, those
 * after it do not run and nothing of them stays.
 *
 * @throws the first error, as a `DatabaseError`. The connection can be used again.
 */
export function sendBatch(client: PoolClient, statements: readonly Statement[]): Promise<ResultRows[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(preparedOf(client), statements, resolve, reject))
  })
}

/** What one connection has prepared: our name for a statement to the server's. */
interface Prepared {
  readonly names: Map<string, string>
  /** After a failure it is not known which of the new names the server took, so the next ones are others. */
  generation: number
}

const preparedByClient = new WeakMap<object, Prepared>()

function preparedOf(client: PoolClient): Prepared {
  let prepared = preparedByClient.get(client)
  if (prepared === undefined) {
    prepared = { names: new Map(), generation: 0 }
    preparedByClient.set(client, prepared)
  }
  return prepared
}

class Batch implements Submittable {
  readonly #prepared: Prepared
  readonly #statements: readonly Statement[]
  readonly #resolve: (results: ResultRows[]) => void
  readonly #reject: (error: Error) => void
  readonly #results: (string | null)[][][] = []
  readonly #added: string[] = []
  #rows: (string | null)[][] = []

  constructor(prepared: Prepared, statements: readonly Statement[], resolve: (results: ResultRows[]) => void, reject: (error: Error) => void) {
    this.#prepared = prepared
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): Error | undefined {
    const { stream } = connection
    stream.cork()
    try {
      for (const { name, text, values } of this.#statements) {
        const statement = this.#prepared.names.get(name) ?? this.#parse(connection, name, text)
        connection.bind({ portal: '', statement, values: values.map(prepareValue) }, true)
        connection.execute({ portal: '', rows: '' }, true)
      }
      connection.sync()
    } finally {
      stream.uncork()
    }
    return undefined
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#rows.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results)
  }

  handleError(error: Error): void {
    for (const name of this.#added) this.#prepared.names.delete(name)
    this.#prepared.generation++
    this.#reject(error)
  }

  handleRowDescription(): void {}
  handlePortalSuspended(): void {}

  #parse(connection: Connection, name: string, text: string): string {
    const { names, generation } = this.#prepared
    const own = `mr_${name}_${generation}`
    connection.parse({ name: own, text, types: [] }, true)
    names.set(name, own)
    this.#added.push(name)
    return own
  }
}
