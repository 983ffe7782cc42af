import {
  type AdapterSettings,
  adapterSettings,
  afterParameter,
  connectionSettings,
  type FileAdapter,
  type FileFormat,
  type ParameterType,
  type SqlAdapter,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import { bodyWriterOf } from './bodies/body.ts'
import { connectionIn } from './environment.ts'
import { listFilePlaces } from './file-path.ts'
import { isMessage, listMessagePlaces, listRequiredPlaces, type MessageAdapter } from './message.ts'
import { pagingOf } from './page-statement.ts'
import { readStatement } from './read-statement.ts'
import type { Reached } from './rest/reached.ts'
import { listFileParameters, listPathPlaces, listPlaces } from './rest-request.ts'
import { contentParameter } from './write-file.ts'

/** An adapter with its connection, in their current state. */
export interface Adapter extends Reached {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly kind: AdapterSettings['kind']
  readonly settings: AdapterSettings
  /** A text that changes with each change of the adapter or the connection. */
  readonly revision: string
  /** The disabled part, such as “The external system “Shop””; null when the adapter can be called. */
  readonly disabled: string | null
  /** The environment whose values of the connection are used; null: the values without an environment. */
  readonly environment: string | null
}

/**
 * Finds an adapter by its key, as forms name it, or by its id. Null when it does not exist.
 * @param environment the environment to use instead of that of the workplace.
 */
export async function findAdapter(
  tx: Tx,
  workplaceId: string,
  by: { readonly key: string } | { readonly id: string },
  environment?: string,
): Promise<Adapter | null> {
  if ('id' in by && !isUuid(by.id)) return null
  const condition = 'key' in by ? sql`lower(a.key) = lower(${by.key})` : sql`a.id = ${by.id}`
  const [row] = await runSql<Row>(
    tx,
    sql`select a.id, a.key, a.name, a.kind, a.settings, a.revision, c.settings as connection, c.sealed, c.other_secrets,
        c.id as connection_id, c.revision as connection_revision, c.environment,
        case when a.disabled_at is not null then 'the adapter “' || a.name || '”'
          when p.disabled_at is not null then 'the API “' || p.name || '”'
          when b.disabled_at is not null then 'the connection “' || b.name || '”'
          when c.disabled_at is not null then 'the connection “' || c.name || '”'
          when s.disabled_at is not null then 'the external system “' || s.name || '”' end as disabled
      from external_adapter a
        join external_api p on p.workplace_id = a.workplace_id and p.id = a.api_id
        join external_connection b on b.workplace_id = p.workplace_id and b.id = p.connection_id
        join external_connection c on c.workplace_id = p.workplace_id and c.id = ${connectionIn(workplaceId, environment)}
        join external_system s on s.workplace_id = a.workplace_id and s.id = a.system_id
      where a.workplace_id = ${workplaceId} and ${condition}`,
  )
  if (row === undefined) return null
  const { id, key, name, kind, sealed, disabled } = row
  return {
    workplaceId,
    id,
    key,
    name,
    kind,
    settings: adapterSettings.parse({ ...row.settings, kind }),
    connection: connectionSettings.parse(row.connection),
    connectionId: row.connection_id,
    connectionRevision: row.connection_revision,
    sealed,
    otherSealed: row.other_secrets,
    revision: `${row.revision} ${row.connection_id} ${row.connection_revision}`,
    disabled,
    environment: row.environment,
  }
}

interface Row {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly kind: AdapterSettings['kind']
  readonly settings: object
  readonly revision: number
  readonly connection: object
  readonly connection_id: string
  readonly connection_revision: number
  readonly sealed: Buffer | null
  readonly other_secrets: Buffer | null
  readonly environment: string | null
  readonly disabled: string | null
}

/** A parameter of an adapter. */
export interface AdapterParameter {
  readonly name: string
  readonly type: ParameterType
  /** The adapter cannot be called without it. */
  readonly isRequired: boolean
}

/** Lists the parameters of an adapter, in their order. */
export function describeParameters(settings: AdapterSettings): readonly AdapterParameter[] {
  if (settings.kind === 'file') return describeFileParameters(settings)
  const files = listFiles(settings)
  const required = listNeeded(settings, files)
  const after: AdapterParameter[] = settings.kind === 'sql' ? describeAfter(settings) : []
  const own = listNames(settings).map((name) => ({
    name,
    type: files.includes(name) ? 'file' : (settings.types.find((one) => one.name === name)?.type ?? 'text'),
    isRequired: required.includes(name),
  }))
  return [...own, ...after]
}

/** The parameters whose values are files. */
function listFiles(settings: Exclude<AdapterSettings, FileAdapter>): readonly string[] {
  switch (settings.kind) {
    case 'rest':
      return listFileParameters(settings)
    case 'amqp':
    case 'kafka':
      return bodyWriterOf(settings).filePlaces(settings)
    case 'sql':
      return []
    default:
      return settings satisfies never
  }
}

/** The parameters that must have a value. */
function listNeeded(settings: Exclude<AdapterSettings, FileAdapter>, files: readonly string[]): readonly string[] {
  switch (settings.kind) {
    case 'rest':
      return settings.bodyKind === 'file' ? [...listPathPlaces(settings), ...files] : listPathPlaces(settings)
    case 'amqp':
    case 'kafka':
      return listRequiredPlaces(settings)
    case 'sql':
      return []
    default:
      return settings satisfies never
  }
}

/** The parameter that leads to a further page. */
function describeAfter(settings: SqlAdapter): AdapterParameter[] {
  const paging = pagingOf(settings)
  if (paging === null) return []
  const type = paging.kind === 'offset' ? 'integer' : paging.keyType
  return [{ name: afterParameter, type, isRequired: false }]
}

/** Lists the parameters without which an adapter cannot be called. */
export function listRequired(settings: AdapterSettings): readonly string[] {
  return describeParameters(settings).flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
}

/** Lists the names of the parameters of an adapter, in their order. */
export function listParameters(settings: AdapterSettings): readonly string[] {
  return describeParameters(settings).map(({ name }) => name)
}

/** Lists the columns of the answer of an adapter, as far as they are known before it is called. */
export function listColumns(settings: AdapterSettings): readonly string[] {
  if (settings.kind === 'sql') return settings.action === 'change' ? ['affected'] : []
  if (isMessage(settings)) return ['messageId']
  const own = settings.columns.map(({ key }) => key)
  if (settings.kind === 'rest') return own
  switch (settings.action) {
    case 'read':
      return settings.format === 'text' ? ['line'] : settings.format === 'binary' ? ['name', 'size'] : own
    case 'list':
      return ['name', 'path', 'size', 'modified']
    case 'exists':
      return ['exists', 'size', 'modified']
    case 'write':
    case 'append':
      return ['path', 'size']
    case 'move':
    case 'delete':
      return ['path']
    default:
      return settings satisfies never
  }
}

/** Returns whether forms may use an adapter: it only reads. */
export function isForForms(settings: AdapterSettings): settings is Exclude<AdapterSettings, MessageAdapter> {
  switch (settings.kind) {
    case 'rest':
      return settings.method === 'GET' || settings.method === 'POST'
    case 'sql':
      return settings.action === 'select'
    case 'file':
      return settings.action === 'read' || settings.action === 'list'
    case 'amqp':
    case 'kafka':
      return false
    default:
      return settings satisfies never
  }
}

function listNames(settings: Exclude<AdapterSettings, FileAdapter>): readonly string[] {
  if (settings.kind === 'rest') return listPlaces(settings)
  if (isMessage(settings)) return listMessagePlaces(settings)
  const read = readStatement(settings.statement, settings.action)
  return 'fault' in read ? [] : read.parameters
}

const contentTypes: Readonly<Record<FileFormat, ParameterType>> = {
  csv: 'list',
  xlsx: 'list',
  fixed: 'list',
  json: 'any',
  xml: 'any',
  text: 'text',
  binary: 'file',
}

function describeFileParameters(settings: FileAdapter): AdapterParameter[] {
  const { action, path, format } = settings
  const target = action === 'move' ? settings.target : ''
  const places = listFilePlaces({ path, target }).map(
    (name): AdapterParameter => ({ name, type: 'text', isRequired: true }),
  )
  if (action !== 'write' && action !== 'append') return places
  return [...places, { name: contentParameter, type: contentTypes[format], isRequired: true }]
}
