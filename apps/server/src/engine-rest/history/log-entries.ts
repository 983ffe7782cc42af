import { sql } from 'kysely'
import { findLastFlag, type Sql } from '../query/filters.ts'
import type { QueryScope } from '../query/list-query.ts'

/** The sources of a log of jobs or external tasks, with the same columns. */
export interface LogEntries {
  /** The creation of objects that still exist. */
  readonly waiting: Sql
  /** The creation of objects that ended. */
  readonly created: Sql
  readonly failed: Sql
  readonly ended: Sql
}

/** Returns the source of all entries of a log. */
export function allEntries({ waiting, created, failed, ended }: LogEntries): Sql {
  return sql`(${sql.join([waiting, created, failed, ended], sql` union all `)})`
}

/**
 * Returns the sources of the entries that a query asks for: one kind of entry, or all. PostgreSQL would read the others
 * to the end, because it does not know that they never match.
 */
export function findEntries({ waiting, created, failed, ended }: LogEntries, scope: QueryScope): readonly Sql[] {
  const byFlag = { creationLog: [waiting, created], failureLog: [failed], successLog: [ended], deletionLog: [ended] }
  const flag = findLastFlag(Object.keys(byFlag), scope) as keyof typeof byFlag | undefined
  return flag === undefined ? [waiting, created, failed, ended] : byFlag[flag]
}
