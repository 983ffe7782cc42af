import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasLostDatabase } from '../has-lost-database.ts'
import { HostClient, type Pooling } from './host-client.ts'
import type { DatabaseAddress, Host } from './read-hosts.ts'

/** The servers of one database, one of which accepts changes at a time. */
export interface Hosts {
  /** For the pool, and for connections of their own. */
  readonly Client: typeof pg.Client
  /** How long connecting may take altogether, in milliseconds. */
  readonly waitMs: number
  /** Whether a connection was opened before the last loss, and may lead to a server that is no longer the right one. */
  isStale(client: pg.Client): boolean
  /**
   * Connects to the first server that accepts the connection, until the time limit. Nothing was sent before, so nothing
   * is executed twice.
   */
  connect<Connected>(connect: () => Promise<Connected>): Promise<Connected>
  /** A connection ended by itself. */
  lose(): void
  /**
   * Adds a listener that is called when a connection was lost: cached data of the database may be out of date then.
   *
   * @returns a function that removes the listener.
   */
  onLoss(listener: () => void): () => void
  /** Checks regularly whether the server in use still takes changes, which idle connections do not notice. */
  watch(everyMs: number): void
  close(): void
}

/** Opens the servers of an address with a single host, such as our own PostgreSQL. */
export function openHost(connectionString: string): Hosts {
  return openHosts({ connectionString, hosts: [], needsPrimary: false }, { waitMs: 0 })
}

export interface HostsOptions {
  /** How long to look for a server that takes changes, in milliseconds; 0 asks each once. */
  readonly waitMs: number
  /** Set where the servers are poolers. */
  readonly pooling?: Pooling | null
}

/** Opens the servers of a database, without connecting. */
export function openHosts(address: DatabaseAddress, { waitMs, pooling = null }: HostsOptions): Hosts {
  const { hosts, needsPrimary, connectionString } = address
  const isOne = hosts.length <= 1 && !needsPrimary
  const openedAt = new WeakMap<pg.Client, number>()
  const connected = new Set<Client>()
  const listeners = new Set<() => void>()
  let generation = 0
  let known: Host | null = null
  let finding: Promise<Host> | null = null
  let isChecking = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const probe = async (host: Host): Promise<void> => {
    const fixed = { needsPrimary, choose: async () => host, onReadOnly: () => {} }
    const client = new HostClient({ connectionString, connectionTimeoutMillis: probeTimeoutMs }, fixed, pooling)
    client.on('error', () => {})
    await client.connect()
    await client.end()
  }

  const find = async (): Promise<Host> => {
    const until = Date.now() + waitMs
    for (;;) {
      let failure: unknown
      for (const host of hosts) {
        try {
          await probe(host)
          return host
        } catch (error) {
          // A wrong password is wrong at each; what the last says is as good as what the first does.
          failure = error
        }
      }
      if (isClosed || Date.now() + pauseMs >= until) throw failure
      await sleep(pauseMs)
    }
  }

  const choose = async (): Promise<Host | null> => {
    if (isOne) return null
    if (known !== null) return known
    finding ??= find().finally(() => {
      finding = null
    })
    known = await finding
    for (const client of connected) if (!client.isAt(known)) client.cut()
    return known
  }

  const lose = () => {
    generation++
    known = null
    for (const listener of listeners) listener()
  }

  /** Where no server is known, one is looked for: all who could ask for it may be waiting for the one before. */
  const check = () => {
    if (isChecking) return
    isChecking = true
    checkKnown()
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }

  const checkKnown = async (): Promise<void> => {
    const host = known
    try {
      if (host !== null) await probe(host)
    } catch (error) {
      if (known === host && !isFull(error)) lose()
    }
    await choose()
  }

  class Client extends HostClient {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString }, { needsPrimary, choose, onReadOnly: check }, pooling)
      openedAt.set(this, generation)
      this.once('connect', () => connected.add(this))
      this.once('end', () => connected.delete(this))
    }
  }

  return {
    Client: Client as unknown as typeof pg.Client,
    waitMs,
    isStale: (client) => !isOne && openedAt.get(client) !== generation,
    connect: async (connect) => {
      for (const until = Date.now() + waitMs; ; ) {
        try {
          return await connect()
        } catch (error) {
          if (!hasLostDatabase(error) || Date.now() + pauseMs >= until) throw error
          if (known !== null && !isFull(error)) lose()
          await sleep(pauseMs)
        }
      }
    },
    lose,
    onLoss: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: (everyMs) => {
      if (!isOne) timer ??= setInterval(check, everyMs).unref()
    },
    close: () => {
      isClosed = true
      clearInterval(timer)
    },
  }
}

/** A server without a free connection (SQLSTATE 53300) is the same server as before. */
function isFull(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === '53300'
}

/** How long one server may take to let somebody in. */
const probeTimeoutMs = 2000

/** Between two rounds of the servers. */
const pauseMs = 100
