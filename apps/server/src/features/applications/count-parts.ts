import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'

/** Returns the SQL of the number of enabled processes of the application `a`. */
export const countProcesses: Sql = sql`(select count(*)::int from app_process p where p.workplace_id = a.workplace_id and p.application_id = a.id and not p.is_disabled)`

/** Returns the SQL of the number of enabled decisions of the application `a`. */
export const countDecisions: Sql = sql`(select count(*)::int from app_decision d where d.workplace_id = a.workplace_id and d.application_id = a.id and not d.is_disabled)`

/** Returns the SQL of the number of enabled forms of the application `a`. */
export const countForms: Sql = sql`(select count(*)::int from form f where f.workplace_id = a.workplace_id and f.application_id = a.id and not f.is_disabled)`
