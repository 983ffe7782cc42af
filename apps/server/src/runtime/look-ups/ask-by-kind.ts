import { randomUUID } from 'node:crypto'
import { type AdapterSettings, afterParameter, type ConnectionSettings, type DatabaseVendor } from '@millrace/contract'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { AdapterCall, OutsideOptions } from './adapter-call.ts'
import { carryOutFile } from './carry-out-file.ts'
import { hostOf } from './clean-failure.ts'
import { describeFile, describeMessage, describeRequest, describeStatement } from './log/describe-call.ts'
import { fillMessage } from './message.ts'
import { type Answer, answerOfRows, isRepeatable, readRestAnswer } from './outcome.ts'
import { pagingOf, readPage, type WrittenStatement, writeNext, writePage } from './page-statement.ts'
import { getParameter } from './parameters.ts'
import { toText } from './read-rows.ts'
import { type ReadStatement, readStatement } from './read-statement.ts'
import type { Opened, Reached } from './rest/reached.ts'
import { readPages } from './rest/read-pages.ts'
import type { RestSender } from './rest/send-rest.ts'
import { createRestRequest } from './rest-request.ts'

/** The call of an adapter with everything that its request needs. */
export interface Asked extends Omit<AdapterCall, 'secrets' | 'origin' | 'replay'> {
  /** Passes the sent text to the log. */
  readonly onRequest: (text: string) => void
  readonly reached: Reached
  readonly opened: Opened
  readonly timeoutMs: number
  readonly hide: Hide
  readonly onSecret: (secret: string) => void
}

/**
 * Sends the request of an adapter, by its kind.
 * @throws OutgoingFailure when there is no answer.
 */
export type AskByKind = (settings: AdapterSettings, asked: Asked) => Promise<Answer>

interface Means extends Pick<OutsideOptions, 'databases' | 'folders' | 'remoteFolders' | 'brokers' | 'readBook'> {
  readonly rest: RestSender
}

export function createAskByKind({ databases, folders, remoteFolders, brokers, readBook, rest }: Means): AskByKind {
  const askDatabase = async (
    { settings, connection }: Of<'sql'>,
    { opened, parameters, timeoutMs, hide, onRequest }: Asked,
  ) => {
    if (connection.kind !== 'database') throw misfit()
    const read = readStatement(settings.statement, settings.action)
    if ('fault' in read) throw new OutgoingFailure(`Expected ${read.fault}.`, { isFinal: true })
    const { vendor } = connection
    const { rowLimit } = settings
    const paging = pagingOf(settings)
    const page = paging === null ? null : { vendor, paging, after: getParameter(parameters, afterParameter), rowLimit }
    const one = writeFor(vendor, read)
    const written = page === null ? one : writePage(one, page)
    const given = page === null ? read.parameters : [...read.parameters, afterParameter]
    onRequest(describeStatement(read.text, given, parameters))
    const answer = await databases.ask(
      { ...connection, password: opened.secret },
      {
        statement: written.statement,
        // What nobody has said is no value.
        values: written.names.map((name) => getParameter(parameters, name) || null),
        changes: settings.action === 'change',
        rowLimit: page === null ? rowLimit : rowLimit + 1,
        timeoutMs,
      },
    )
    const { columns, rows, next } = page === null ? { ...answer, next: undefined } : readPage(answer, page)
    const shown = answerOfRows({
      columns,
      rows: rows.map((row) => row.map((cell) => (cell === null ? null : toText(cell, hide)))),
      members: [],
    })
    return next === undefined ? shown : { ...shown, body: writeNext(next) }
  }

  const useFile = async ({ settings, connection }: Of<'file'>, call: Asked) => {
    if (connection.kind !== 'file') throw misfit()
    const { opened, timeoutMs, hide, parameters, reached, onRequest } = call
    onRequest(describeFile(settings, parameters))
    const reading = {
      hide,
      parameters,
      readBook: (bytes: Uint8Array, most: number) => readBook(reached.workplaceId, bytes, most),
    }
    const carryOut = (folder: OpenFolder) => carryOutFile(settings, folder, reading)
    return connection.place === 'local'
      ? folders.open({ folder: connection.folder, timeoutMs }, carryOut)
      : remoteFolders.open({ ...connection, place: connection.place, secret: opened.secret, timeoutMs }, carryOut)
  }

  const send = async ({ settings, connection }: Of<'rest'>, call: Asked) => {
    if (connection.kind !== 'rest') throw misfit()
    const { opened, parameters, idempotencyKey, hide, onRequest } = call
    const request = createRestRequest(settings, { connection, secret: opened.secret, parameters })
    const headers =
      idempotencyKey === null ? request.headers : { 'idempotency-key': idempotencyKey, ...request.headers }
    onRequest(describeRequest({ ...request, headers }, connection.signIn === 'header' ? connection.header : ''))
    const deadline = performance.now() + call.timeoutMs
    const sendOne = (one: Omit<typeof request, 'shownBody'>) =>
      rest.send({
        ...call,
        timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
        settings: connection,
        request: { ...one, headers },
        isRepeatable: isRepeatable(settings),
        isTest: false,
      })
    const { paging, rows, rowLimit } = settings
    const read =
      paging == null
        ? { answer: await sendOne(request), isList: false }
        : await readPages({ paging, rows, rowLimit, request, send: sendOne })
    return readRestAnswer(read.isList ? { ...settings, rows: '' } : settings, read.answer, {
      hide,
      refused: refusedBy(connection, read.answer.statusCode),
    })
  }

  const sendMessage = async ({ settings, connection }: Of<'amqp' | 'kafka'>, call: Asked) => {
    if (connection.kind !== settings.kind) throw misfit()
    const { opened, timeoutMs, parameters, idempotencyKey, onRequest } = call
    const { shownBody, ...message } = fillMessage(settings, { parameters, id: idempotencyKey ?? randomUUID() })
    onRequest(describeMessage(message, { isOfTopic: settings.kind === 'kafka', shownBody }))
    const signedIn = { secret: opened.secret, timeoutMs }
    if (connection.kind === 'amqp') await brokers.send({ ...connection, ...signedIn }, message)
    if (connection.kind === 'kafka') await brokers.topics.send({ ...connection, ...signedIn }, message)
    return answerOfRows({ columns: ['messageId'], rows: [[message.id]], members: [] })
  }

  return (settings, asked) => {
    const { connection } = asked.reached
    switch (settings.kind) {
      case 'rest':
        return send({ settings, connection }, asked)
      case 'sql':
        return askDatabase({ settings, connection }, asked)
      case 'file':
        return useFile({ settings, connection }, asked)
      case 'amqp':
      case 'kafka':
        return sendMessage({ settings, connection }, asked)
      default:
        return settings satisfies never
    }
  }
}

/** Writes a statement with the placeholders of its database. */
function writeFor(vendor: DatabaseVendor, { text, parameters, marked, marks, write }: ReadStatement): WrittenStatement {
  switch (vendor) {
    case 'postgresql':
      return { statement: text, names: parameters }
    case 'mysql':
    case 'sqlite':
      return { statement: marked, names: marks }
    case 'sqlserver':
      return { statement: write((number) => `@p${number}`), names: parameters }
    case 'oracle':
      return { statement: write((number) => `:p${number}`), names: parameters }
    default:
      return vendor satisfies never
  }
}

interface Of<Kind extends AdapterSettings['kind']> {
  readonly settings: Extract<AdapterSettings, { kind: Kind }>
  readonly connection: ConnectionSettings
}

function refusedBy(connection: ConnectionSettings, status: number): string {
  return `Expected a successful response of ${hostOf(connection)}, but it answered with the status ${status}.`
}

function misfit(): OutgoingFailure {
  return new OutgoingFailure('Expected a connection of the kind that the adapter uses, but it has another kind.', {
    isFinal: true,
  })
}
