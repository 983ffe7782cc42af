import type { GlobalProperty } from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { keepUsers } from '../../runtime/uses/keep-users.ts'

/** The maximum number of shown uses, and of characters of designs that are read to find them. */
const maxUses = 50
const maxCharacters = 5_000_000

/**
 * Lists the processes of applications whose last design has an expression or a script that reads a property, by name.
 */
export async function listUses(
  { db, runtime }: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  key: string,
): Promise<GlobalProperty['uses']> {
  const { workplaceId } = request
  const found = await db.read(request, (tx) => findProcesses(tx, workplaceId, key))
  const users = await keepUsers(
    runtime,
    workplaceId,
    { found, kind: 'process' },
    // What cannot be read has both words in its text at least.
    (uses) => uses === null || uses.globalProperties.includes(key),
  )
  return users.map(({ applicationId, processId, name }) => ({ applicationId, processId, name }))
}

/** Only designs that have both words somewhere in their text are read as models. */
function findProcesses(
  tx: Tx,
  workplaceId: string,
  key: string,
): Promise<(GlobalProperty['uses'][number] & { readonly text: string })[]> {
  return runSql(
    tx,
    sql`with named as (
        select p.application_id, p.id, p.name, p.name_key, v.design_xml,
          sum(length(v.design_xml)) over (order by p.name_key, p.id) as characters
        from app_process p
          join app_process_version v on v.workplace_id = p.workplace_id and v.process_id = p.id and v.version = p.version
        where p.workplace_id = ${workplaceId}
          and v.design_xml like '%globals%' and v.design_xml like ${`%${key.replaceAll('_', '\\_')}%`}
        order by p.name_key, p.id limit ${maxUses})
      select application_id as "applicationId", id as "processId", name, design_xml as text from named
      where characters <= ${maxCharacters} order by name_key, id`,
  )
}
