import { sql } from 'kysely'
import { isText } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { apiVersion } from '../version.ts'

/**
 * The query for the time when this database was created, and the version of the API. Own migrations are not listed,
 * because they are no versions of Camunda.
 */
export const schemaLogQuery: ListQuery = {
  columns: () => sql`l.id, l.at as timestamp, l.version`,
  from: () => sql`(select '0' as id, min(applied_at) as at, ${apiVersion}::text as version from migration) l`,
  reading: null,
  filters: { version: isText(sql`l.version`) },
  sorts: { timestamp: sql`l.at` },
  tie: sql`l.id`,
}
