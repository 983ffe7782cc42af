import type { AdapterSettings, ExternalAdapter } from '@millrace/contract'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { keepUsers } from '../../runtime/uses/keep-users.ts'

/** The maximum number of shown uses, and of characters of designs that are read to find them. */
const maxUses = 50
const maxCharacters = 5_000_000

interface Named {
  readonly kind: AdapterSettings['kind']
  readonly key: string
}

/** The lists of a form for each kind of adapter that forms can use. */
const adaptersOf = { rest: 'restAdapters', sql: 'sqlAdapters', file: 'fileAdapters' } as const

/** Lists the enabled forms and form templates whose last design has a field with an adapter, by name. */
export async function listUses(
  { db, runtime }: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  { kind, key }: Named,
): Promise<ExternalAdapter['uses']> {
  const { workplaceId } = request
  if (kind === 'amqp' || kind === 'kafka') return []
  const found = await db.read(request, (tx) => findForms(tx, workplaceId, key))
  const users = await keepUsers(
    runtime,
    workplaceId,
    { found, kind: 'form' },
    (uses) => uses?.[adaptersOf[kind]].some((one) => one.toLowerCase() === key.toLowerCase()) === true,
  )
  return users.map(({ applicationId, formId, name }) => ({ applicationId, formId, name }))
}

/** Only designs that have the key somewhere in their text are read as forms. */
function findForms(
  tx: Tx,
  workplaceId: string,
  key: string,
): Promise<(ExternalAdapter['uses'][number] & { readonly text: string })[]> {
  return runSql(
    tx,
    sql`with named as (
        select f.application_id, f.id, f.name, f.name_key, v.designer_json,
          sum(length(v.designer_json)) over (order by f.name_key, f.id) as characters
        from form f join form_version v on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        where f.workplace_id = ${workplaceId} and not f.is_disabled
          and v.designer_json ilike ${`%"${key.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}"%`}
        order by f.name_key, f.id limit ${maxUses})
      select application_id as "applicationId", id as "formId", name, designer_json as text from named
      where characters <= ${maxCharacters} order by name_key, id`,
  )
}
