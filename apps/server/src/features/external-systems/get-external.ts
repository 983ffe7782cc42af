import {
  adapterSettings,
  connectionSettings,
  type ExternalAdapter,
  type ExternalApi,
  type ExternalConnection,
  type ExternalSystem,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { findExternal, recordOf, type StoredByKind } from '../../operations/external-systems/external.ts'
import { type ExternalKind, externalRecords } from '../../operations/external-systems/external-kinds.ts'
import { namesOf, openOtherSecrets } from '../../operations/external-systems/other-secrets.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { presentHealth, readHealth } from '../../runtime/listeners/listener-health.ts'
import { describeParameters } from '../../runtime/look-ups/adapter.ts'
import { environmentOf } from '../../runtime/look-ups/environment.ts'
import { listDeployedUses } from '../../runtime/uses/list-deployed-uses.ts'
import { listProcessUses } from '../../runtime/uses/list-process-uses.ts'
import { listUses } from './list-uses.ts'
import { listAdapters, listApis, listConnections, presentKept, presentTest } from './parts.ts'

export function getExternalSystem(db: Database, request: Request, id: string): Promise<ExternalSystem | Refusal> {
  const { user } = request
  return read(db, request, { kind: 'system', id }, async (tx, row) => ({
    ...(await presentKept(tx, row)),
    connections: await listConnections(tx, user.workplaceId, row.id),
    apis: await listApis(tx, user.workplaceId, sql`p.system_id = ${row.id}`),
    adapters: await listAdapters(tx, user.workplaceId, sql`a.system_id = ${row.id}`),
  }))
}

export function getConnection(
  context: Pick<AppContext, 'db' | 'secret' | 'clock'>,
  request: Request,
  id: string,
): Promise<ExternalConnection | Refusal> {
  return read(context.db, request, { kind: 'connection', id }, async (tx, row) => ({
    ...(await presentKept(tx, row)),
    system: await nameOf(tx, row.workplace_id, 'system', row.system_id),
    settings: connectionSettings.parse(row.settings),
    hasSecret: row.sealed !== null,
    otherSecrets: namesOf(openOtherSecrets(context, row.other_secrets)),
    pausedUntil: await findPause(tx, row, context.clock()),
    tested: presentTest(row),
    ...(await readEnvironments(tx, row)),
    apis: await listApis(tx, request.workplaceId, sql`p.connection_id = ${row.stands_for ?? row.id}`),
  }))
}

export function getApi(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  request: Request,
  id: string,
): Promise<ExternalApi | Refusal> {
  return read(db, request, { kind: 'api', id }, async (tx, row) => ({
    ...(await presentKept(tx, row)),
    system: await nameOf(tx, row.workplace_id, 'system', row.system_id),
    connection: await connectionOf(tx, row),
    adapters: await listAdapters(tx, request.workplaceId, sql`a.api_id = ${row.id}`),
    listeners: (await readHealth(tx, request.workplaceId, sql`l.api_id = ${row.id}`)).map((one) =>
      presentHealth(one, clock()),
    ),
  }))
}

export async function getAdapter(
  context: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  id: string,
): Promise<ExternalAdapter | Refusal> {
  const found = await read(context.db, request, { kind: 'adapter', id }, async (tx, row) => {
    const settings = adapterSettings.parse(row.settings)
    const api = await findExternal(tx, row.workplace_id, 'api', row.api_id)
    if (api === null) return noSuch(externalRecords.api)
    return {
      ...(await presentKept(tx, row)),
      key: row.key,
      system: await nameOf(tx, row.workplace_id, 'system', row.system_id),
      api: { id: api.id, name: api.name },
      connection: await connectionOf(tx, api),
      settings,
      environments: await listEnvironments(tx, api),
      parameters: [...describeParameters(settings)],
    }
  })
  if (found instanceof Refusal) return found
  const { key, settings } = found
  const [uses, processes, definitions] = await Promise.all([
    listUses(context, request, { kind: settings.kind, key }),
    listProcessUses(context, request.workplaceId, key),
    listDeployedUses(context, request.workplaceId, key),
  ])
  return { ...found, uses, processes, definitions }
}

type Environments = Pick<ExternalConnection, 'standsFor' | 'environments' | 'environment'>

async function readEnvironments(
  tx: Tx,
  { workplace_id, id, stands_for, environment }: StoredByKind['connection'],
): Promise<Environments> {
  const [here] = await runSql<{ name: string | null }>(tx, sql`select ${environmentOf(workplace_id)} as name`)
  const environments = await runSql<Environments['environments'][number]>(
    tx,
    sql`select id, name, environment, disabled_at is not null as "isDisabled" from external_connection
      where workplace_id = ${workplace_id} and stands_for = ${id} order by lower(environment)`,
  )
  const standsFor =
    stands_for === null || environment === null
      ? null
      : { ...(await nameOf(tx, workplace_id, 'connection', stands_for)), environment }
  return { standsFor, environments, environment: here?.name ?? '' }
}

async function listEnvironments(tx: Tx, { workplace_id, connection_id }: StoredByKind['api']): Promise<string[]> {
  const rows = await runSql<{ environment: string }>(
    tx,
    sql`select environment from external_connection where workplace_id = ${workplace_id} and stands_for = ${connection_id}
      order by lower(environment)`,
  )
  return rows.map(({ environment }) => environment)
}

/** Until when nothing is sent, because calls have failed. */
async function findPause(tx: Tx, { workplace_id, id }: StoredByKind['connection'], now: Date): Promise<string | null> {
  const [state] = await runSql<{ until: Date | null }>(
    tx,
    sql`select paused_until as until from external_connection_state where workplace_id = ${workplace_id} and connection_id = ${id}`,
  )
  const until = state?.until ?? null
  return until !== null && until > now ? until.toISOString() : null
}

async function read<K extends ExternalKind, T>(
  db: Database,
  request: Request,
  { kind, id }: { readonly kind: K; readonly id: string },
  present: (tx: Tx, row: StoredByKind[K]) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return db.read(request, async (tx) => {
    const row = await findExternal(tx, request.workplaceId, kind, id)
    return row === null ? noSuch(recordOf(kind)) : present(tx, row)
  })
}

async function nameOf(
  tx: Tx,
  workplaceId: string,
  kind: ExternalKind,
  id: string,
): Promise<{ id: string; name: string }> {
  const [row] = await runSql<{ name: string }>(
    tx,
    sql`select name from ${sql.table(externalRecords[kind].table)} where workplace_id = ${workplaceId} and id = ${id}`,
  )
  return { id, name: row?.name ?? '' }
}

async function connectionOf(
  tx: Tx,
  { workplace_id, connection_id }: StoredByKind['api'],
): Promise<ExternalApi['connection']> {
  const [row] = await runSql<ExternalApi['connection']>(
    tx,
    sql`select id, name, kind from external_connection where workplace_id = ${workplace_id} and id = ${connection_id}`,
  )
  if (row === undefined) throw new Error(`Expected the connection ${connection_id} of an API, but it is gone.`)
  return row
}
