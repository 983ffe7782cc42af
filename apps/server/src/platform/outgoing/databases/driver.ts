import type { Socket } from 'node:net'
import { OutgoingFailure } from '../outgoing-failure.ts'

/** The kinds of databases of a connection. `mysql` includes MariaDB. `sqlite` is a file on this machine. */
export type DatabaseVendor = 'postgresql' | 'mysql' | 'sqlserver' | 'oracle' | 'sqlite'

/** The address of an external database. */
export interface DatabasePlace {
  readonly vendor: DatabaseVendor
  readonly host: string
  readonly port: number
  /** The name of the database, or the full path of its file. */
  readonly database: string
  readonly username: string
  readonly password: string
  /**
   * `off`: plain text. `on`: encrypted, without checking the certificate. `verified`: encrypted, with a certificate for
   * that host.
   */
  readonly tls: 'off' | 'on' | 'verified'
}

export interface DatabaseQuestion {
  /** One statement, with the placeholders of its database where values go. */
  readonly statement: string
  readonly values: readonly (string | null)[]
  /** Whether it may change something. Otherwise the database refuses every change. */
  readonly changes: boolean
  /** Rows that are taken; the others are not read. */
  readonly rowLimit: number
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** The rows of an external database, with each value as text. For a change without rows: the number of changed rows. */
export interface DatabaseAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Whether a change was sent, so that it may have been carried out even if no answer arrives. */
export interface DatabaseChange {
  isStarted: boolean
}

/** A connection for one query. */
export interface DatabaseSession {
  ask(question: DatabaseQuestion, change: DatabaseChange): Promise<DatabaseAnswer>
  /** Closes the connection without waiting. A running statement ends at its own limit. */
  close(): void
}

export interface OpenOptions {
  readonly address: string
  readonly signal: AbortSignal
}

/** A driver for one kind of database. Large drivers are loaded at the first call. */
export interface DatabaseDriver {
  /** The name of the database for users. */
  readonly name: string
  /**
   * @param options.address the checked IP address, so that the host name is not resolved again; for a file its real
   *   path.
   * @param options.signal ends the connection, even before it is open.
   */
  open(place: DatabasePlace, options: OpenOptions): Promise<DatabaseSession>
  /** Describes an error of the database; null for an error that the database did not report. */
  describe(error: unknown, place: DatabasePlace): OutgoingFailure | 'timeout' | null
}

/** The maximum size of an answer in memory, in bytes. */
export const maxBytes = 5 * 1024 * 1024

/** Returns a promise that rejects with OutgoingFailure when a stream receives more bytes than an answer may have. */
export function limitBytes(stream: Pick<Socket, 'on' | 'destroy'>): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    let bytes = 0
    stream.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= maxBytes) return
      stream.destroy()
      reject(
        new OutgoingFailure(`Expected an answer of at most ${maxBytes} bytes, but it is larger.`, { isFinal: true }),
      )
    })
  })
  failed.catch(() => {})
  return failed
}

/** Returns the answer to a statement without rows: one row with the number of changed rows, null when unknown. */
export function affectedRows(count: number | bigint | null): DatabaseAnswer {
  return { columns: ['affected'], rows: [[count === null ? null : String(count)]] }
}

export function changesSomething(): OutgoingFailure {
  return new OutgoingFailure('Expected a statement that only reads, but it changes something. It changed nothing.', {
    isFinal: true,
  })
}
