import { once } from 'node:events'
import type { AllowedAddresses } from './addresses.ts'
import type {
  DatabaseAnswer,
  DatabaseChange,
  DatabaseDriver,
  DatabasePlace,
  DatabaseQuestion,
  DatabaseSession,
  DatabaseVendor,
} from './databases/driver.ts'
import { mysql } from './databases/mysql.ts'
import { oracle } from './databases/oracle/oracle.ts'
import { postgresql } from './databases/postgresql.ts'
import { type DatabaseReader, openReader, type ReadPlace } from './databases/reader.ts'
import { sqlServer } from './databases/sql-server.ts'
import { sqlite } from './databases/sqlite.ts'
import { createFolderClient, type FolderClient } from './folder-client.ts'
import { createGuard } from './guard.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/** The only access to external databases. */
export interface DatabaseClient {
  /** @throws OutgoingFailure when there is no answer. Its message has no secret and no address. */
  ask(place: DatabasePlace, question: DatabaseQuestion): Promise<DatabaseAnswer>
  /**
   * Opens a connection for many reads.
   *
   * @throws OutgoingFailure when it cannot be opened. Its message has no secret and no address.
   */
  read(place: ReadPlace): Promise<DatabaseReader>
}

const drivers: Readonly<Record<DatabaseVendor, DatabaseDriver>> = {
  postgresql,
  mysql,
  sqlserver: sqlServer,
  oracle,
  sqlite,
}

export interface DatabaseClientOptions {
  readonly allowed: AllowedAddresses
  /** Finds files of databases in the allowed folders; by default none is allowed. */
  readonly folders?: Pick<FolderClient, 'locate'>
}

/** Creates a client with a connection for each query, to the addresses that are also allowed for HTTP calls. */
export function createDatabaseClient({
  allowed,
  folders = createFolderClient({ roots: [] }),
}: DatabaseClientOptions): DatabaseClient {
  const guard = createGuard(allowed)
  const locate = ({ vendor, host, database }: DatabasePlace, changes: boolean) =>
    vendor === 'sqlite' ? folders.locate(database, { changes }) : guard.resolve(host)
  return {
    ask: async (place, question) => {
      const driver = drivers[place.vendor]
      const change: DatabaseChange = { isStarted: false }
      const time = new AbortController()
      const timer = setTimeout(() => time.abort(), question.timeoutMs)
      let session: DatabaseSession | undefined
      try {
        return await Promise.race([
          (async () => {
            const address = await locate(place, question.changes)
            time.signal.throwIfAborted()
            session = await driver.open(place, { address, signal: time.signal })
            time.signal.throwIfAborted()
            return await session.ask(question, change)
          })(),
          once(time.signal, 'abort').then(() => Promise.reject(new Error('out of time'))),
        ])
      } catch (error) {
        throw describeFailure(error, { driver, place, change, ms: question.timeoutMs, isTimeout: time.signal.aborted })
      } finally {
        clearTimeout(timer)
        session?.close()
      }
    },
    read: async (place) => {
      try {
        return await openReader(place, await guard.resolve(place.host))
      } catch (error) {
        const change = { isStarted: false }
        throw describeFailure(error, { driver: drivers[place.vendor], place, change, ms: 0, isTimeout: false })
      }
    },
  }
}

interface Where {
  readonly driver: DatabaseDriver
  readonly place: DatabasePlace
  readonly change: DatabaseChange
  readonly ms: number
  readonly isTimeout: boolean
}

/**
 * In words that name the place as it was entered. What a database says of a statement may be shown, what it says of the
 * way not.
 */
function describeFailure(error: unknown, { driver, place, change, ms, isTimeout }: Where): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  const mayHaveArrived = change.isStarted
  const late = () =>
    new OutgoingFailure(`Expected ${nameOf(place)} to answer within ${ms} ms, but it did not.`, { mayHaveArrived })
  if (isTimeout) return late()
  const said = driver.describe(error, place)
  if (said === 'timeout') return late()
  if (said === null) return new OutgoingFailure(describeWay(error, driver, place), { mayHaveArrived })
  const { message, isFinal, detail } = said
  return new OutgoingFailure(message, { isFinal, detail, mayHaveArrived })
}

/** The name of a database in messages. */
function nameOf({ vendor, host, database }: DatabasePlace): string {
  return vendor === 'sqlite' ? database : host
}

function describeWay(error: unknown, { name }: DatabaseDriver, place: DatabasePlace): string {
  const { host, port, tls, vendor, database } = place
  if (vendor === 'sqlite') return `Expected an answer of ${name} for ${database}, but it ended without one.`
  const { code: own = '', cause } = (error ?? {}) as {
    readonly code?: string
    readonly cause?: { readonly code?: string }
  }
  // A driver may put an error of its own around the error of the network.
  const code = typeof cause?.code === 'string' ? cause.code : own
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HANDSHAKE_SSL)/.test(code))
    return `Expected a certificate of ${host} that can be verified, but it cannot (${code}).`
  if (
    tls !== 'off' &&
    (code === 'HANDSHAKE_NO_SSL_SUPPORT' ||
      code === 'EENCRYPT' ||
      code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
      (error instanceof Error && error.message.includes('does not support SSL')))
  )
    return `Expected ${host} to speak TLS, but it does not.`
  const article = /^[AEIOU]/.test(name) ? 'an' : 'a'
  return `Expected ${article} ${name} at ${host}, port ${port}, but the connection failed${code === '' ? '' : `: ${code}`}.`
}
