import type {
  AdapterSettings,
  BudgetValues,
  ConnectionSettings,
  ExternalCallOrigin,
  RestAdapter,
  RestConnection,
} from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Database } from '../../platform/db/database.ts'
import { createCallLimits } from '../../platform/outgoing/call-limits.ts'
import type { DatabaseClient } from '../../platform/outgoing/database-client.ts'
import type { FolderClient } from '../../platform/outgoing/folder-client.ts'
import { createGrowingHide, type Hide, hideInFailure } from '../../platform/outgoing/hide-secrets.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { SftpClient } from '../../platform/outgoing/sftp-client.ts'
import { createIdSource } from '../new-id.ts'
import { type Adapter, describeParameters } from './adapter.ts'
import { carryOutFile } from './carry-out-file.ts'
import { checkParameters } from './check-parameters.ts'
import { createCallLog, type LoggedCall } from './log/call-log.ts'
import { describeEnd, describeFile, describeRequest, describeStatement } from './log/describe-call.ts'
import { type Answer, answerOfRows, isRepeatable, readRestAnswer } from './outcome.ts'
import { toText } from './read-rows.ts'
import { readStatement } from './read-statement.ts'
import { createGate } from './rest/gate.ts'
import { listSecrets, type Opened, openSecrets, type Reached } from './rest/reached.ts'
import { createRestSender, type RestCall } from './rest/send-rest.ts'
import { createTokens } from './rest/tokens.ts'
import { createRestRequest, getParameter, type Parameters } from './rest-request.ts'

export interface OutsideOptions {
  readonly outgoing: OutgoingClient
  readonly databases: DatabaseClient
  readonly folders: FolderClient
  readonly sftp: SftpClient
  readonly db: Database
  readonly clock: () => Date
  /** That of the server, with which secrets of connections are closed. */
  readonly secret: string
  readonly budgets: BudgetValues
  /** Reads the first rows of a workbook, in a thread. @throws OutgoingFailure where it is none. */
  readonly readBook: (
    workplaceId: string,
    bytes: Uint8Array,
    mostRows: number,
  ) => Promise<readonly (readonly string[])[]>
}

export interface AdapterCall {
  readonly parameters: Parameters
  /** The same for every try of one call. Null: a look-up, which has none. */
  readonly idempotencyKey: string | null
  /** What is secret in the parameters: it is hidden wherever it is shown. */
  readonly secrets: readonly string[]
  readonly origin: ExternalCallOrigin
  /** Of a replay: the call that is repeated, and who repeats it. */
  readonly replay?: LoggedCall['replay']
}

/** What an adapter needs to send its request. */
interface Asked extends Omit<AdapterCall, 'secrets' | 'origin' | 'replay'> {
  /** Tells the log what is sent. */
  readonly onRequest: (text: string) => void
  readonly reached: Reached
  readonly opened: Opened
  readonly timeoutMs: number
  readonly hide: Hide
  readonly onSecret: (secret: string) => void
}

/** The one way from adapters to external systems: with the secret, the limits and the time of the connection. */
export interface Outside {
  /** @throws OutgoingFailure where there is no answer, with a sentence that has no secret. */
  carryOut(adapter: Adapter, call: AdapterCall): Promise<Answer>
  /** @returns the key of an SFTP host; null for others. @throws OutgoingFailure as `carryOut` does. */
  test(reached: Reached): Promise<string | null>
  /** Writes the calls that are not in the log yet. */
  flushLog(): Promise<void>
}

export function createOutside({
  outgoing,
  databases,
  folders,
  sftp,
  db,
  clock,
  secret,
  budgets,
  readBook,
}: OutsideOptions): Outside {
  const limits = createCallLimits({
    most: budgets.outsideWork,
    maxPerWorkplace: budgets.outsideWorkOfWorkplace,
    maxPerHost: budgets.outsideWorkOfHost,
  })
  const seal = createPropertySeal(secret)

  const tokens = createTokens({ db, outgoing, seal, clock })
  const log = createCallLog({ db, seal, newId: createIdSource(() => clock().getTime()) })
  const rest = createRestSender({ outgoing, tokens, gate: createGate({ db, clock }) })

  const within = async <T>(
    { workplaceId, connection }: Reached,
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

  const askDatabase = async (
    { settings, connection }: Of<'sql'>,
    { opened, parameters, timeoutMs, hide, onRequest }: Asked,
  ) => {
    if (connection.kind !== 'database') throw misfit()
    const read = readStatement(settings.statement, settings.action)
    if ('fault' in read) throw new OutgoingFailure(`Expected ${read.fault}.`, { isFinal: true })
    const isNumbered = connection.vendor === 'postgresql'
    onRequest(describeStatement(read.text, read.parameters, parameters))
    const { columns, rows } = await databases.ask(
      { ...connection, password: opened.secret },
      {
        statement: isNumbered ? read.text : read.marked,
        // What nobody has said is no value.
        values: (isNumbered ? read.parameters : read.marks).map((name) => getParameter(parameters, name) || null),
        changes: settings.action === 'change',
        rowLimit: settings.rowLimit,
        timeoutMs,
      },
    )
    return answerOfRows({
      columns,
      rows: rows.map((row) => row.map((one) => (one === null ? null : toText(one, hide)))),
      members: [],
    })
  }

  const useFile = async ({ settings, connection }: Of<'file'>, call: Asked & { readonly workplaceId: string }) => {
    if (connection.kind !== 'file') throw misfit()
    const { opened, timeoutMs, hide, parameters, workplaceId, onRequest } = call
    onRequest(describeFile(settings, parameters))
    const reading = {
      hide,
      parameters,
      readBook: (bytes: Uint8Array, most: number) => readBook(workplaceId, bytes, most),
    }
    const carryOut = (folder: OpenFolder) => carryOutFile(settings, folder, reading)
    return connection.place === 'sftp'
      ? sftp.open({ ...connection, secret: opened.secret, timeoutMs }, carryOut)
      : folders.open({ folder: connection.folder, timeoutMs }, carryOut)
  }

  const send = async ({ settings, connection }: Of<'rest'>, call: Asked) => {
    if (connection.kind !== 'rest') throw misfit()
    const { opened, parameters, idempotencyKey, hide, onRequest } = call
    const request = createRestRequest(settings, { connection, secret: opened.secret, parameters })
    const headers =
      idempotencyKey === null ? request.headers : { 'idempotency-key': idempotencyKey, ...request.headers }
    onRequest(describeRequest({ ...request, headers }, connection.signIn === 'header' ? connection.header : ''))
    const answer = await rest.send({
      ...call,
      settings: connection,
      request: { ...request, headers },
      isRepeatable: isRepeatable(settings),
      isTest: false,
    })
    return readRestAnswer(settings, answer, { hide, refused: refusedBy(connection, answer.statusCode) })
  }

  const carryOut = async (adapter: Adapter, call: AdapterCall): Promise<Answer> => {
    const { settings, connection } = adapter
    const { parameters, idempotencyKey, secrets, origin, replay = null } = call
    checkParameters(describeParameters(settings), parameters)
    const opened = openSecrets(seal, adapter)
    const { hide, add: onSecret } = createGrowingHide([...listSecrets(connection, opened), ...secrets])
    let request = ''
    const onRequest = (text: string) => {
      request = text
    }
    const at = clock()
    const begun = performance.now()
    const note = (answer: Answer | OutgoingFailure) =>
      log.add({
        ...{ workplaceId: adapter.workplaceId, connectionId: adapter.connectionId, adapterId: adapter.id },
        ...{
          at,
          ms: Math.round(performance.now() - begun),
          origin,
          replay,
          idempotencyKey,
          given: { parameters, secrets },
        },
        ...describeEnd(answer, settings),
        // What was learned during the call is hidden, too.
        request: hide(request),
      })
    return within(adapter, hide, (timeoutMs) => {
      const asked = {
        parameters,
        idempotencyKey,
        reached: adapter,
        opened,
        timeoutMs,
        hide,
        onSecret,
        onRequest,
      }
      switch (settings.kind) {
        case 'rest':
          return send({ settings, connection }, asked)
        case 'sql':
          return askDatabase({ settings, connection }, asked)
        case 'file':
          return useFile({ settings, connection }, { ...asked, workplaceId: adapter.workplaceId })
        default:
          return settings satisfies never
      }
    }).then(
      (answer) => {
        note(answer)
        return answer
      },
      (error: unknown) => {
        if (error instanceof OutgoingFailure) note(error)
        throw error
      },
    )
  }

  const testRest = async (reached: Reached, connection: RestConnection, call: Omit<RestCall, TestPart>) => {
    const request = createRestRequest(emptyRequest, { connection, secret: call.opened.secret, parameters: {} })
    const { statusCode } = await rest.send({
      ...call,
      ...{ reached, settings: connection, request, isRepeatable: true, isTest: true },
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
  }

  return {
    carryOut,
    flushLog: log.flush,
    test: async (reached) => {
      const { connection } = reached
      const opened = openSecrets(seal, reached)
      const { hide, add: onSecret } = createGrowingHide(listSecrets(connection, opened))
      return within(reached, hide, async (timeoutMs) => {
        switch (connection.kind) {
          case 'file':
            if (connection.place === 'sftp') return sftp.check({ ...connection, secret: opened.secret, timeoutMs })
            await folders.check({ folder: connection.folder, timeoutMs })
            return null
          case 'database':
            await databases.ask(
              { ...connection, password: opened.secret },
              { statement: 'select 1', values: [], changes: false, rowLimit: 1, timeoutMs },
            )
            return null
          case 'rest':
            await testRest(reached, connection, { opened, timeoutMs, onSecret })
            return null
          default:
            return connection satisfies never
        }
      })
    },
  }
}

type TestPart = 'reached' | 'settings' | 'request' | 'isRepeatable' | 'isTest'

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
  types: [],
  rowLimit: 1,
  cacheSeconds: 0,
}

interface Of<Kind extends AdapterSettings['kind']> {
  readonly settings: Extract<AdapterSettings, { kind: Kind }>
  readonly connection: ConnectionSettings
}

/** As people read it: without the port where the scheme says it. */
function hostOf(connection: Adapter['connection']): string {
  if (connection.kind === 'file') return connection.place === 'local' ? connection.folder : connection.host
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
