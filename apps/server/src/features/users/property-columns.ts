import {
  type ListQuery,
  readVariableFilter,
  type SetFilter,
  type ShownVariable,
  type UserPropertyType,
  type VariableFilter,
} from '@millrace/contract'
import { sql } from 'kysely'
import { findKnown } from '../../operations/user-properties/find-missing.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { allOf, runSql, type Sql } from '../../platform/list/sql.ts'

interface Around {
  readonly tx: Tx
  readonly user: Person
}

/**
 * Returns the condition that the own value of a property of user `u` matches a filter. Only user administrators see the
 * list, and they see every property.
 */
export function hasProperty(workplaceId: string, text: string): Sql {
  const filter = readVariableFilter(text)
  if (filter === null) return sql`false`
  return sql`u.id in (select v.user_id from user_property p
    join user_property_value v on v.workplace_id = p.workplace_id and v.property_id = p.id
    where p.workplace_id = ${workplaceId} and lower(p.key) = lower(${filter.name}) and not p.is_disabled and ${compare(filter, sql`v.text_key`, sql`v.number`)})`
}

/** As values compare: dates and yes or no by their texts. */
function compare({ type, operator, value }: VariableFilter, text: Sql, number: Sql): Sql {
  if (type === 'number') return sql`${number} ${sql.raw(signs[operator])} ${Number(value)}::float8`
  const key = (type === 'instant' ? value.slice(0, 10) : value.slice(0, 255)).toLowerCase()
  if (operator === 'begins') return sql`(${text} >= ${key}::text and ${text} < ${`${key}\u{10FFFF}`}::text)`
  return sql`${text} ${sql.raw(signs[operator])} ${key}::text`
}

const signs = { is: '=', begins: '=', from: '>=', to: '<=', before: '<' } as const

interface Default {
  readonly id: string
  readonly isMatch: boolean
}

/**
 * Returns a filter for properties of a query whose conditions match a default: users without a value have the default.
 * Null when no condition matches a default, so that `hasProperty` is enough.
 */
export async function findDefaultsFilter(
  { filters }: ListQuery,
  { tx, user: { workplaceId } }: Around,
): Promise<((filter: SetFilter) => Sql) | null> {
  const texts = filters.filter(({ name }) => name === 'property').flatMap(({ values }) => values)
  const matched = new Map<string, string>()
  for (const text of texts) {
    const filter = readVariableFilter(text)
    if (filter === null) continue
    const value = sql`left(lower(p.default_value), 255) collate "C"`
    const [found] = await runSql<Default>(
      tx,
      sql`select p.id, coalesce(${compare(filter, value, sql`millrace_number_of(p.default_value)`)}, false) as "isMatch" from user_property p
        where p.workplace_id = ${workplaceId} and lower(p.key) = lower(${filter.name}) and not p.is_disabled and p.default_value <> ''`,
    )
    if (found?.isMatch === true) matched.set(text, found.id)
  }
  if (matched.size === 0) return null
  return ({ values }) =>
    allOf(
      values.map((text) => {
        const own = hasProperty(workplaceId, text)
        const id = matched.get(text)
        return id === undefined
          ? own
          : sql`(${own} or not exists (select from user_property_value d
              where d.workplace_id = u.workplace_id and d.user_id = u.id and d.property_id = ${id}))`
      }),
    )
}

interface ValueRow {
  readonly user_id: string
  readonly key: string
  readonly type: UserPropertyType
  readonly value: string
}

/** Reads user properties for the rows of the list, by key, with defaults. */
export async function readPropertyColumns(
  rows: readonly { readonly id: string }[],
  names: readonly string[],
  { tx, user: { workplaceId } }: Around,
): Promise<Readonly<Record<string, ShownVariable>>[]> {
  const asked = new Map(names.map((name) => [name.toLowerCase(), name]))
  const values = await runSql<ValueRow>(
    tx,
    sql`select u.id as user_id, lower(p.key) as key, p.type, coalesce(v.value, p.default_value) as value
      from unnest(${rows.map(({ id }) => id)}::uuid[]) u(id)
      join user_property p on p.workplace_id = ${workplaceId} and lower(p.key) = any(${[...asked.keys()]}::text[]) and not p.is_disabled
      left join user_property_value v on v.workplace_id = p.workplace_id and v.user_id = u.id and v.property_id = p.id
      where coalesce(v.value, p.default_value) <> ''`,
  )
  const labels = {
    user: await findKnown(tx, workplaceId, values, 'user'),
    group: await findKnown(tx, workplaceId, values, 'group'),
  }
  const byUser = Map.groupBy(values, ({ user_id }) => user_id)
  return rows.map(({ id }) =>
    Object.fromEntries(
      (byUser.get(id) ?? []).flatMap(({ key, type, value }) => {
        const name = asked.get(key)
        if (name === undefined) return []
        const text = type === 'user' || type === 'group' ? (labels[type].get(value) ?? value) : value
        return [[name, { type: shownTypes[type] ?? 'text', text }] as const]
      }),
    ),
  )
}

const shownTypes: Partial<Record<UserPropertyType, ShownVariable['type']>> = {
  number: 'number',
  date: 'day',
  boolean: 'flag',
}
