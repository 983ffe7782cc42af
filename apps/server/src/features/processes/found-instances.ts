import type { ListQuery } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import { containsLower } from '../../platform/list/conditions.ts'
import { isBeyond, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { anyOf, either, type Sql } from '../../platform/list/sql.ts'
import { firstOfWalk } from '../../platform/list/walk.ts'
import { dataVisibleInSql } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { haveFewVariable, instancesWithVariable, variablesOf } from '../../runtime/search/rare-values.ts'
import { rarestThings, splitIntoTerms } from '../../runtime/search/terms.ts'
import { type Listing, listedOf, listingColumns, walksOf } from './instance-listing.ts'
import { hasPastedValue, instancesWithPastedValue, readPastedValues } from './pasted-values.ts'
import { hasVariable } from './variable-condition.ts'

/** The number of instances that are searched for conditions without an index: the first in the order of the list. */
export const foundWindow = 2_000

interface Found extends Listing {
  readonly user: Person
  readonly query: ListQuery
  /** The instance `r` of a row `l`, as a table in `lateral`. */
  readonly instance: Sql
}

/**
 * Returns the rows of the listing whose instances have a text or values of variables. Indexes find rare words, and rare
 * values of running instances, anywhere in the list. For all other conditions, such as a text within a word, the first
 * `foundWindow` rows in the order of the list are searched until enough match.
 */
export function foundSql(found: Found): Sql {
  const { order, bound = null, limit } = found
  const where = [...conditionsOf(found), ...(bound === null ? [] : [isBeyond(order, bound)])]
  const joins = readsInstance(found) ? sql` cross join lateral (${found.instance}) r` : sql``
  const walked = walksOf(found, foundWindow).map((walk) =>
    firstOfWalk(walk, { columns: listingColumns, joins, where, limit }),
  )
  const known = knownOf(found)
  if (known === null) return either(walked)
  const listed = selectSql(
    { columns: listingColumns, from: sql`(${listedOf(found, known)}) l${joins}`, where },
    { order: order.map(orderTerm), limit },
  )
  return either([...walked, listed])
}

/**
 * Whether a condition reads the instance `r` of a row. Operators see the variables of every instance, so for them the
 * instances of 2,000 rows are not looked up.
 */
function readsInstance({ user, query: { filters } }: Found): boolean {
  const names = filters.map(({ name }) => name)
  return names.includes('element') || (!isOperator(user) && names.some((name) => unlisted.includes(name)))
}

function conditionsOf({ user, workplaceId, query: { q, filters } }: Found): Sql[] {
  const pasted = readPastedValues(filters)
  const variables = [
    ...variablesOf(filters).map((filter) => hasVariable(workplaceId, filter)),
    ...(pasted.length > 0 ? [hasPastedValue(workplaceId, pasted)] : []),
  ]
  return [
    ...variables,
    ...filters.flatMap(({ name, values }) => (name === 'element' ? [standsAt(workplaceId, values)] : [])),
    // Whoever may not see the variables of an instance learns nothing of them by its being in the list or not.
    ...(variables.length > 0 ? [dataVisibleInSql(user)] : []),
    ...(q === ''
      ? []
      : [
          anyOf(
            [sql`l.title_key`, sql`l.business_key`, sql`l.process_name`, sql`lower(l.process_key)`].map((lower) =>
              containsLower(lower, q),
            ),
          ),
        ]),
  ]
}

/** Instances `r` in which one of these elements is open. */
function standsAt(workplaceId: string, elements: readonly string[]): Sql {
  return sql`exists (select from element e where e.workplace_id = ${workplaceId} and e.root_id = r.root_id and e.instance_id = r.id
    and e.element_key = any(${[...elements]}::text[]))`
}

/** Filters for what the rows of the listing do not have. */
const unlisted: readonly string[] = ['variable', 'values', 'element']

/** Returns whether a query has a condition that the rows of the listing cannot answer. */
export function isFound({ q, filters }: ListQuery): boolean {
  return q !== '' || filters.some(({ name }) => unlisted.includes(name))
}

/** An array of instances to look at wherever they stand. */
function knownOf({ workplaceId, query: { q, filters } }: Found): Sql | null {
  const [first] = variablesOf(filters)
  if (first !== undefined)
    return sql`array(select k.instance_id from (${instancesWithVariable(workplaceId, first)}) k where ${haveFewVariable(workplaceId, first)})`
  const pasted = readPastedValues(filters)
  if (pasted.length > 0) return sql`array(${instancesWithPastedValue(workplaceId, pasted)})`
  const terms = splitIntoTerms(q)
  return terms.length === 0 ? null : sql`array(${rarestThings(workplaceId, 'instance', terms)})`
}

/** Returns the SQL of the number of matching instances, up to the limit. */
export function foundCount(found: Found): Sql {
  return sql`(select count(*) from (select l.instance_id from (${foundSql(found)}) l limit ${found.limit}) f)`
}

/** Returns the SQL condition that some instances were not searched, because there are more than `foundWindow`. */
export function isFoundCutOff(found: Found): Sql {
  const more = walksOf(found, foundWindow + 1).map(
    ({ rows }) => sql`(select count(*) > ${foundWindow} from (${rows}) w)`,
  )
  return sql`(${sql.join(more, sql` or `)})`
}
