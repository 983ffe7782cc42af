import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'

/** Processes in use of the application `a`. */
export const countProcesses: Sql = sql`(select count(*)::int from app_process p where p.workplace_id = a.workplace_id and p.application_id = a.id and not p.is_disabled)`

/** Decisions in use of the application `a`. */
export const countDecisions: Sql = sql`(select count(*)::int from app_decision d where d.workplace_id = a.workplace_id and d.application_id = a.id and not d.is_disabled)`

/** Forms in use of the application `a`. */
export const countForms: Sql = sql`(select count(*)::int from form f where f.workplace_id = a.workplace_id and f.application_id = a.id and not f.is_disabled)`
