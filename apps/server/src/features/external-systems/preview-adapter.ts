import type { AnswerOf, externalSystemCalls, FileAdapter } from '@millrace/contract'
import { externalRecords } from '../../operations/external-systems/external-kinds.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { type Adapter, describeParameters, findAdapter } from '../../runtime/look-ups/adapter.ts'
import { fillFilePath } from '../../runtime/look-ups/file-path.ts'
import { fillMessage, isMessage } from '../../runtime/look-ups/message.ts'
import { getParameter, type Parameters } from '../../runtime/look-ups/parameters.ts'
import { readStatement } from '../../runtime/look-ups/read-statement.ts'
import { createRestRequest } from '../../runtime/look-ups/rest-request.ts'
import { contentParameter } from '../../runtime/look-ups/write-file.ts'

type Preview = AnswerOf<typeof externalSystemCalls.previewAdapter>

const nothing: Preview = {
  method: null,
  path: null,
  headers: [],
  body: null,
  statement: null,
  values: [],
  file: null,
  fault: null,
}

/** Returns the request of an adapter for some values, without its address and sign-in. */
export async function previewAdapter(
  db: Database,
  request: Request,
  { id, parameters }: { readonly id: string; readonly parameters: Parameters },
): Promise<Preview | Refusal> {
  const adapter = await db.read(request, (tx) => findAdapter(tx, request.workplaceId, { id }))
  if (adapter === null) return noSuch(externalRecords.adapter)
  try {
    return { ...nothing, ...describe(adapter, parameters) }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { ...nothing, fault: error.message }
  }
}

function describeFile(settings: FileAdapter, parameters: Parameters): Partial<Preview> {
  const { action, path, target } = settings
  const content = describeParameters(settings).filter(({ name }) => name === contentParameter)
  return {
    method: action,
    file: fillFilePath(path, parameters),
    ...(action === 'move' && { path: fillFilePath(target, parameters) }),
    values: content.map(({ name }) => ({ name, value: getParameter(parameters, name) || null })),
  }
}

/** Stands for the address of the connection. */
const somewhere = 'http://connection'

function describe({ settings, connection }: Adapter, parameters: Parameters): Partial<Preview> {
  if (settings.kind === 'file') return describeFile(settings, parameters)
  if (settings.kind === 'sql') {
    const read = readStatement(settings.statement, settings.action)
    if ('fault' in read) return { fault: `Expected ${read.fault}.` }
    const values = read.parameters.map((name) => ({ name, value: getParameter(parameters, name) || null }))
    return { statement: settings.statement, values }
  }
  if (isMessage(settings)) {
    const { exchange, routingKey, headers, shownBody } = fillMessage(settings, { parameters, id: '' })
    return {
      method: 'send',
      path: exchange === '' ? routingKey : `${exchange} ${routingKey}`,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: shownBody,
    }
  }
  if (connection.kind !== 'rest') return { fault: 'Expected a connection of the kind that the adapter asks by.' }
  const { method, url, headers, shownBody } = createRestRequest(settings, {
    connection: { ...connection, baseUrl: somewhere, signIn: 'none' },
    secret: '',
    parameters,
  })
  return {
    method,
    path: url.slice(somewhere.length),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: shownBody,
  }
}
