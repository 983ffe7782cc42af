import {
  type AdapterSettings,
  afterParameter,
  type ConnectionSettings,
  type FileAdapter,
  type RestAdapter,
  type RestPaging,
  type SqlAdapter,
} from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { listParameters } from '../../runtime/look-ups/adapter.ts'
import { bodyWriterOf, hasBody } from '../../runtime/look-ups/bodies/body.ts'
import { listFilePlaces } from '../../runtime/look-ups/file-path.ts'
import { columnSpan, spanPattern } from '../../runtime/look-ups/fixed-width.ts'
import type { MessageAdapter } from '../../runtime/look-ups/message.ts'
import { readStatement } from '../../runtime/look-ups/read-statement.ts'
import { contentParameter } from '../../runtime/look-ups/write-file.ts'
import { isOwnHeader } from './own-header.ts'

/** The kind of connection that each kind of adapter uses. */
export const connectionKinds = {
  rest: 'rest',
  sql: 'database',
  file: 'file',
  amqp: 'amqp',
  kafka: 'kafka',
} as const satisfies Record<AdapterSettings['kind'], ConnectionSettings['kind']>

const words = {
  rest: 'REST',
  database: 'a database',
  file: 'a folder',
  mail: 'a mailbox',
  amqp: 'a message broker',
  kafka: 'a Kafka cluster',
} as const

/**
 * Checks that the request or statement of an adapter can be parsed and fits the connection of its API. Returns null if
 * so, otherwise a refusal.
 */
export function refuseAdapterSettings(
  settings: AdapterSettings,
  connection: ConnectionSettings['kind'],
): Refusal | null {
  const needed = connectionKinds[settings.kind]
  if (needed !== connection)
    return invalid('kind', `Expected an API with ${words[needed]}, but it has ${words[connection]}.`)
  return refuseQuestion(settings) ?? refuseNames(settings)
}

function refuseQuestion(settings: AdapterSettings): Refusal | null {
  switch (settings.kind) {
    case 'rest':
      return refuseRequest(settings)
    case 'sql':
      return refuseStatement(settings)
    case 'file':
      return refuseFile(settings)
    case 'amqp':
    case 'kafka':
      return refuseMessage(settings)
    default:
      return settings satisfies never
  }
}

function refuseFile(settings: FileAdapter): Refusal | null {
  const { action, path, target, format, columns } = settings
  if (path === '' && action !== 'list') return invalid('settings.path', 'Expected the path of a file, but it is empty.')
  if (action === 'move' && target === '')
    return invalid('settings.target', 'Expected the new path of the file, but it is empty.')
  if (listFilePlaces({ path, target }).includes(contentParameter))
    return invalid('settings.path', `Expected another name than {${contentParameter}}, which is that of the content.`)
  const isTable = action === 'read' || action === 'write' || action === 'append'
  if (isTable && format === 'fixed') {
    const wrong = columns.find(({ path: span }) => !isSpan(span))
    if (columns.length === 0 || wrong !== undefined)
      return invalid('settings.columns', 'Expected columns with positions such as 1-10, but they are missing.')
  }
  if (action === 'append' && (format === 'xlsx' || format === 'json' || format === 'xml'))
    return invalid('settings.format', 'Expected a format of lines to append to, but it is another. Write a new file.')
  return refuseDoubled(columns)
}

function refuseMessage(settings: MessageAdapter): Refusal | null {
  const { headers } = settings
  if (settings.kind === 'amqp' && settings.exchange === '' && settings.routingKey === '')
    return invalid(
      'settings.routingKey',
      'Expected the name of a queue as the routing key of the default exchange, but it is empty.',
    )
  const doubled = headers.find(({ name }, at) => headers.some((other, index) => index < at && other.name === name))
  if (doubled !== undefined)
    return invalid('settings.headers', `Expected headers with different names, but two are “${doubled.name}”.`)
  const fault = hasBody(settings) ? bodyWriterOf(settings).fault(settings) : null
  return fault === null ? null : invalid(`settings.${fault.where}`, fault.message)
}

/** A line has no position before the first one, and a column ends behind its beginning. */
function isSpan(path: string): boolean {
  if (!spanPattern.test(path.trim())) return false
  const { from, to } = columnSpan(path)
  return from <= to
}

function refuseRequest(settings: RestAdapter): Refusal | null {
  const { method, columns, headers, paging, bodyKind } = settings
  if (hasBody(settings) && method === 'GET')
    return invalid('settings.body', 'Expected no body with GET, but there is one. Use POST.')
  const fault = method === 'GET' ? null : bodyWriterOf(settings).fault(settings)
  if (fault !== null) return invalid(`settings.${fault.where}`, fault.message)
  const doubled = refuseDoubled(columns) ?? refusePaging(method, paging ?? null)
  if (doubled !== null) return doubled
  if (bodyKind === 'multipart' && headers.some(({ name }) => name.toLowerCase() === 'content-type'))
    return invalid('settings.headers', 'Expected no header “Content-Type” with a multipart body, which has its own.')
  const own = headers.find(({ name }) => isOwnHeader(name) || signsIn.has(name.toLowerCase()))
  return own === undefined
    ? null
    : invalid('settings.headers', `Expected headers that an adapter can set, but “${own.name}” is set by the server.`)
}

function refusePaging(method: string, paging: RestPaging | null): Refusal | null {
  if (paging === null) return null
  if (method !== 'GET') return invalid('settings.paging', 'Expected GET for several pages, but it is another method.')
  if (paging.kind !== 'link' && paging.parameter === '')
    return invalid('settings.paging.parameter', 'Expected the query parameter of the page, but it is empty.')
  return paging.kind === 'cursor' && paging.cursorPath === ''
    ? invalid('settings.paging.cursorPath', 'Expected the path of the cursor in the answer, but it is empty.')
    : null
}

function refuseDoubled(columns: readonly { readonly key: string }[]): Refusal | null {
  const doubled = columns.find(({ key }, at) => columns.some((other, index) => index < at && other.key === key))
  return doubled === undefined
    ? null
    : invalid('settings.columns', `Expected columns with different keys, but two are “${doubled.key}”.`)
}

/** The headers that the sign-in of the connection sets, and an adapter cannot. */
const signsIn: ReadonlySet<string> = new Set(['authorization', 'cookie'])

function refuseStatement({ statement, action, paging }: SqlAdapter): Refusal | null {
  const read = readStatement(statement, action)
  if ('fault' in read) return invalid('settings.statement', `Expected ${read.fault}.`)
  if (paging == null) return null
  if (action === 'change')
    return invalid('settings.paging', 'Expected a statement that selects rows for several pages, but it changes data.')
  return read.parameters.includes(afterParameter)
    ? invalid('settings.statement', `Expected another name than :${afterParameter}, which is for the next page.`)
    : null
}

function refuseNames(settings: AdapterSettings): Refusal | null {
  const known = listParameters(settings)
  for (const which of ['searchParameter', 'valueParameter'] as const) {
    const name = settings[which]
    if (name !== '' && !known.includes(name))
      return invalid(`settings.${which}`, `Expected a parameter of the adapter, but it has no parameter “${name}”.`)
  }
  return null
}

function invalid(where: string, message: string): Refusal {
  return refuse('external.invalid', message, [{ where, message }])
}
