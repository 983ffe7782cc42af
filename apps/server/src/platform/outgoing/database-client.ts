import { once } from 'node:events'
import type { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import pg from 'pg'
import type { AllowedAddresses } from './addresses.ts'
import { createGuard } from './guard.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/** The address of an external database. */
export interface DatabasePlace {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  /** `off`: plain text. `on`: encrypted, whoever answers. `verified`: encrypted, with a certificate for that host. */
  readonly tls: 'off' | 'on' | 'verified'
}

export interface DatabaseQuestion {
  /** One statement that gives rows, with `$1` where values go. */
  readonly statement: string
  readonly values: readonly (string | null)[]
  /** Rows that are taken; the others are not read. */
  readonly rowLimit: number
  /** Milliseconds until everything has to be here. */
  readonly timeoutMs: number
}

/** Rows of an external database, with each value as PostgreSQL writes it. */
export interface DatabaseAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** The only access to external databases. It cannot change them. */
export interface DatabaseClient {
  /** @throws OutgoingFailure when there is no answer. Its message has no secret and no address. */
  select(place: DatabasePlace, question: DatabaseQuestion): Promise<DatabaseAnswer>
}

/** What an answer may take at most in memory, however few rows it has. */
const maxBytes = 5 * 1024 * 1024

/** Creates a client with a connection for each question, to the addresses that HTTP calls may go to as well. */
export function createDatabaseClient({ allowed }: { readonly allowed: AllowedAddresses }): DatabaseClient {
  const guard = createGuard(allowed)
  return {
    select: async (place, question) => {
      const time = new AbortController()
      const timer = setTimeout(() => time.abort(), question.timeoutMs)
      let client: pg.Client | undefined
      try {
        return await Promise.race([
          (async () => {
            const address = await guard.resolve(place.host)
            time.signal.throwIfAborted()
            client = createClient(place, address)
            await client.connect()
            return await ask(client, question)
          })(),
          once(time.signal, 'abort').then(() => Promise.reject(new Error('out of time'))),
        ])
      } catch (error) {
        throw describeFailure(error, { place, ms: question.timeoutMs, isTimeout: time.signal.aborted })
      } finally {
        clearTimeout(timer)
        close(client)
      }
    },
  }
}

/** Returns the address is the one that was checked: its name is not looked up again. */
function createClient({ host, port, database, username, password, tls }: DatabasePlace, address: string): pg.Client {
  const client = new pg.Client({
    host: address,
    port,
    database,
    user: username,
    // As a function: instead of an empty one, the environment of the server or a file would be asked.
    password: () => password,
    application_name: 'Millrace',
    ssl:
      tls === 'off'
        ? false
        : {
            servername: /^[\d.:a-f]+$/i.test(host) ? '' : host,
            rejectUnauthorized: tls === 'verified',
            // By the name that was asked for; what is connected to is an address.
            checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
          },
    // As it comes, whatever its type.
    types: { getTypeParser: () => (value: unknown) => value },
  })
  // It is told of by what was asked.
  client.on('error', () => {})
  return client
}

/**
 * In a transaction that can write nothing, which PostgreSQL ends by itself when it takes too long. The statement is in
 * another, so it is one that gives rows, and no more than that many.
 */
async function ask(
  client: pg.Client,
  { statement, values, rowLimit, timeoutMs }: DatabaseQuestion,
): Promise<DatabaseAnswer> {
  const ms = Math.max(1, Math.round(timeoutMs))
  const limit = limitBytes(client)
  await client.query('begin transaction read only')
  await client.query(`set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`)
  const answer = await Promise.race([
    limit,
    client.query<(string | null)[]>({
      // Prepared even without values: then PostgreSQL itself takes no second statement, which could end the transaction.
      name: 'rows_of_statement',
      // The line break ends a comment at the end of the statement.
      text: `select * from (${statement}\n) as rows_of_statement limit ${rowLimit}`,
      values: [...values],
      rowMode: 'array',
    }),
  ])
  await client.query('rollback')
  return { columns: answer.fields.map(({ name }) => name), rows: answer.rows }
}

/** Fails when more comes than an answer may have. */
function limitBytes(client: pg.Client): Promise<never> {
  const { stream } = (client as unknown as Connected).connection
  const failed = new Promise<never>((_, reject) => {
    let bytes = 0
    stream.on('data', (part) => {
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

/** The types of pg leave out what it is connected by. */
interface Connected {
  readonly connection: { readonly stream: Socket }
}

/** Without waiting: what is still running there ends by its own limit. */
function close(client: pg.Client | undefined): void {
  if (client === undefined) return
  const { stream } = (client as unknown as Connected).connection
  client.end().catch(() => {})
  setTimeout(() => stream.destroy(), 1000).unref()
}

interface Where {
  readonly place: DatabasePlace
  readonly ms: number
  readonly isTimeout: boolean
}

/**
 * In words that name the place as it was entered. What PostgreSQL says of a statement may be shown, what it says of the
 * way not.
 */
function describeFailure(error: unknown, { place, ms, isTimeout }: Where): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  if (isTimeout) return new OutgoingFailure(`Expected ${place.host} to answer within ${ms} ms, but it did not.`)
  if (!(error instanceof pg.DatabaseError)) return new OutgoingFailure(describeWay(error, place))
  switch (error.code) {
    case '28P01':
    case '28000':
      return new OutgoingFailure(
        `Expected ${place.host} to accept “${place.username}”, but it rejects the user name or the password.`,
        { isFinal: true },
      )
    case '3D000':
      return new OutgoingFailure(`Expected a database “${place.database}” at ${place.host}, but there is none.`, {
        isFinal: true,
      })
    case '57014':
      return new OutgoingFailure(`Expected ${place.host} to answer within ${ms} ms, but it did not.`)
    case '25006':
      return new OutgoingFailure(
        'Expected a statement that only reads, but it changes something. It changed nothing.',
        {
          isFinal: true,
        },
      )
    default:
      return new OutgoingFailure(`Expected ${place.host} to carry out the statement, but it says: ${error.message}.`, {
        isFinal: !passing.test(error.code ?? ''),
        detail: { code: error.code ?? '' },
      })
  }
}

/** Classes of codes that say how the database is just now: connections, conflicts, resources, operators, the system. */
const passing = /^(?:08|40|53|57|58)/

function describeWay(error: unknown, { host, port, tls }: DatabasePlace): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `Expected a certificate of ${host} that can be verified, but it cannot (${code}).`
  if (tls !== 'off' && error instanceof Error && error.message.includes('does not support SSL'))
    return `Expected ${host} to speak TLS, but it does not.`
  return `Expected a PostgreSQL at ${host}, port ${port}, but the connection failed${code === '' ? '' : `: ${code}`}.`
}
