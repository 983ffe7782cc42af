import pg from 'pg'
import type { Host } from './read-hosts.ts'

/** The choice of a server: asked by a client while it connects, and notified of the result. */
export interface HostChoice {
  readonly needsPrimary: boolean
  /** The server to connect to. Null: the one of the address. */
  choose(): Promise<Host | null>
  /** A statement was refused because the server takes no changes (SQLSTATE 25006). */
  onReadOnly(): void
}

/** The features of connections through a pooler in transaction mode, such as PgBouncer. */
export interface Pooling {
  /** Whether it keeps prepared statements for its clients, as PgBouncer 1.21 with `max_prepared_statements` does. */
  readonly keepsStatements: boolean
}

/**
 * A connection to the server that is chosen when it connects.
 *
 * The server reports `in_hot_standby` and `default_transaction_read_only` automatically (PostgreSQL 18, 54.2.7), so
 * that finding out whether it accepts changes costs no round trip.
 */
export class HostClient extends pg.Client {
  readonly #choice: HostChoice
  readonly #readOnly = new Map<string, boolean>()

  /** Whether prepared statements that have names can be used again. */
  readonly keepsStatements: boolean

  /** @param pooling null: connected to PostgreSQL itself. */
  constructor(config: pg.ClientConfig, choice: HostChoice, pooling: Pooling | null = null) {
    super(config)
    this.#choice = choice
    this.keepsStatements = pooling === null || pooling.keepsStatements
    if (pooling !== null) startWithoutOptions(this)
    const { connection } = this as unknown as { connection: pg.Connection }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (reported.has(parameterName)) this.#readOnly.set(parameterName, parameterValue === 'on')
    })
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyCode) choice.onReadOnly()
    })
  }

  /** Whether the server refuses changes, as far as it has reported. */
  get isReadOnly(): boolean {
    return [...this.#readOnly.values()].some(Boolean)
  }

  isAt({ host, port }: Host): boolean {
    return this.host === host && this.port === port
  }

  /** Ends the connection without notifying the server, which may not answer. Pending queries fail. */
  cut(): void {
    const { connection } = this as unknown as { connection: pg.Connection }
    connection.stream.destroy()
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect()
    if (callback === undefined) return connected.then(() => this)
    connected.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  async #connect(): Promise<void> {
    const host = await this.#choice.choose()
    if (host !== null) Object.assign(this, host)
    await new Promise<void>((resolve, reject) => {
      super.connect((error: Error | undefined) => (error ? reject(error) : resolve()))
    })
    if (!this.#choice.needsPrimary || !this.isReadOnly) return
    await this.end()
    throw new ReadOnlyServer(host)
  }
}

/** Poolers refuse `options` when a connection starts, and give each transaction the time zone of its client. */
function startWithoutOptions(client: pg.Client): void {
  const starting = client as unknown as { getStartupConf(): Record<string, string> }
  const whole = starting.getStartupConf.bind(client)
  starting.getStartupConf = () => {
    const { options: _, ...rest } = whole()
    return { ...rest, TimeZone: 'UTC' }
  }
}

/** The error when the chosen server is a standby, or is set to refuse changes. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = readOnlyCode

  constructor(host: Host | null) {
    super(
      `Expected a server that takes changes${host === null ? '' : ` at ${host.host}:${host.port}`}, but it is read-only`,
    )
  }
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyCode = '25006'

const reported: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}
