import { sql } from 'kysely'
import { runSql } from '../../../../platform/list/sql.ts'
import { changeFilter } from '../../../filters/change-filter.ts'
import { refuseFilter } from '../../../filters/policy.ts'
import { jsonOf, textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

type Json = Readonly<Record<string, unknown>>

/** Filters for tasks of Camunda's API. */
export const filter: RestorableKind = {
  one: 'a filter',
  table: 'task_filter',
  keys: ['id'],
  columns: ['name', 'owner', 'query', 'properties'],
  hasRevision: false,
  canBeDisabled: false,
  refuse: (user, id, row) =>
    refuseFilter(user, 'filters.change', row === null ? undefined : { id, owner: textOrNull(row, 'owner') }),
  // The operation changes any revision.
  lock: (tx, workplaceId, [id]) =>
    runSql(tx, sql`select from task_filter where workplace_id = ${workplaceId} and id::text = ${id} for update`),
  write: (context, request, { key: [id], target }) =>
    changeFilter(context, request, {
      id,
      fields: {
        name: textOf(target, 'name'),
        owner: textOrNull(target, 'owner'),
        query: jsonOf<Json>(target, 'query'),
        properties: jsonOf<Json | null>(target, 'properties'),
      },
    }),
}
