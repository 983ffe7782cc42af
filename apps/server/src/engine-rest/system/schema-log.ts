import { sql } from 'kysely'
import { isText } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { apiVersion } from '../version.ts'

/** When this database was made for the API that is spoken here. Its own migrations are no versions of Camunda. */
export const schemaLogQuery: ListQuery = {
  columns: () => sql`l.id, l.at as timestamp, l.version`,
  from: () => sql`(select '0' as id, min(applied_at) as at, ${apiVersion}::text as version from migration) l`,
  reading: null,
  filters: { version: isText(sql`l.version`) },
  sorts: { timestamp: sql`l.at` },
  tie: sql`l.id`,
}
