import { connectionSettings, type ExternalApi, type ExternalSystem, type FileConnection } from '@millrace/contract'
import { sql } from 'kysely'
import type { StoredConnection, StoredExternal } from '../../operations/external-systems/external.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Presents the fields that every record has. */
export async function presentKept(tx: Tx, row: StoredExternal) {
  const { workplace_id, created_by, updated_by, disabled_by, disabled_at } = row
  const people = await readPeople(tx, workplace_id, [created_by, updated_by, disabled_by])
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    revision: row.revision,
    disabled:
      disabled_at === null
        ? null
        : { at: disabled_at.toISOString(), by: people.find(disabled_by), reason: row.disabled_reason ?? '' },
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(created_by),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(updated_by),
  }
}

export function presentTest({
  tested_at,
  test_ms,
  test_fault,
}: Tested): ExternalSystem['connections'][number]['tested'] {
  return tested_at === null ? null : { at: tested_at.toISOString(), ms: test_ms ?? 0, fault: test_fault }
}

type Tested = Pick<StoredConnection, 'tested_at' | 'test_ms' | 'test_fault'>

type Connections = ExternalSystem['connections']
type Adapters = ExternalApi['adapters']

export async function listConnections(tx: Tx, workplaceId: string, systemId: string): Promise<Connections> {
  const rows = await runSql<StoredConnection>(
    tx,
    sql`select id, name, kind, settings, environment, tested_at, test_ms, test_fault, disabled_at from external_connection
      where workplace_id = ${workplaceId} and system_id = ${systemId} order by lower(name), id`,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    environment: row.environment,
    address: addressOf(row.settings),
    isDisabled: row.disabled_at !== null,
    tested: presentTest(row),
  }))
}

export function listApis(tx: Tx, workplaceId: string, of: Sql): Promise<ExternalSystem['apis']> {
  return runSql(
    tx,
    sql`select p.id, p.name, p.disabled_at is not null as "isDisabled",
        json_build_object('id', c.id, 'name', c.name, 'kind', c.kind) as connection
      from external_api p join external_connection c on c.workplace_id = p.workplace_id and c.id = p.connection_id
      where p.workplace_id = ${workplaceId} and ${of} order by lower(p.name), p.id`,
  )
}

export function listAdapters(tx: Tx, workplaceId: string, of: Sql): Promise<Adapters> {
  return runSql(
    tx,
    sql`select a.id, a.name, a.key, a.kind, a.disabled_at is not null as "isDisabled",
        json_build_object('id', p.id, 'name', p.name) as api
      from external_adapter a join external_api p on p.workplace_id = a.workplace_id and p.id = a.api_id
      where a.workplace_id = ${workplaceId} and ${of} order by lower(a.name), a.id`,
  )
}

function placeOf({ place, folder, host, port, baseUrl, bucket }: FileConnection): string {
  const within = folder === '/' ? '' : folder
  switch (place) {
    case 'local':
      return folder
    case 'sftp':
    case 'ftps':
      return `${place}://${bracketed(host)}:${port}${folder}`
    case 's3':
      return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${bucket}${within}`
    case 'webdav':
      return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${within}`
    default:
      return place satisfies never
  }
}

/** An IPv6 address has brackets in an address. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Where a connection leads, as people read it. */
function addressOf(settings: object): string {
  const read = connectionSettings.parse(settings)
  if (read.kind === 'file') return placeOf(read)
  if (read.kind === 'rest') return read.baseUrl
  if (read.kind === 'mail') return `imap://${bracketed(read.host)}:${read.port}`
  if (read.kind === 'kafka') return `kafka://${read.servers.replaceAll(/\s/g, '')}`
  if (read.kind === 'amqp') {
    const { host, port, tls, virtualHost } = read
    return `${tls === 'on' ? 'amqps' : 'amqp'}://${bracketed(host)}:${port}/${encodeURIComponent(virtualHost)}`
  }
  return read.vendor === 'sqlite' ? read.database : `${read.host}:${read.port}/${read.database}`
}
