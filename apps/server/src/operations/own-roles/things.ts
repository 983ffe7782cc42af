import { type PermissionKind, wholeKinds } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'

/** An object on which an own role can have a permission. */
export interface Thing {
  readonly thing: string
  readonly name: string
}

/** Where the things of a kind are: a query of `thing`, `name` and `sorted`. */
const sources = {
  application: (workplaceId) =>
    sql`select id::text as thing, name, name_key as sorted from application where workplace_id = ${workplaceId} and not is_disabled`,
  process: (workplaceId) =>
    sql`select distinct on (key) key as thing, coalesce(name, key) as name, name_key as sorted from process_listing where workplace_id = ${workplaceId}`,
  category: (workplaceId) =>
    sql`select id::text as thing, name, lower(name) collate "C" as sorted from category where workplace_id = ${workplaceId}`,
  dataList: (workplaceId) =>
    sql`select id::text as thing, name, name_key as sorted from data_list where workplace_id = ${workplaceId} and not is_disabled`,
  emailTemplate: (workplaceId) =>
    sql`select id::text as thing, name, name_key as sorted from email_template where workplace_id = ${workplaceId} and not is_disabled`,
} as const satisfies Record<SingleKind, (workplaceId: string) => Sql>

/** Kinds whose objects can have permissions of their own. */
type SingleKind = Exclude<PermissionKind, 'systemTemplate' | 'deployment'>

function isSingle(kind: PermissionKind): kind is SingleKind {
  return !wholeKinds.includes(kind)
}

/** Finds objects of a kind by name, sorted by name. */
export async function findThings(
  tx: Tx,
  workplaceId: string,
  { kind, q, most }: { readonly kind: PermissionKind; readonly q: string; readonly most: number },
): Promise<Thing[]> {
  if (!isSingle(kind)) return []
  const matches = q === '' ? sql`true` : containsAny([sql`t.name`, sql`t.thing`], q)
  return runSql<Thing>(
    tx,
    sql`select t.thing, t.name from (${sources[kind](workplaceId)}) t where ${matches} order by t.sorted, t.thing limit ${most}`,
  )
}

/** Tables in which things stay when they are disabled. */
const tables = {
  application: { table: 'application', id: 'id' },
  process: { table: 'process_listing', id: 'key' },
  category: { table: 'category', id: 'id' },
  dataList: { table: 'data_list', id: 'id' },
  emailTemplate: { table: 'email_template', id: 'id' },
} as const satisfies Record<SingleKind, { table: string; id: string }>

/** Returns the names of objects by kind and key, including disabled ones. Objects that no longer exist are left out. */
export async function nameThings(
  tx: Tx,
  workplaceId: string,
  named: readonly { readonly kind: PermissionKind; readonly thing: string | null }[],
): Promise<(kind: PermissionKind, thing: string) => string | null> {
  const names = new Map<string, string>()
  for (const kind of new Set(named.map((one) => one.kind))) {
    const things = named.flatMap((one) => (one.kind === kind && one.thing !== null ? [one.thing] : []))
    if (things.length === 0 || !isSingle(kind)) continue
    const { table, id } = tables[kind]
    const rows = await runSql<Thing>(
      tx,
      sql`select ${sql.ref(id)}::text as thing, coalesce(name, ${sql.ref(id)}::text) as name from ${sql.table(table)}
        where workplace_id = ${workplaceId} and ${sql.ref(id)}::text = any(${things}::text[])`,
    )
    for (const { thing, name } of rows) names.set(`${kind} ${thing}`, name)
  }
  return (kind, thing) => names.get(`${kind} ${thing}`) ?? null
}
