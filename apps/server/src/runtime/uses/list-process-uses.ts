import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../runtime.ts'
import { callsAdapter, keepUsers } from './keep-users.ts'

/** The maximum number of listed processes, and of characters of designs that are read to find them. */
const maxUses = 50
const maxCharacters = 5_000_000

export interface ProcessUse {
  readonly applicationId: string
  readonly processId: string
  readonly name: string
}

/**
 * Lists processes in use that have a step with an adapter in their last design, by name. Call it outside of any
 * transaction.
 */
export async function listProcessUses(
  { db, runtime }: { readonly db: Database; readonly runtime: Runtime },
  workplaceId: string,
  key: string,
): Promise<ProcessUse[]> {
  const found = await db.read({ workplaceId }, (tx) => findProcesses(tx, workplaceId, key))
  const users = await keepUsers(runtime, workplaceId, { found, kind: 'process' }, callsAdapter(key))
  return users.map(({ applicationId, processId, name }) => ({ applicationId, processId, name }))
}

/** Only designs that have the key somewhere in their text are read as processes. */
function findProcesses(tx: Tx, workplaceId: string, key: string): Promise<(ProcessUse & { readonly text: string })[]> {
  return runSql(
    tx,
    sql`with named as (
        select p.application_id, p.id, p.name, p.name_key, v.design_xml,
          sum(length(v.design_xml)) over (order by p.name_key, p.id) as characters
        from app_process p
          join app_process_version v on v.workplace_id = p.workplace_id and v.process_id = p.id and v.version = p.version
          join application a on a.workplace_id = p.workplace_id and a.id = p.application_id and a.disabled_at is null
        where p.workplace_id = ${workplaceId} and not p.is_disabled
          and v.design_xml ilike ${`%:adapter %"${key.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}"%`}
        order by p.name_key, p.id limit ${maxUses})
      select application_id as "applicationId", id as "processId", name, design_xml as text from named
      where characters <= ${maxCharacters} order by name_key, id`,
  )
}
