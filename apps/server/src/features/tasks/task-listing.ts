import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { type Bound, isBeyond, type Key, type OrderKey, orderTerm } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { allOf, type Sql } from '../../platform/list/sql.ts'

/** By what `task_listing` names those who find a task in their lists; the migration that makes it says what they mean. */
export type Readers = readonly string[]

/** Whose tasks they are. */
export function assignedReaders({ username }: User): Readers {
  return [`a:${username}`]
}

/** Who may claim them. */
export function claimingReaders({ username, groups }: User): Readers {
  return [`u:${username}`, ...groups.map((group) => `g:${group}`)]
}

/** Who has to do with them. */
export function involvedReaders(user: User): Readers {
  const { username, groups } = user
  return [
    `a:${username}`,
    `o:${username}`,
    `U:${username}`,
    ...claimingReaders(user),
    ...groups.map((group) => `G:${group}`),
  ]
}

/** What task lists are sorted by, of the rows `l` of `task_listing`. Ids go by the time at which tasks were made. */
export const listingKeys = {
  due: { sql: sql`nullif(l.due_at, 'infinity')`, type: 'instant', isOptional: true },
  priority: { sql: sql`l.priority`, type: 'integer' },
  created: { sql: sql`l.task_id`, type: 'id' },
  name: { sql: sql`l.name_key`, type: 'text' },
  process: { sql: sql`l.process_name`, type: 'text' },
  followUp: { sql: sql`l.follow_up_at`, type: 'instant', isOptional: true },
} as const satisfies Record<string, Key>

export const listingId = { sql: sql`l.task_id`, type: 'id' } as const satisfies Key

const columns = sql`l.task_id, l.due_at, l.root_id, l.instance_id, l.priority, l.follow_up_at, l.process_key, l.process_name, l.name_key`

interface Listing {
  readonly workplaceId: string
  readonly readers: Readers
  readonly where?: readonly Sql[]
  /** With what makes it unique. */
  readonly order: readonly OrderKey[]
  readonly bound?: Bound | null
  readonly limit: number
}

/**
 * The first tasks of several readers in an order, each once. A task of several of them is found by each, so each has to
 * give as many as are wanted altogether: `= any(readers)` would sort all that they have.
 */
export function listingSql({ workplaceId, readers, where = [], order, bound = null, limit }: Listing): Sql {
  const beyond = bound === null ? [] : [isBeyond(order, bound)]
  const parts = partsOf(order, bound).map((part) =>
    selectSql(
      {
        columns,
        from: sql`task_listing l`,
        where: [sql`l.workplace_id = ${workplaceId}`, sql`l.reader = c`, ...where, ...(part.where ?? beyond)],
      },
      { order: part.keys.map(orderTerm), limit },
    ),
  )
  const [first] = parts
  const one = parts.length === 1 && first !== undefined ? first : sql`(${sql.join(parts, sql`) union all (`)})`
  const all = sql`select distinct ${columns} from unnest(${[...readers]}::text[]) c cross join lateral (${one}) l`
  return selectSql({ columns: sql`l.*`, from: sql`(${all}) l`, where: [] }, { order: order.map(orderTerm), limit })
}

interface Part {
  readonly keys: readonly OrderKey[]
  /** In the place of the bound. */
  readonly where: readonly Sql[] | null
}

/**
 * What is never due comes last in either direction, which no one index has: there are those that have a value, in its
 * order, and those that have none. By due date, the first first, the index has both.
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

const dueFirstOrder: readonly OrderKey[] = [listingKeys.due, listingId].map((key) => ({
  ...key,
  isDescending: false,
  isReversed: false,
}))

/** Tasks of some readers up to a number, those that are due first: `task_id` and `due_at` and the rest of the row. */
export function dueFirst(
  workplaceId: string,
  readers: Readers,
  { from, before, limit }: { readonly from?: string; readonly before?: string; readonly limit: number },
): Sql {
  const where = [
    ...(from === undefined ? [] : [sql`l.due_at >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`l.due_at < ${before}::timestamptz`]),
  ]
  return listingSql({ workplaceId, readers, where, order: dueFirstOrder, limit })
}

/** What some readers have, of one column with an index of its own: each value once, found without reading the rest. */
export function distinctOf(workplaceId: string, readers: Readers, column: 'process_key'): Sql {
  const own = sql`l.workplace_id = ${workplaceId} and l.reader = c`
  const value = sql.ref(`l.${column}`)
  return sql`select distinct v.value from unnest(${[...readers]}::text[]) c cross join lateral (
    with recursive found as (
      (select ${value} as value from task_listing l where ${own} and ${value} is not null order by ${value} limit 1)
      union all
      select (select ${value} from task_listing l where ${own} and ${value} > found.value order by ${value} limit 1) from found where found.value is not null
    ) select value from found where value is not null) v`
}

/** Whether some readers have a task. */
export function hasTasks(workplaceId: string, reader: Sql): Sql {
  return sql`exists (select from task_listing l where ${allOf([sql`l.workplace_id = ${workplaceId}`, sql`l.reader = ${reader}`])})`
}
