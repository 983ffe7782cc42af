import type { ListQuery } from '@millrace/contract'
import { sql } from 'kysely'
import { containsLower } from '../../platform/list/conditions.ts'
import { isBeyond, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { allOf, anyOf, either, type Sql } from '../../platform/list/sql.ts'
import { firstOfWalk } from '../../platform/list/walk.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import {
  frequencyOfVariable,
  haveFewVariable,
  instancesWithVariable,
  someWithVariable,
  variablesOf,
} from '../../runtime/search/rare-values.ts'
import { rarestThings, splitIntoTerms } from '../../runtime/search/terms.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { type Listing, listedIn, listingColumns, walksOf } from './task-listing.ts'
import { hasVariable } from './variable-condition.ts'
import { isVariableVisible, type Sight } from './variable-sight.ts'

/** The number of tasks that are searched for a text: the first in the order of the list. */
export const foundWindow = 2_000
/** For a value that many have. One in fifty still fills a page. */
const valueWindow = 3_000

interface Found extends Listing {
  readonly query: ListQuery
  /** Whoever may not see a variable learns nothing of it by the task being in the list or not. */
  readonly sight: Sight
}

/**
 * Returns the rows of the listing whose tasks have a text or values of variables. Indexes find rare words and values
 * anywhere in the list. For frequent ones, and for a text within a word, the first tasks in the order of the list are
 * searched until enough match.
 */
export function foundSql(found: Found): Sql {
  const { order, bound = null, limit, query } = found
  const variables = variablesOf(query.filters)
  const [first, ...others] = variables
  const { joins, has } = textOf(found)
  const where = [
    ...others.map((filter) => hasVariable(found.workplaceId, filter)),
    ...has,
    ...variables.map(({ name }) => isVariableVisible(found.sight, name)),
    ...(bound === null ? [] : [isBeyond(order, bound)]),
  ]
  const known = (roots: Sql, more: readonly Sql[] = []) =>
    selectSql(
      { columns: listingColumns, from: sql`(${listedIn(found, roots)}) l${joins}`, where: [...more, ...where] },
      { order: order.map(orderTerm), limit },
    )
  const walked = (more: readonly Sql[] = []) =>
    walksOf(found, windowOf(found)).map((walk) =>
      firstOfWalk(walk, { columns: listingColumns, joins, where: [...more, ...where], limit }),
    )
  if (first === undefined) {
    const terms = splitIntoTerms(query.q)
    return either([...walked(), ...(terms.length === 0 ? [] : [known(rootsWith(found.workplaceId, terms))])])
  }
  const isWalked = sql`case when (select are_some from frequency) then l.instance_id in (select instance_id from aside)
    else ${hasVariable(found.workplaceId, first)} end`
  const rows = either([
    ...walked([sql`not ${isFew}`, isWalked]),
    known(sql`array(select root_id from known)`, [sql`l.instance_id in (select instance_id from known)`]),
  ])
  return sql`with frequency as materialized (${frequencyOfVariable(found.workplaceId, first)}),
    known as materialized (select k.* from frequency f cross join lateral (${instancesWithVariable(found.workplaceId, first)}) k where f.are_few),
    aside as materialized (select k.* from frequency f cross join lateral (${someWithVariable(found.workplaceId, first)}) k where f.are_some) ${rows}`
}

/** Whether all that have the value are `known`. */
const isFew = sql`(select are_few from frequency)`

function windowOf({ query }: Found): number {
  return query.q === '' ? valueWindow : foundWindow
}

function rootsWith(workplaceId: string, terms: readonly string[]): Sql {
  return sql`array(${rarestThings(workplaceId, 'instance', terms)})`
}

/** Returns the joins and conditions for a text search in rows `l`. */
function textOf({ workplaceId, query: { q } }: Found): { joins: Sql; has: Sql[] } {
  if (q === '') return { joins: sql``, has: [] }
  const joins = sql` cross join lateral (
    select t.task_key, t.title, i.business_key, case when i.id is not null then ${instanceTitle} end as full_title
    from task t left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
      cross join lateral (select l.process_name as name, null::text as key) d
    where t.workplace_id = ${workplaceId} and t.id = l.task_id offset 0) t`
  // One text of all that is not in the row; what stands between is in no pattern. The name of a process is compared by
  // code points, and would have all of it made lower case so.
  const ofTask = sql`lower(concat_ws(E'\n\n\n', t.task_key, t.title, t.business_key, t.full_title) collate "default")`
  const texts = [sql`l.name_key`, sql`l.process_name`, sql`lower(l.process_key)`, ofTask]
  return { joins, has: [anyOf(texts.map((lower) => containsLower(lower, q)))] }
}

/** Returns the SQL of the number of matching tasks, up to the limit. */
export function foundCount(found: Found): Sql {
  return sql`(select count(*) from (select l.task_id from (${foundSql(found)}) l limit ${found.limit}) f)`
}

/**
 * Returns the SQL condition that some tasks were not searched, or may not have been: users who may not see a value must
 * not learn how many instances have it.
 */
export function isFoundCutOff(found: Found): Sql {
  const [first] = variablesOf(found.query.filters)
  const window = windowOf(found)
  const more = walksOf({ ...found, bound: null }, window + 1).map(
    ({ rows }) => sql`(select count(*) > ${window} from (${rows}) w)`,
  )
  const isMore = sql`(${sql.join(more, sql` or `)})`
  if (first === undefined || !isOperator(found.sight.user)) return isMore
  return allOf([sql`not ${haveFewVariable(found.workplaceId, first)}`, isMore])
}
