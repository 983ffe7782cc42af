import type { InstanceRow as InstanceAnswer, ListDescription } from '@millrace/contract'
import { involvedInstanceList, startedInstanceList } from '@millrace/contract/lists/started-instances'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { fullOrder } from '../../platform/list/ask-list.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { dataVisibleInSql, involvedReaders, startingReaders } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  conditions,
  conditionsOf,
  listingCount,
  listingId,
  listingKeys,
  listingSql,
  listWindow,
} from './instance-listing.ts'
import { endedColumns, type InstanceRow, liveColumns } from './instance-queries.ts'
import { readWaits } from './instance-waits.ts'
import { presentInstance } from './present-instance.ts'

/** How many waits of an instance its row has to know of in order to show three. */
const shownWaits = 5

/** The instances that the user started, running and ended ones together. */
export function createStartedSource(
  runtime: Runtime,
): ListSource<typeof startedInstanceList, InstanceRow, InstanceAnswer> {
  return defineSource({ list: startedInstanceList, filters, ...sourceOf(runtime, startingReaders) })
}

/** The instances that the user is involved in. */
export function createInvolvedSource(
  runtime: Runtime,
): ListSource<typeof involvedInstanceList, InstanceRow, InstanceAnswer> {
  return defineSource({ list: involvedInstanceList, filters, ...sourceOf(runtime, involvedReaders) })
}

/** Where the listing has applied it. */
const applied = () => sql`true`

const filters = {
  state: applied,
  process: applied,
  key: applied,
  started: applied,
  ended: applied,
  // Whoever may not see the variables of an instance learns nothing of them by its being in the list or not.
  variable: (filter, { user }) => sql`(${dataVisibleInSql(user)} and ${conditions.variable(filter, user.workplaceId)})`,
} satisfies ListSource<typeof startedInstanceList, never, never>['filters']

/**
 * Every order and filter but text and variable works on rows of `instance_listing`, reader by reader, so that only the
 * instances of a page are looked up. For those two the first `listWindow` in the order of the list are looked at.
 */
function sourceOf(runtime: Runtime, readersOf: (user: User) => readonly string[]) {
  const listingOf = (ask: Ask, limit: number, isWindow = isWindowed(ask)) =>
    listingSql({
      workplaceId: ask.user.workplaceId,
      readers: readersOf(ask.user),
      where: conditionsOf(ask.user, indexedOf(ask)),
      order: fullOrder({ id: listingId }, ask),
      bound: isWindow ? null : ask.bound,
      limit,
    })
  return {
    columns: sql`r.*`,
    from: (ask: Ask) => sql`(${listingOf(ask, isWindowed(ask) ? listWindow : ask.limit)}) l
      cross join lateral (${instanceOf(ask.user.workplaceId)}) r`,
    keys: listingKeys,
    id: listingId,
    search: (text: string) =>
      containsAny([sql`l.title_key`, sql`l.business_key`, sql`l.process_name`, sql`r.key`], text),
    counted: (ask: Ask) =>
      isWindowed(ask)
        ? null
        : listingCount({
            workplaceId: ask.user.workplaceId,
            readers: readersOf(ask.user),
            where: conditionsOf(ask.user, ask.query),
            limit: ask.limit,
          }),
    isCutOff: (ask: Ask) =>
      isWindowed(ask) ? sql`(select count(*) > ${listWindow} from (${listingOf(ask, listWindow + 1)}) w)` : sql`false`,
    present: async (rows: readonly InstanceRow[], { tx, user: { workplaceId } }) => {
      const [waits, people] = await Promise.all([
        readWaits(runtime, tx, workplaceId, { instances: rows, most: shownWaits }),
        readPeople(
          tx,
          workplaceId,
          rows.map(({ start_user_id }) => start_user_id),
        ),
      ])
      return rows.map((row) => presentInstance(row, { waits: waits.get(row.id) ?? [], people }))
    },
  } satisfies Omit<ListSource<ListDescription, InstanceRow, InstanceAnswer>, 'list' | 'filters'>
}

function isWindowed({ query }: Ask): boolean {
  return query.q !== '' || query.filters.some(({ name }) => name === 'variable')
}

/** What is asked for, as far as an index has it. */
function indexedOf({ query }: Ask): Ask['query'] {
  return { ...query, filters: query.filters.filter(({ name }) => name !== 'variable') }
}

/** The instance of a row `l`, from the table that has it: looked up one by one. */
function instanceOf(workplaceId: string): Sql {
  const definition = sql`left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
  return sql`select ${liveColumns} from instance i ${definition} where l.ended_at = 'infinity' and i.workplace_id = ${workplaceId} and i.id = l.instance_id
    union all
    select ${endedColumns} from history_instance i ${definition} where i.workplace_id = ${workplaceId} and i.id = l.instance_id and i.ended_at = l.ended_at
    offset 0`
}
