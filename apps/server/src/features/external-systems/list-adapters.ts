import {
  type AdapterSettings,
  type AnswerOf,
  adapterSettings,
  type externalSystemCalls,
  limits,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isForForms, listColumns, listParameters } from '../../runtime/look-ups/adapter.ts'

interface Row {
  readonly key: string
  readonly name: string
  readonly system: string
  readonly kind: AdapterSettings['kind']
  readonly settings: object
}

/** Lists the enabled adapters that form fields can use, the first by name. */
export async function listAdapterChoices(
  db: Database,
  request: Request,
): Promise<AnswerOf<typeof externalSystemCalls.adapters>> {
  const rows = await db.read(request, (tx) =>
    runSql<Row>(
      tx,
      sql`select a.key, a.name, s.name as system, a.kind, a.settings from external_adapter a
        join external_system s on s.workplace_id = a.workplace_id and s.id = a.system_id
        where a.workplace_id = ${request.workplaceId} and a.disabled_at is null
        order by lower(a.name), a.id limit ${limits.choices}`,
    ),
  )
  return rows.flatMap(({ settings, ...row }) => {
    const read = adapterSettings.parse({ ...settings, kind: row.kind })
    if (!isForForms(read)) return []
    const own = [read.searchParameter, read.valueParameter]
    const choice = {
      ...row,
      columns: [...listColumns(read)],
      parameters: listParameters(read).filter((name) => !own.includes(name)),
    }
    return [choice]
  })
}
