import type { InstanceState, ListQuery, SetFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { begins, contains, equals, isNoneOf, isOneOf, onTextKey } from '../../platform/list/conditions.ts'
import { type Bound, isBeyond, type Key, type OrderKey, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { createWalk, type Walk } from '../../platform/list/walk.ts'

/** The sort keys of lists of instances, for rows `l` of `instance_listing`. */
export const listingKeys = {
  started: { sql: sql`l.started_at`, type: 'instant' },
  ended: { sql: sql`nullif(l.ended_at, 'infinity')`, type: 'instant', isOptional: true },
  title: { sql: sql`l.title_key`, type: 'text' },
  process: { sql: sql`l.process_name`, type: 'text' },
  key: { sql: sql`l.business_key`, type: 'text', isOptional: true },
} as const satisfies Record<string, Key>

export const listingId = { sql: sql`l.instance_id`, type: 'id' } as const satisfies Key

export interface Listing {
  readonly workplaceId: string
  readonly readers: readonly string[]
  readonly where: readonly Sql[]
  /** With what makes it unique; none where they are only counted. */
  readonly order: readonly OrderKey[]
  readonly bound?: Bound | null
  readonly limit: number
}

export const listingColumns = sql`l.instance_id, l.started_at, l.ended_at, l.title_key, l.process_key, l.process_name, l.business_key`

/** What is filed is found in any order by an index, the few that are not yet by their reader. */
const isFiled = sql`l.is_filed`
const isNotFiled = sql`not l.is_filed`

/**
 * Returns the SQL of the first instances of several readers in an order, without duplicates. An instance can have
 * several of the readers, so each reader contributes up to the full limit.
 */
export function listingSql(listing: Listing): Sql {
  return firstSql(listing, listingColumns)
}

/** Returns the SQL of the number of instances of several readers, up to the limit. Nothing is sorted or looked up. */
export function listingCount(listing: Omit<Listing, 'order' | 'bound'>): Sql {
  return sql`(select count(*) from (${firstSql({ ...listing, order: [] }, sql`l.instance_id`)}) f)`
}

function firstSql({ workplaceId, readers, where, order, bound = null, limit }: Listing, columns: Sql): Sql {
  const parts = [isFiled, isNotFiled].flatMap((place) =>
    partsOf(order, bound).map(({ keys, where: more }) =>
      selectSql(
        {
          columns,
          from: sql`instance_listing l`,
          where: [sql`l.workplace_id = ${workplaceId}`, sql`l.reader = c`, place, ...where, ...more],
        },
        { order: keys.map(orderTerm), limit },
      ),
    ),
  )
  const all = sql`(${sql.join(parts, sql`) union all (`)})`
  const merged = sql`select distinct ${columns} from unnest(${[...readers]}::text[]) c cross join lateral (${all}) l`
  return selectSql({ columns: sql`l.*`, from: sql`(${merged}) l`, where: [] }, { order: order.map(orderTerm), limit })
}

/**
 * Returns the instances of several readers in an order, to be read one by one: at most `window` of each part, with and
 * without a value in the sort column.
 */
export function walksOf({ workplaceId, readers, where, order }: Listing, window: number): Walk[] {
  return partsOf(order, null).map(({ keys, where: more }) =>
    createWalk({
      columns: listingColumns,
      readers: [
        ...readers.map((reader) => [sql`l.reader = ${reader}`, isFiled]),
        [sql`l.reader = any(${[...readers]}::text[])`, isNotFiled],
      ].map((which) => ({
        from: sql`instance_listing l`,
        where: [sql`l.workplace_id = ${workplaceId}`, ...which, ...where, ...more],
      })),
      keys,
      limit: window,
    }),
  )
}

/** Returns the rows of the given instances that belong to several readers. `ids` is an array. */
export function listedOf({ workplaceId, readers, where }: Listing, ids: Sql): Sql {
  const which = [
    sql`l.workplace_id = ${workplaceId}`,
    sql`l.instance_id = any(${ids})`,
    sql`l.reader = any(${[...readers]}::text[])`,
  ]
  return sql`select distinct ${listingColumns} from instance_listing l where ${allOf([...which, ...where])}`
}

interface Part {
  readonly keys: readonly OrderKey[]
  readonly where: readonly Sql[]
}

/**
 * Splits a list into the ranges of its index: rows that have not ended, or have no key, are last in either direction.
 * Read backwards, from a bound in either range.
 */
function partsOf(order: readonly OrderKey[], bound: Bound | null): Part[] {
  const [first, ...rest] = order
  if (first?.isOptional !== true) return [{ keys: order, where: bound === null ? [] : [isBeyond(order, bound)] }]
  const isEnd = first.sql === listingKeys.ended.sql
  const { isOptional: _, ...required } = first
  const keys = [isEnd ? { ...required, sql: sql`l.ended_at` } : required, ...rest]
  const [some, none] = isEnd
    ? [sql`l.ended_at < 'infinity'`, sql`l.ended_at = 'infinity'`]
    : [sql`l.business_key is not null`, sql`l.business_key is null`]
  const withValue: Part = { keys, where: [some] }
  const without: Part = { keys: rest, where: [none] }
  if (bound === null) return [withValue, without]
  const [value = null, ...others] = bound.values
  if (value !== null) {
    const rows = { keys, where: [some, isBeyond(keys, bound)] }
    return first.isReversed ? [rows] : [rows, without]
  }
  const rows = { keys: rest, where: [none, isBeyond(rest, { ...bound, values: others })] }
  return first.isReversed ? [withValue, rows] : [rows]
}

/** Returns the filter conditions of a list, for rows `l`. */
export function conditionsOf({ workplaceId }: Person, { filters }: ListQuery): Sql[] {
  return filters.flatMap((filter) => {
    const condition = conditions[filter.name as keyof typeof conditions]
    return condition === undefined ? [] : [condition(filter, workplaceId)]
  })
}

const onTitle = onTextKey(sql`l.title_key`)
const onKey = onTextKey(sql`l.business_key`)

export const conditions = {
  state: ({ operator, values }, workplaceId) => hasState(workplaceId, { operator, values }),
  process: (filter) => (filter.operator === 'not' ? isNoneOf : isOneOf)(sql`l.process_key`, filter.values),
  key: onAny(onKey),
  title: onAny(onTitle),
  started: onInstant(sql`l.started_at`),
  ended: onInstant(sql`l.ended_at`),
  version: ({ values: [version] }, workplaceId) =>
    sql`l.definition_id = any(array(select d.id from process_definition d where d.workplace_id = ${workplaceId} and d.version = ${version}::numeric))`,
  id: ({ values }) => sql`l.instance_id = any(${values.filter(isUuid)}::uuid[])`,
  batch: ({ values }, workplaceId) =>
    sql`l.instance_id in (select i.subject_id from batch_item i where i.workplace_id = ${workplaceId} and i.batch_id = any(${values.filter(isUuid)}::uuid[]))`,
  incident: (filter, workplaceId) =>
    sql`l.instance_id in (select n.instance_id from incident n where n.workplace_id = ${workplaceId} and n.instance_id is not null and ${messageCondition(filter)})`,
} satisfies Record<string, (filter: SetFilter, workplaceId: string) => Sql>

/** Returns a filter that matches any of several texts. */
function onAny(condition: (filter: SetFilter) => Sql): (filter: SetFilter) => Sql {
  return (filter) => anyOf(filter.values.map((value) => condition({ ...filter, values: [value] })))
}

function messageCondition({ operator, values: [text = ''] }: SetFilter): Sql {
  if (operator === 'is') return equals(sql`n.message`, text)
  return operator === 'begins' ? begins(sql`n.message`, text) : contains(sql`n.message`, text)
}

function onInstant(column: Sql): (filter: SetFilter) => Sql {
  return ({ operator, values: [value] }) =>
    operator === 'before'
      ? sql`${column} < ${value}::timestamptz`
      : sql`(${column} >= ${value}::timestamptz and ${column} < 'infinity')`
}

const running = ['active', 'incident', 'suspended'] as const satisfies readonly InstanceState[]
const over = ['completed', 'cancelled'] as const satisfies readonly InstanceState[]

/** As `stateOf` has it. Whether it runs is said by the row; why it stands still by the few that do. */
function hasState(workplaceId: string, { operator, values }: Pick<SetFilter, 'operator' | 'values'>): Sql {
  const isWanted = (state: InstanceState) => values.includes(state) === (operator !== 'not')
  const open = running.filter(isWanted)
  const ended = over.filter(isWanted)
  const parts: Sql[] = []
  if (open.length === running.length) parts.push(sql`l.ended_at = 'infinity'`)
  else if (open.length > 0)
    parts.push(sql`(l.ended_at = 'infinity' and ${anyOf(open.map((state) => still(workplaceId)[state]))})`)
  // Not as a range, which an index of another order would be read for.
  if (ended.length === over.length) parts.push(sql`l.ended_at <> 'infinity'`)
  else
    for (const state of ended)
      parts.push(state === 'cancelled' ? sql`l.is_cancelled` : sql`(l.ended_at <> 'infinity' and not l.is_cancelled)`)
  return parts.length === 0 ? sql`false` : anyOf(parts)
}

function still(workplaceId: string): Readonly<Record<(typeof running)[number], Sql>> {
  const incident = sql`l.instance_id in (select n.instance_id from incident n where n.workplace_id = ${workplaceId} and n.instance_id is not null)`
  const suspended = sql`(l.instance_id in (select s.id from instance s where s.workplace_id = ${workplaceId} and s.is_suspended)
    or l.definition_id in (select d.id from process_definition d where d.workplace_id = ${workplaceId} and d.is_suspended))`
  return {
    incident,
    suspended: allOf([suspended, sql`not ${incident}`]),
    active: allOf([sql`not ${incident}`, sql`not ${suspended}`]),
  }
}

/** Returns the SQL of the distinct keys of processes with instances of some readers, without reading all instances. */
export function processKeysOf(workplaceId: string, readers: readonly string[]): Sql {
  const listed = sql`l.workplace_id = ${workplaceId} and l.reader = c`
  const filed = sql`${listed} and ${isFiled}`
  return sql`select v.value from unnest(${[...readers]}::text[]) c cross join lateral (
    (with recursive found as (
      (select l.process_key as value from instance_listing l where ${filed} and l.process_key is not null order by l.process_key limit 1)
      union all
      select (select l.process_key from instance_listing l where ${filed} and l.process_key > found.value order by l.process_key limit 1) from found where found.value is not null
    ) select value from found where value is not null)
    union
    select l.process_key from instance_listing l where ${listed} and ${isNotFiled} and l.process_key is not null) v`
}
