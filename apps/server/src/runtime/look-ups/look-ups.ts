import {
  type BudgetValues,
  type ConnectionSettings,
  externalLimits,
  type FileAdapter,
  type RestAdapter,
  type SqlAdapter,
} from '@millrace/contract'
import type { AdapterOutcome } from '@millrace/engine'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { createCallLimits } from '../../platform/outgoing/call-limits.ts'
import type { DatabaseClient } from '../../platform/outgoing/database-client.ts'
import type { FolderClient } from '../../platform/outgoing/folder-client.ts'
import { createHide, type Hide, hideInFailure } from '../../platform/outgoing/hide-secrets.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Adapter } from './adapter.ts'
import { outcomeOfRows, readRestOutcome } from './outcome.ts'
import { readFileRows } from './read-file-rows.ts'
import { type Rows, readRestRows, toText } from './read-rows.ts'
import { readStatement } from './read-statement.ts'
import { createRestRequest, getParameter, type Parameters } from './rest-request.ts'

export interface LookUpOptions {
  readonly outgoing: OutgoingClient
  readonly databases: DatabaseClient
  readonly folders: FolderClient
  /** That of the server, with which secrets of connections are closed. */
  readonly secret: string
  readonly clock: () => Date
  readonly budgets: BudgetValues
}

/** Calls external systems, outside of any transaction, with a cache. */
export interface LookUps {
  /**
   * What an adapter answers for these parameters: kept for as long as the adapter says for whoever of the workplace asks
   * the same, and asked once for those who ask at the same time. Where the other side repeats the secret of the
   * connection, there is a mark instead.
   *
   * @throws OutgoingFailure with a sentence that has no secret and no address of a private network.
   */
  ask(adapter: Adapter, parameters: Parameters, options?: { readonly isFresh?: boolean }): Promise<Rows>
  /**
   * What an adapter answers a process: all of it, asked for this call alone. What a service refuses is an answer, too.
   *
   * @throws OutgoingFailure as `ask` does, where there is no answer.
   */
  call(adapter: Adapter, call: AdapterCall): Promise<AdapterOutcome>
  /** Whether a connection leads to something that answers. @throws OutgoingFailure as `ask` does. */
  test(connection: Pick<Adapter, 'workplaceId' | 'connection' | 'sealed'>): Promise<void>
}

export interface AdapterCall {
  readonly parameters: Parameters
  /** The same for every try of one call. */
  readonly idempotencyKey: string
  /** Takes out of the answer what else is secret in the parameters. */
  readonly hide: Hide
}

interface Asked {
  /** The secret of the connection. */
  readonly opened: string
  readonly parameters: Parameters
  readonly timeoutMs: number
}

/** Answers of one process that are kept, and characters in all of them. */
const maxEntries = 1_000
const maxCharacters = 20_000_000

interface Kept {
  readonly rows: Rows
  readonly until: number
  readonly size: number
}

export function createLookUps({ outgoing, databases, folders, secret, clock, budgets }: LookUpOptions): LookUps {
  const limits = createCallLimits({
    most: budgets.outsideWork,
    maxPerWorkplace: budgets.outsideWorkOfWorkplace,
    maxPerHost: budgets.outsideWorkOfHost,
  })
  const seal = createPropertySeal(secret)
  /** The oldest first. */
  const kept = new Map<string, Kept>()
  let characters = 0
  const asked = new Map<string, Promise<Rows>>()

  const openSecret = (sealed: Buffer | null) => {
    const opened = sealed === null ? '' : seal.open(sealed)
    if (opened !== null) return opened
    throw new OutgoingFailure(
      'Expected the secret of the connection, but it was encrypted with another secret of the server. Enter it again.',
      { isFinal: true },
    )
  }

  const within = async <T>(
    { workplaceId, connection }: Pick<Adapter, 'workplaceId' | 'connection'>,
    hide: Hide,
    call: (ms: number) => Promise<T>,
  ): Promise<T> => {
    const ms = connection.seconds * 1000
    const host = hostOf(connection)
    const begun = performance.now()
    try {
      const done = await limits.run({ workplaceId, host }, ms, () =>
        call(Math.max(1, Math.round(ms - (performance.now() - begun)))),
      )
      if (done !== null) return done.value
      throw new OutgoingFailure(`Too many requests to ${host} are waiting. Try again later.`)
    } catch (error) {
      throw error instanceof OutgoingFailure ? cleaned(error, host, hide) : error
    }
  }

  const select = async (
    settings: SqlAdapter,
    connection: ConnectionSettings,
    { opened, parameters, timeoutMs }: Asked,
  ) => {
    if (connection.kind !== 'database') throw misfit()
    const read = readStatement(settings.statement)
    if ('fault' in read) throw new OutgoingFailure(`Expected ${read.fault}.`, { isFinal: true })
    return databases.select(
      { ...connection, password: opened },
      {
        statement: read.text,
        // What nobody has said is no value.
        values: read.parameters.map((name) => getParameter(parameters, name) || null),
        rowLimit: settings.rowLimit,
        timeoutMs,
      },
    )
  }

  const readFile = (settings: FileAdapter, connection: ConnectionSettings, timeoutMs: number) => {
    if (connection.kind !== 'file') throw misfit()
    const { folder } = connection
    return folders.read({ folder, path: settings.path, timeoutMs }, (parts) => readFileRows(settings, parts))
  }

  const send = (
    settings: RestAdapter,
    connection: ConnectionSettings,
    { opened, parameters, timeoutMs, idempotencyKey }: Asked & { readonly idempotencyKey?: string },
  ) => {
    if (connection.kind !== 'rest') throw misfit()
    const request = createRestRequest(settings, { connection, secret: opened, parameters })
    const headers =
      idempotencyKey === undefined ? request.headers : { 'idempotency-key': idempotencyKey, ...request.headers }
    return outgoing.send({ ...request, headers, timeoutMs, maxBytes: externalLimits.answer, followsRedirects: true })
  }

  const askOutside = async (adapter: Adapter, parameters: Parameters): Promise<Rows> => {
    const { settings, connection, sealed } = adapter
    const opened = openSecret(sealed)
    const hide = createHide(listSecrets(connection, opened))
    return within(adapter, hide, async (timeoutMs) => {
      const asked = { opened, parameters, timeoutMs }
      if (settings.kind === 'rest') {
        const answer = await send(settings, connection, asked)
        if (answer.statusCode < 200 || answer.statusCode > 299)
          throw new OutgoingFailure(refusedBy(connection, answer.statusCode), { isFinal: answer.statusCode < 500 })
        return readRestRows(settings, answer.body, hide)
      }
      if (settings.kind === 'file') return readFile(settings, connection, timeoutMs)
      const { columns, rows } = await select(settings, connection, asked)
      return { columns, rows: rows.map((row) => row.map((value) => toText(value, hide))), members: [] }
    })
  }

  const call = async (adapter: Adapter, { parameters, idempotencyKey, hide: hideOthers }: AdapterCall) => {
    const { settings, connection, sealed } = adapter
    const opened = openSecret(sealed)
    const hideOwn = createHide(listSecrets(connection, opened))
    const hide: Hide = (kept) => hideOthers(hideOwn(kept))
    return within(adapter, hide, async (timeoutMs): Promise<AdapterOutcome> => {
      const asked = { opened, parameters, timeoutMs }
      if (settings.kind === 'rest') {
        const answer = await send(settings, connection, { ...asked, idempotencyKey })
        return readRestOutcome(settings, answer, { hide, refused: refusedBy(connection, answer.statusCode) })
      }
      if (settings.kind === 'file') return outcomeOfRows(await readFile(settings, connection, timeoutMs))
      const { columns, rows } = await select(settings, connection, asked)
      return outcomeOfRows({
        columns,
        rows: rows.map((row) => row.map((one) => (one === null ? null : toText(one, hide)))),
      })
    })
  }

  const keep = (key: string, rows: Rows, seconds: number) => {
    const size = rows.rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + cell.length, 0), key.length)
    if (seconds === 0 || size > maxCharacters / 10) return
    drop(key)
    kept.set(key, { rows, until: clock().getTime() + seconds * 1000, size })
    characters += size
    for (const oldest of kept.keys()) {
      if (kept.size <= maxEntries && characters <= maxCharacters) break
      drop(oldest)
    }
  }
  const drop = (key: string) => {
    characters -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    call,
    ask: (adapter, parameters, { isFresh = false } = {}) => {
      const key = questionKey(adapter, parameters)
      const known = kept.get(key)
      if (!isFresh && known !== undefined && known.until > clock().getTime()) return Promise.resolve(known.rows)
      const running = asked.get(key)
      if (running !== undefined) return running
      const asking = askOutside(adapter, parameters)
        .then((rows) => {
          keep(key, rows, adapter.settings.cacheSeconds)
          return rows
        })
        .finally(() => asked.delete(key))
      asked.set(key, asking)
      return asking
    },
    test: async ({ workplaceId, connection, sealed }) => {
      const opened = openSecret(sealed)
      await within({ workplaceId, connection }, createHide(listSecrets(connection, opened)), async (timeoutMs) => {
        if (connection.kind === 'file') {
          await folders.check({ folder: connection.folder, timeoutMs })
          return
        }
        if (connection.kind === 'database') {
          await databases.select(
            { ...connection, password: opened },
            { statement: 'select 1', values: [], rowLimit: 1, timeoutMs },
          )
          return
        }
        const request = createRestRequest(emptyRequest, { connection, secret: opened, parameters: {} })
        const { statusCode } = await outgoing.send({
          ...request,
          timeoutMs,
          maxBytes: externalLimits.answer,
          followsRedirects: true,
        })
        // Whatever else it says to its bare address: there is a service, and it lets us in.
        if (statusCode === 401 || statusCode === 403 || statusCode === 407)
          throw new OutgoingFailure(
            `Expected ${hostOf(connection)} to accept the sign-in, but it answered with the status ${statusCode}. Check the sign-in.`,
          )
        if (statusCode >= 500)
          throw new OutgoingFailure(
            `Expected a successful response of ${hostOf(connection)}, but it failed with the status ${statusCode}.`,
          )
      })
    },
  }
}

const emptyRequest: RestAdapter = {
  kind: 'rest',
  method: 'GET',
  path: '',
  query: [],
  headers: [],
  body: '',
  rows: '',
  columns: [],
  searchParameter: '',
  valueParameter: '',
  isRepeatable: false,
  rowLimit: 1,
  cacheSeconds: 0,
}

/** Returns a key that is equal for look-ups that can share an answer. */
export function questionKey({ workplaceId, id, revision }: Adapter, parameters: Parameters): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([workplaceId, id, revision, given])
}

/** As people read it: without the port where the scheme says it. */
function hostOf(connection: Adapter['connection']): string {
  if (connection.kind === 'file') return connection.folder
  return connection.kind === 'rest' ? new URL(connection.baseUrl).host : connection.host
}

const networkCode = /\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT|PIPE|PROTO)\b/

/** What the codes of a network mean. */
const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not answer',
}

/** What is sent to sign in: of the two together, base64 is not that of each. */
function listSecrets(connection: Adapter['connection'], opened: string): string[] {
  return connection.kind === 'rest' && connection.signIn === 'basic'
    ? [opened, `${connection.username}:${opened}`]
    : [opened]
}

/**
 * What the other side repeats is shown without the secret; where a name leads in a private network is nobody's
 * business.
 */
function cleaned(error: OutgoingFailure, host: string, hide: Hide): OutgoingFailure {
  const { isFinal, isPrivateAddress, mayHaveArrived } = error
  if (isPrivateAddress)
    return new OutgoingFailure(
      `Expected ${host} to have a public address, but it belongs to a private network. An administrator can permit it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.`,
      { isFinal, isPrivateAddress },
    )
  const { message, detail } = hideInFailure(error, hide)
  return new OutgoingFailure(
    message.replace(networkCode, (code) => `${networkWords[code] ?? 'it broke off'} (${code})`),
    { isFinal, mayHaveArrived, detail },
  )
}

function refusedBy(connection: Adapter['connection'], status: number): string {
  return `Expected a successful response of ${hostOf(connection)}, but it answered with the status ${status}.`
}

function misfit(): OutgoingFailure {
  return new OutgoingFailure('Expected a connection of the kind that the adapter uses, but it has another kind.', {
    isFinal: true,
  })
}
