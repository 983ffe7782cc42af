import type { InstanceRow as InstanceAnswer, ListDescription } from '@millrace/contract'
import { allInstanceList, involvedInstanceList, startedInstanceList } from '@millrace/contract/lists/started-instances'
import { sql } from 'kysely'
import { reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { fullOrder } from '../../platform/list/ask-list.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { everyInstance, involvedReaders, reachesInSql, startingReaders } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { foundCount, foundSql, isFound, isFoundCutOff } from './found-instances.ts'
import { conditionsOf, listingCount, listingId, listingKeys, listingSql } from './instance-listing.ts'
import { endedColumns, type InstanceRow, liveColumns } from './instance-queries.ts'
import { readWaits } from './instance-waits.ts'
import { presentInstance } from './present-instance.ts'

/** How many waits of an instance its row has to know of in order to show three. */
const shownWaits = 5

/** Creates the source of the list of instances that the user started, running and ended. */
export function createStartedSource(
  runtime: Runtime,
): ListSource<typeof startedInstanceList, InstanceRow, InstanceAnswer> {
  return defineSource({ list: startedInstanceList, filters, ...sourceOf(runtime, ({ user }) => startingReaders(user)) })
}

/** Creates the source of the list of instances that the user is involved in. */
export function createInvolvedSource(
  runtime: Runtime,
): ListSource<typeof involvedInstanceList, InstanceRow, InstanceAnswer> {
  return defineSource({
    list: involvedInstanceList,
    filters,
    ...sourceOf(runtime, ({ user }) => involvedReaders(user)),
  })
}

/** Creates the source of the list of all instances. */
export function createAllSource(runtime: Runtime): ListSource<typeof allInstanceList, InstanceRow, InstanceAnswer> {
  const ofAll = {
    version: applied,
    title: applied,
    starter: applied,
    element: applied,
    incident: applied,
    id: applied,
    batch: applied,
    values: applied,
  }
  return defineSource({
    list: allInstanceList,
    filters: { ...filters, ...ofAll },
    ...sourceOf(runtime, readersOfAll, withinSeen),
  })
}

/** By the filter for starters only what they started themselves. */
function readersOfAll({ query: { filters } }: Ask): readonly string[] {
  const starters = filters.find(({ name }) => name === 'starter')?.values
  return starters === undefined ? [everyInstance] : starters.flatMap((username) => startingReaders({ username }))
}

/** Where the listing has applied it. */
const applied = () => sql`true`

const filters = {
  state: applied,
  process: applied,
  key: applied,
  started: applied,
  ended: applied,
  variable: applied,
} satisfies ListSource<typeof startedInstanceList, never, never>['filters']

/**
 * Every order and filter but text and variable works on rows of `instance_listing`, reader by reader, so that only the
 * instances of a page are looked up.
 */
function sourceOf(
  runtime: Runtime,
  readersOf: (ask: Ask) => readonly string[],
  within: (user: Person) => readonly Sql[] = () => [],
) {
  const listingOf = (ask: Ask) => ({
    workplaceId: ask.user.workplaceId,
    readers: readersOf(ask),
    where: [...conditionsOf(ask.user, ask.query), ...withinToken(ask.user), ...within(ask.user)],
    order: fullOrder({ id: listingId }, ask),
    bound: ask.bound,
    limit: ask.limit,
  })
  const foundOf = (ask: Ask) => ({
    ...listingOf(ask),
    user: ask.user,
    query: ask.query,
    instance: instanceOf(ask.user.workplaceId),
  })
  return {
    columns: sql`r.*`,
    from: (ask: Ask) => sql`(${isFound(ask.query) ? foundSql(foundOf(ask)) : listingSql(listingOf(ask))}) l
      cross join lateral (${instanceOf(ask.user.workplaceId)}) r`,
    keys: listingKeys,
    id: listingId,
    search: applied,
    counted: (ask: Ask) => (isFound(ask.query) ? foundCount(foundOf(ask)) : listingCount(listingOf(ask))),
    isCutOff: (ask: Ask) => (isFound(ask.query) ? isFoundCutOff(foundOf(ask)) : sql`false`),
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

/** Operators see every instance, others those of the processes of a right. */
function withinSeen(user: Person): Sql[] {
  return isOperator(user) ? [] : [reachesInSql(reachOf(user, 'instances.read'), sql`l.process_key`)]
}

/** An API token may be valid for some processes only. */
function withinToken(user: Person): Sql[] {
  return user.token === null ? [] : [reachesInSql(reachOfToken(user), sql`l.process_key`)]
}

/** The instance of a row `l`, from the table that has it: looked up one by one. */
function instanceOf(workplaceId: string): Sql {
  const definition = sql`left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
  return sql`select ${liveColumns} from instance i ${definition} where l.ended_at = 'infinity' and i.workplace_id = ${workplaceId} and i.id = l.instance_id
    union all
    select ${endedColumns} from history_instance i ${definition} where i.workplace_id = ${workplaceId} and i.id = l.instance_id and i.ended_at = l.ended_at
    offset 0`
}
