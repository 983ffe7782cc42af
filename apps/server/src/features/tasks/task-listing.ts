import { sql } from 'kysely'
import { type Bound, isBeyond, type Key, type OrderKey, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { allOf, either, type Sql } from '../../platform/list/sql.ts'
import { createWalk, type ReaderRows, type Walk } from '../../platform/list/walk.ts'
import { isCandidate, isOwn, type Readers } from './task-readers.ts'

/** The sort keys of task lists, for rows `l` of `task_listing` or `task_listed`. Ids are in the order of creation. */
export const listingKeys = {
  due: { sql: sql`nullif(l.due_at, 'infinity')`, type: 'instant', isOptional: true },
  priority: { sql: sql`l.priority`, type: 'integer' },
  created: { sql: sql`l.task_id`, type: 'id' },
  name: { sql: sql`l.name_key`, type: 'text' },
  process: { sql: sql`l.process_name`, type: 'text' },
  followUp: { sql: sql`l.follow_up_at`, type: 'instant', isOptional: true },
} as const satisfies Record<string, Key>

export const listingId = { sql: sql`l.task_id`, type: 'id' } as const satisfies Key

export const listingColumns = sql`l.task_id, l.due_at, l.root_id, l.instance_id, l.priority, l.follow_up_at, l.process_key, l.process_name, l.name_key`

/** The number of tasks of one user, or of all open tasks, that are searched for conditions without an index. */
export const listWindow = 5_000

/**
 * A condition for several values of a column that precedes the due date in an index: the index is sorted by due date
 * for each value, not for all.
 */
export interface OneOf {
  readonly column: Sql
  /** Holds for rows of any of them. */
  readonly condition: Sql
  /** The values; null for those that satisfy the condition, which are looked up. */
  readonly values: Sql | null
}

export interface Listing {
  readonly workplaceId: string
  readonly readers: Readers
  readonly where?: readonly Sql[]
  /** The column that is limited to several values, in addition to `where`. */
  readonly oneOf?: OneOf | null
  /** With what makes it unique; none where they are only counted. */
  readonly order: readonly OrderKey[]
  readonly bound?: Bound | null
  readonly limit: number
}

/**
 * Returns the SQL of the first tasks of several readers in an order, without duplicates. A task can have several of the
 * readers, so each reader contributes up to the full limit: `= any(readers)` would sort all tasks of them.
 */
export function listingSql(listing: Listing): Sql {
  return firstSql(listing, listingColumns)
}

/** Returns the SQL of the number of tasks of several readers, up to the limit. Nothing is sorted or looked up. */
export function listingCount(listing: Omit<Listing, 'order' | 'bound'>): Sql {
  return sql`(select count(*) from (${firstSql({ ...listing, order: [] }, sql`l.task_id`)}) f)`
}

function firstSql(listing: Listing, columns: Sql): Sql {
  const { workplaceId, readers, oneOf = null, order, bound = null, limit } = listing
  const where = conditionsOf(listing)
  const beyond = bound === null ? [] : [isBeyond(order, bound)]
  const firstOf = ({ from, where: which }: ReaderRows, where: readonly Sql[]): Sql =>
    allOfEither(
      partsOf(order, bound).map((part) =>
        selectSql(
          { columns, from, where: [...which, ...where, ...(part.where ?? beyond)] },
          { order: part.keys.map(orderTerm), limit },
        ),
      ),
    )
  const own = readers.filter(isOwn)
  const listed = readers.filter(isCandidate)
  const isByValue = oneOf !== null && order[0]?.sql === listingKeys.due.sql
  const candidates = firstOf(
    listedRows(workplaceId, sql`c`),
    isByValue ? [...(listing.where ?? []), sql`${oneOf.column} = k.value`] : where,
  )
  const values = isByValue ? sql` cross join lateral (${valuesOf(workplaceId, oneOf)}) k` : sql``
  const sources = [
    ...own.map((reader) => firstOf(ownRows(workplaceId, reader, isByDueDate({ where, order })), where)),
    ...(own.length > 0 && listed.length === 0
      ? []
      : [
          sql`select distinct ${columns} from unnest(${listed}::text[]) c${values} cross join lateral (${candidates}) l`,
        ]),
  ]
  const [first] = sources
  const all = sources.length === 1 && first !== undefined ? first : either(sources)
  return selectSql({ columns: sql`l.*`, from: sql`(${all}) l`, where: [] }, { order: order.map(orderTerm), limit })
}

function conditionsOf({ where = [], oneOf = null }: Listing): readonly Sql[] {
  return oneOf === null ? where : [...where, oneOf.condition]
}

function valuesOf(workplaceId: string, { column, condition, values }: OneOf): Sql {
  return values === null ? distinctOf(workplaceId, column, condition) : sql`select unnest(${values}) as value`
}

/** The values of a column that the reader `c` has, each once, without reading all of their rows. */
function distinctOf(workplaceId: string, column: Sql, condition: Sql): Sql {
  const listed = sql`l.workplace_id = ${workplaceId} and l.reader = c and ${condition}`
  return sql`with recursive found as (
      (select ${column} as value from task_listing l where ${listed} order by ${column} limit 1)
      union all
      select (select ${column} from task_listing l where ${listed} and ${column} > found.value order by ${column} limit 1) from found where found.value is not null
    ) select value from found where value is not null`
}

/**
 * Returns the tasks of several readers in an order, to be read one by one: at most `window` of each part, with and
 * without a due date.
 */
export function walksOf(listing: Listing, window: number): Walk[] {
  const { workplaceId, readers, order } = listing
  const where = conditionsOf(listing)
  const rows = readers.map((reader) =>
    isOwn(reader)
      ? ownRows(workplaceId, reader, isByDueDate({ where, order }))
      : listedRows(workplaceId, sql`${reader}`),
  )
  return partsOf(order, null).map(({ keys, where: which }) =>
    createWalk({
      columns: listingColumns,
      readers: rows.map((one) => ({ from: one.from, where: [...one.where, ...where, ...(which ?? [])] })),
      keys,
      limit: window,
    }),
  )
}

/**
 * Returns the SQL of the tasks of several readers in some call hierarchies of instances. `roots` is an array of ids of
 * root instances.
 */
export function listedIn(listing: Listing, roots: Sql): Sql {
  const { workplaceId, readers } = listing
  const where = conditionsOf(listing)
  const own = readers.filter(isOwn)
  const listed = readers.filter((reader) => !isOwn(reader))
  const ofReaders = sql`select ${listingColumns} from task t
    join task_listing l on l.workplace_id = t.workplace_id and l.task_id = t.id and l.reader = any(${listed}::text[])
    where t.workplace_id = ${workplaceId} and t.root_id = any(${roots}) and ${allOf(where)}`
  const ofOwn = own.map(
    (reader) =>
      sql`select ${listingColumns} from task_listed l where ${allOf([...ownConditions(workplaceId, reader), sql`l.root_id = any(${roots})`, ...where])}`,
  )
  return sql.join([...(listed.length > 0 ? [ofReaders] : []), ...ofOwn], sql` union `)
}

/** The order in which a person's own tasks are in an index. */
function isByDueDate({ where = [], order }: Pick<Listing, 'where' | 'order'>): boolean {
  return where.length === 0 && (order.length === 0 || order[0]?.sql === listingKeys.due.sql)
}

function listedRows(workplaceId: string, reader: Sql): ReaderRows {
  return { from: sql`task_listing l`, where: [sql`l.workplace_id = ${workplaceId}`, sql`l.reader = ${reader}`] }
}

/**
 * The tasks themselves: those of one person are few, so they are in no table of their own. Of somebody who has more
 * than `listWindow` those that are due first are looked at, where it is not all of them by due date that is asked for.
 */
function ownRows(workplaceId: string, reader: Readers[number], isWhole: boolean): ReaderRows {
  const where = ownConditions(workplaceId, reader)
  if (isWhole) return { from: sql`task_listed l`, where }
  const window = sql`select * from task_listed l where ${allOf(where)} order by l.due_at, l.task_id limit ${listWindow}`
  return { from: sql`(${window}) l`, where: [] }
}

function ownConditions(workplaceId: string, reader: Readers[number]): Sql[] {
  if (typeof reader !== 'string') {
    const { username, processKeys } = reader
    const his = [sql`l.workplace_id = ${workplaceId}`, sql`l.assignee = ${username}`]
    return processKeys === null ? his : [...his, sql`l.process_key = any(${[...processKeys]}::text[])`]
  }
  const name = reader.slice(2)
  const own = reader.startsWith('a:')
    ? sql`l.assignee = ${name}`
    : sql`l.owner = ${name} and l.owner is distinct from l.assignee`
  return [sql`l.workplace_id = ${workplaceId}`, own]
}

/** Returns the SQL condition that a user has more tasks than are searched for a filter or an order. */
export function hasMoreThanWindow(workplaceId: string, readers: Readers): Sql {
  const more = readers.filter(isOwn).map((reader) => {
    const rows = sql`select from task_listed l where ${allOf(ownConditions(workplaceId, reader))} limit ${listWindow + 1}`
    return sql`(select count(*) > ${listWindow} from (${rows}) w)`
  })
  return more.length === 0 ? sql`false` : sql.join(more, sql` or `)
}

function allOfEither(parts: readonly Sql[]): Sql {
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : sql`(${sql.join(parts, sql`) union all (`)})`
}

interface Part {
  readonly keys: readonly OrderKey[]
  /** In the place of the bound. */
  readonly where: readonly Sql[] | null
}

/**
 * Splits a list into rows with a value and rows without one, which are last in either direction, because no single
 * index has both. Sorted by due date, the earliest first, one index has both.
 */
function partsOf(order: readonly OrderKey[], bound: Bound | null): Part[] {
  const [first, ...rest] = order
  if (first?.isOptional !== true) return [{ keys: order, where: null }]
  const isDue = first.sql === listingKeys.due.sql
  const { isOptional: _, ...required } = first
  const key = isDue ? { ...required, sql: sql`l.due_at` } : required
  if (isDue && first.isDescending === first.isReversed) {
    const keys = [key, ...rest]
    const values = bound?.values.map((value, index) => (index === 0 ? (value ?? 'infinity') : value)) ?? []
    return [{ keys, where: bound === null ? [] : [isBeyond(keys, { ...bound, values })] }]
  }
  const beyond = bound === null ? [] : [isBeyond(order, bound)]
  const [some, none] = isDue
    ? [sql`l.due_at < 'infinity'`, sql`l.due_at = 'infinity'`]
    : [sql`${first.sql} is not null`, sql`${first.sql} is null`]
  return [
    { keys: [key, ...rest], where: [some, ...beyond] },
    { keys: rest, where: [none, ...beyond] },
  ]
}

/**
 * Returns the SQL of the first tasks of some readers by due date, up to a limit: `task_id`, `due_at` and the rest of
 * the row.
 */
export function dueFirst(workplaceId: string, readers: Readers, { limit }: { readonly limit: number }): Sql {
  return firstIn([listingKeys.due, listingId], { workplaceId, readers, limit })
}

/** Returns the SQL of the newest tasks of some candidates, up to a limit. */
export function newestFirst(workplaceId: string, readers: Readers, { limit }: { readonly limit: number }): Sql {
  return firstIn([{ ...listingKeys.created, isDescending: true }], { workplaceId, readers, limit })
}

/** Of hundreds of tasks: for the few of a page `listingSql` has the cheaper plan. By keys that need one part. */
function firstIn(keys: readonly (Key & { isDescending?: true })[], listing: Omit<Listing, 'order'>): Sql {
  const order = keys.map((key) => ({ ...key, isDescending: key.isDescending === true, isReversed: false }))
  return sql.join(walksOf({ ...listing, order }, listing.limit).map(({ rows }) => rows))
}

/** Returns the SQL of the number of tasks of some readers that are due in a period, up to a limit. */
export function dueCount(
  workplaceId: string,
  readers: Readers,
  { from, before, limit }: { readonly from?: string; readonly before?: string; readonly limit: number },
): Sql {
  const where = [
    ...(from === undefined ? [] : [sql`l.due_at >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`l.due_at < ${before}::timestamptz`]),
  ]
  return listingCount({ workplaceId, readers, where, limit })
}

/**
 * Returns the SQL of the distinct keys of processes with tasks of some readers. For candidates, not all tasks are read.
 */
export function processKeysOf(workplaceId: string, readers: Readers): Sql {
  const keys = distinctOf(workplaceId, sql`l.process_key`, sql`l.process_key is not null`)
  const ofCandidates = sql`select v.value from unnest(${readers.filter(isCandidate)}::text[]) c cross join lateral (${keys}) v`
  const ofOwn = readers.filter(isOwn).map((reader) => {
    const { from, where } = ownRows(workplaceId, reader, false)
    return sql`select l.process_key from ${from} where ${allOf([...where, sql`l.process_key is not null`])}`
  })
  return sql.join([ofCandidates, ...ofOwn], sql` union `)
}

/** Returns the SQL condition that a candidate has tasks. */
export function hasTasks(workplaceId: string, reader: Sql): Sql {
  return sql`exists (select from task_listing l where ${allOf([sql`l.workplace_id = ${workplaceId}`, sql`l.reader = ${reader}`])})`
}
