import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { decodeFile } from '../definitions/read-model.ts'
import type { Runtime } from '../runtime.ts'
import { callsAdapter, keepUsers } from './keep-users.ts'

/** The maximum number of listed processes, and of bytes of files that are read to find them. */
const maxUses = 50
const maxBytes = 5_000_000

interface DeployedUse {
  readonly definitionId: string
  readonly name: string
}

/**
 * Lists the newest versions of processes that were deployed outside of applications, are not suspended and have a step
 * with an adapter, by name. Call it outside of any transaction.
 */
export async function listDeployedUses(
  { db, runtime }: { readonly db: Database; readonly runtime: Runtime },
  workplaceId: string,
  key: string,
): Promise<DeployedUse[]> {
  const files = await db.read({ workplaceId }, (tx) => findDeployed(tx, workplaceId, key))
  const found = files.map(({ bytes, ...file }) => ({ ...file, text: decodeFile(bytes) }))
  const users = await keepUsers(runtime, workplaceId, { found, kind: 'process' }, callsAdapter(key))
  return users.map(({ definitionId, name }) => ({ definitionId, name }))
}

interface Found extends DeployedUse {
  readonly processKey: string
  readonly bytes: Uint8Array
}

/**
 * Finds files that mention an adapter, and then the key in quotes. Letters beyond ASCII do not matter to the search, so
 * that files in any encoding that contains ASCII are found.
 */
function findDeployed(tx: Tx, workplaceId: string, key: string): Promise<Found[]> {
  const text = key.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return runSql(
    tx,
    sql`with named as (
        select l.definition_id, l.key, coalesce(l.name, l.key) as name, l.name_key, r.bytes,
          sum(octet_length(r.bytes)) over (order by l.name_key, l.definition_id) as total
        from process_listing l
          join process_definition d on d.workplace_id = l.workplace_id and d.id = l.definition_id
          join deployment_resource r on r.workplace_id = d.workplace_id and r.deployment_id = d.deployment_id and r.name = d.resource_name
        where l.workplace_id = ${workplaceId} and not l.is_suspended
          and not exists (select from application_version a where a.workplace_id = l.workplace_id and a.deployment_id = l.deployment_id)
          and encode(r.bytes, 'escape') ilike any (${[`%adapter%"${text}"%`, `%adapter%'${text}'%`]}::text[])
        order by l.name_key, l.definition_id limit ${maxUses})
      select definition_id as "definitionId", key as "processKey", name, bytes from named
      where total <= ${maxBytes} order by name_key, definition_id`,
  )
}
