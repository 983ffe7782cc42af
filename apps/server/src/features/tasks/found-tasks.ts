import type { ListQuery } from '@millrace/contract'
import { sql } from 'kysely'
import { containsAny } from '../../platform/list/conditions.ts'
import { isBeyond, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { allOf, type Sql } from '../../platform/list/sql.ts'
import { firstOfWalk } from '../../platform/list/walk.ts'
import { rarestThings, wordsOf } from '../../runtime/search/words.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { type Listing, listedIn, listingColumns, walksOf } from './task-listing.ts'
import { fewInstances, hasVariable, instancesWithVariable, variablesOf } from './variable-condition.ts'

/** How many tasks are looked at for what no index has: the first in the order of the list. */
export const foundWindow = 2_000

interface Found extends Listing {
  readonly query: ListQuery
}

/** Whether something is asked for that is not in the rows of the listing. */
export function isFound({ q, filters }: ListQuery): boolean {
  return q !== '' || filters.some(({ name }) => name === 'variable')
}

/**
 * Rows of the listing whose tasks have a text, or values of variables. What few instances have, by a word or a value, is
 * found by them, wherever it stands in the list; for what many have, and for a text within a word, the first
 * `foundWindow` tasks in the order of the list are looked at until there are enough.
 */
export function foundSql(found: Found): Sql {
  const { order, bound = null, limit, query } = found
  const [first, ...others] = variablesOf(query.filters)
  const { beside, has } = textOf(found)
  const where = [
    ...others.map((filter) => hasVariable(found.workplaceId, filter)),
    ...has,
    ...(bound === null ? [] : [isBeyond(order, bound)]),
  ]
  const known = (roots: Sql, more: readonly Sql[] = []) =>
    selectSql(
      { columns: listingColumns, from: sql`(${listedIn(found, roots)}) l${beside}`, where: [...more, ...where] },
      { order: order.map(orderTerm), limit },
    )
  const walked = (more: readonly Sql[] = []) =>
    walksOf(found, foundWindow).map((walk) =>
      firstOfWalk(walk, { columns: listingColumns, beside, where: [...more, ...where], limit }),
    )
  if (first === undefined) {
    const words = wordsOf(query.q)
    return either([...walked(), ...(words.length === 0 ? [] : [known(rootsWith(found.workplaceId, words))])])
  }
  const rows = either([
    ...walked([sql`not ${isFew}`, hasVariable(found.workplaceId, first)]),
    known(sql`array(select root_id from known where ${isFew})`, [
      sql`l.instance_id in (select instance_id from known)`,
    ]),
  ])
  return sql`with known as materialized (${instancesWithVariable(found.workplaceId, first)}) ${rows}`
}

/** Whether all that have the value are `known`. */
const isFew = sql`(select count(*) <= ${sql.lit(fewInstances)} from known)`

function either(parts: readonly Sql[]): Sql {
  return sql`(${sql.join(parts, sql`) union (`)})`
}

function rootsWith(workplaceId: string, words: readonly string[]): Sql {
  return sql`array(${rarestThings(workplaceId, 'instance', words)})`
}

/** What stands beside a row `l` to look for a text, and that the text is in it. */
function textOf({ workplaceId, query: { q } }: Found): { beside: Sql; has: Sql[] } {
  if (q === '') return { beside: sql``, has: [] }
  const beside = sql` cross join lateral (
    select t.task_key, t.title, i.title as instance_title, i.business_key, case when i.id is not null then ${instanceTitle} end as full_title
    from task t left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
      cross join lateral (select l.process_name as name, null::text as key) d
    where t.workplace_id = ${workplaceId} and t.id = l.task_id offset 0) t`
  const texts = [
    sql`l.name_key`,
    sql`l.process_name`,
    sql`l.process_key`,
    sql`t.task_key`,
    sql`t.business_key`,
    sql`t.title`,
    sql`t.full_title`,
  ]
  return { beside, has: [containsAny(texts, q)] }
}

/** How many there are, up to the limit. */
export function foundCount(found: Found): Sql {
  return sql`(select count(*) from (select l.task_id from (${foundSql(found)}) l limit ${found.limit}) f)`
}

/** Whether there are tasks that were not looked at. */
export function isFoundCutOff(found: Found): Sql {
  const [first] = variablesOf(found.query.filters)
  const more = walksOf({ ...found, bound: null }, foundWindow + 1).map(
    ({ rows }) => sql`(select count(*) > ${foundWindow} from (${rows}) w)`,
  )
  const isMore = sql`(${sql.join(more, sql` or `)})`
  if (first === undefined) return isMore
  return sql`(with known as materialized (${instancesWithVariable(found.workplaceId, first)}) select ${allOf([sql`not ${isFew}`, isMore])})`
}
