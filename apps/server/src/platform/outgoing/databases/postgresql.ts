import type { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import pg from 'pg'
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

export const postgresql: DatabaseDriver = {
  name: 'PostgreSQL',
  open: async (place, { address, signal }) => {
    const client = createClient(place, address, asText)
    signal.addEventListener('abort', () => streamOf(client).destroy())
    await client.connect()
    return {
      ask: (question, change) => (question.changes ? carryOut(client, question, change) : select(client, question)),
      close: () => close(client),
    }
  },
  describe: (error, { host, username, database }) => {
    if (!(error instanceof pg.DatabaseError)) return null
    switch (error.code) {
      case '28P01':
      case '28000':
        return new OutgoingFailure(
          `Expected ${host} to accept “${username}”, but it rejects the user name or the password.`,
          { isFinal: true },
        )
      case '3D000':
        return new OutgoingFailure(`Expected a database “${database}” at ${host}, but there is none.`, {
          isFinal: true,
        })
      case '57014':
        return 'timeout'
      case '25006':
        return changesSomething()
      default:
        return new OutgoingFailure(`Expected ${host} to carry out the statement, but it says: ${error.message}.`, {
          isFinal: !passing.test(error.code ?? ''),
          detail: { code: error.code ?? '' },
        })
    }
  },
}

/** Classes of codes that say how the database is just now: connections, conflicts, resources, operators, the system. */
const passing = /^(?:08|40|53|57|58)/

/** As it comes, whatever its type. */
const asText = { getTypeParser: () => (value: unknown) => value }

/** Creates a client for the address that was checked: its name is not looked up again. It is not connected yet. */
export function createClient(
  { host, port, database, username, password, tls }: DatabasePlace,
  address: string,
  types: pg.CustomTypesConfig,
): pg.Client {
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
    types,
  })
  // It is told of by what was asked.
  client.on('error', () => {})
  return client
}

/**
 * In a transaction that can write nothing, which PostgreSQL ends by itself when it takes too long. The statement is in
 * another, so it is one that gives rows, and no more than that many.
 */
async function select(client: pg.Client, question: DatabaseQuestion): Promise<DatabaseAnswer> {
  const limit = limitBytes(streamOf(client))
  await begin(client, question, 'begin transaction read only')
  const answer = await Promise.race([
    limit,
    client.query<(string | null)[]>({
      ...prepared,
      // The line break ends a comment at the end of the statement.
      text: `select * from (${question.statement}\n) as rows_of_statement limit ${question.rowLimit}`,
      values: [...question.values],
    }),
  ])
  await client.query('rollback')
  return { columns: answer.fields.map(({ name }) => name), rows: answer.rows }
}

/** In a transaction of its own: a change is unknown only while its commit has no answer. */
async function carryOut(
  client: pg.Client,
  question: DatabaseQuestion,
  change: DatabaseChange,
): Promise<DatabaseAnswer> {
  const limit = limitBytes(streamOf(client))
  await begin(client, question, 'begin')
  const { statement: text, values } = question
  const answer = await Promise.race([
    limit,
    client.query<(string | null)[]>({ ...prepared, text, values: [...values] }),
  ])
  change.isStarted = true
  await client.query('commit').catch((error: unknown) => {
    // Refused, such as by a constraint that is checked now. A server that shuts down says nothing of the change.
    if (error instanceof pg.DatabaseError && !/^(?:08|57)/.test(error.code ?? '')) change.isStarted = false
    throw error
  })
  if (answer.fields.length === 0) return affectedRows(answer.rowCount)
  return { columns: answer.fields.map(({ name }) => name), rows: answer.rows.slice(0, question.rowLimit) }
}

/** Prepared even without values: then PostgreSQL itself takes no second statement, which could end the transaction. */
const prepared = { name: 'rows_of_statement', rowMode: 'array' } as const

async function begin(client: pg.Client, { timeoutMs }: DatabaseQuestion, statement: string): Promise<void> {
  const ms = Math.max(1, Math.round(timeoutMs))
  await client.query(statement)
  await client.query(`set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`)
}

/** The types of pg leave out what it is connected by. */
function streamOf(client: pg.Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}

function close(client: pg.Client): void {
  client.end().catch(() => {})
  setTimeout(() => streamOf(client).destroy(), 1000).unref()
}
