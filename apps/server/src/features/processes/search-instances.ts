import type { FoundInstance } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { instanceVisibleInSql } from '../../runtime/rights/instance-rights.ts'
import { defineFinder, inOrder, newestFirst, type SearchRequest } from '../../runtime/search/finder.ts'
import { hasWords, withWords } from '../../runtime/search/terms.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { endedColumns, type InstanceRow, liveColumns } from './instance-queries.ts'
import { stateOf, titleOf } from './present-instance.ts'

type FoundRow = InstanceRow & { readonly full_title: string }

/** How many of the user's own newest instances are looked through besides: a word that many have may hide them. */
const ownWindow = 500

const keys = newestFirst(sql`r.started_at`)

/** Returns the SQL of the instances that match all search terms and that the user may see, the newest first. */
export function findInstances(user: Person, request: SearchRequest): Sql {
  const { terms } = request
  const { workplaceId } = user
  const definition = sql`left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
  const part = (table: string, columns: Sql) => sql`select ${columns}, ${instanceTitle} as full_title
    from ${sql.table(table)} i ${definition} where i.workplace_id = ${workplaceId} and i.id = any(array(select id from candidate))
      and i.caller_instance_id is null and ${instanceVisibleInSql(user)}`
  const rows = sql`with candidate as materialized (
      (${withWords(workplaceId, 'instance', request)})
      union (select o.id from (${ownNewest(user, 'instance')} union all ${ownNewest(user, 'history_instance')}) o
        where ${hasWords(workplaceId, { kind: 'instance', terms, id: sql`o.id` })}))
    ${part('instance', liveColumns)} union all ${part('history_instance', endedColumns)}`
  return inOrder(rows, keys, request)
}

function ownNewest({ workplaceId, username }: Person, table: string): Sql {
  return sql`(select id from ${sql.table(table)} where workplace_id = ${workplaceId} and start_user_id = ${username}
    order by started_at desc limit ${ownWindow})`
}

/** Finds instances by their title and business key. */
export const instanceFinder = defineFinder<FoundRow, FoundInstance>({
  find: findInstances,
  keys,
  textOf: ({ full_title }) => full_title,
  present: (row) => ({
    id: row.id,
    title: titleOf(row),
    process: row.name ?? row.key ?? '',
    state: stateOf(row),
    startedAt: row.started_at.toISOString(),
  }),
})
