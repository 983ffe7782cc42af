import { allRoleNames, builtInTheme, type Permission, type PermissionKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { runSql, type Sql } from '../../../platform/list/sql.ts'
import { nameThings } from '../../own-roles/things.ts'

/** What a column refers to. */
export interface Reference {
  readonly of: 'user' | 'group' | 'groupKey' | 'role' | 'category' | 'connection' | 'hierarchy' | 'theme' | 'permission'
  /** Whether the column is a list. */
  readonly isList?: true
  /** Whether a disabled object cannot be referred to. */
  readonly isOfEnabled?: true
}

interface Found {
  readonly name: string
  readonly isDisabled: boolean
}

/** An element of a column that cannot be restored. */
export interface LostReference {
  readonly name: string
  readonly reason: 'missing' | 'disabled'
}

const sources = {
  user: (at) => sql`select id::text as id, username as name, status = 'disabled' as disabled from app_user where ${at}`,
  group: (at) => sql`select id::text as id, name, is_disabled as disabled from user_group where ${at}`,
  groupKey: (at) => sql`select key as id, name, is_disabled as disabled from user_group where ${at}`,
  role: (at) => sql`select key as id, name, is_disabled as disabled from own_role where ${at}`,
  category: (at) => sql`select id::text as id, name, false as disabled from category where ${at}`,
  connection: (at) =>
    sql`select id::text as id, name, disabled_at is not null as disabled from external_connection where ${at}`,
  hierarchy: (at) => sql`select id::text as id, name, disabled_at is not null as disabled from hierarchy where ${at}`,
  theme: (at) => sql`select code as id, name, false as disabled from user_theme where ${at}`,
} as const satisfies Record<Exclude<Reference['of'], 'permission'>, (at: Sql) => Sql>

/** The names of kinds in the audit, for names of objects that no longer exist. */
const entities = {
  user: 'user',
  group: 'group',
  category: 'category',
  connection: 'external-connection',
  hierarchy: 'hierarchy',
} as const

/** The names in the audit of kinds of objects with permissions. */
const thingEntities: Readonly<Partial<Record<PermissionKind, string>>> = {
  application: 'application',
  category: 'category',
  dataList: 'data-list',
  emailTemplate: 'email-template',
}

/** Finds the objects that values of a column refer to, by their ids or keys. */
async function findReferred(
  tx: Tx,
  workplaceId: string,
  of: Reference['of'],
  values: readonly unknown[],
): Promise<(value: unknown) => Found | null> {
  if (of === 'permission') {
    const permissions = values as readonly Permission[]
    const nameOf = await nameThings(tx, workplaceId, permissions)
    return (value) => {
      const { kind, thing } = value as Permission
      // Processes can be deployed later, so their keys are valid without one.
      const name = thing === null || kind === 'process' ? (thing ?? kind) : nameOf(kind, thing)
      return name === null ? null : { name, isDisabled: false }
    }
  }
  const at = sql`workplace_id = ${workplaceId}`
  const rows = await runSql<{ id: string; name: string; disabled: boolean }>(
    tx,
    sql`select r.* from (${sources[of](at)}) r where r.id = any(${values.map(String)}::text[])`,
  )
  const found = new Map(rows.map(({ id, name, disabled }) => [id, { name, isDisabled: disabled }]))
  if (of === 'role') for (const name of allRoleNames) found.set(name, { name, isDisabled: false })
  if (of === 'theme') found.set(builtInTheme.code, { name: builtInTheme.name, isDisabled: false })
  return (value) => found.get(String(value)) ?? null
}

/** A column to restore, with its references resolved. */
export interface ResolvedColumn {
  /** The value to write: without elements that are lost. Undefined: the column stays as it is. */
  readonly value: unknown
  readonly lost: readonly LostReference[]
}

/** Returns the value that a column can be restored to, and the references that are lost. */
export async function resolveReference(
  tx: Tx,
  workplaceId: string,
  { of, isList, isOfEnabled }: Reference,
  value: unknown,
): Promise<ResolvedColumn> {
  if (value === null || value === undefined) return { value, lost: [] }
  const values = isList ? (value as readonly unknown[]) : [value]
  const find = await findReferred(tx, workplaceId, of, values)
  const lost: LostReference[] = []
  const kept: unknown[] = []
  for (const one of values) {
    const found = find(one)
    if (found === null) lost.push({ name: await nameOfLost(tx, workplaceId, of, one), reason: 'missing' })
    else if (isOfEnabled && found.isDisabled) lost.push({ name: found.name, reason: 'disabled' })
    else kept.push(one)
  }
  return { value: isList ? kept : kept[0], lost }
}

/** Returns names for the ids in a column, for users; the value itself where it has no ids. */
export async function nameReference(
  tx: Tx,
  workplaceId: string,
  { of, isList }: Reference,
  value: unknown,
): Promise<unknown> {
  if (value === null || value === undefined || of === 'permission' || isList) return value
  const find = await findReferred(tx, workplaceId, of, [value])
  return find(value)?.name ?? (await nameOfLost(tx, workplaceId, of, value))
}

/** Returns the last name of an object that no longer exists; its id or key where it had none. */
async function nameOfLost(tx: Tx, workplaceId: string, of: Reference['of'], value: unknown): Promise<string> {
  if (of === 'permission') {
    const { kind, thing } = value as Permission
    const entity = thingEntities[kind]
    return entity === undefined || thing === null ? kind : ((await lastName(tx, workplaceId, entity, thing)) ?? kind)
  }
  const entity = Object.hasOwn(entities, of) ? entities[of as keyof typeof entities] : undefined
  return (entity && (await lastName(tx, workplaceId, entity, String(value)))) ?? String(value)
}

/** Returns the name that the audit has last of an entity; null for none. */
async function lastName(tx: Tx, workplaceId: string, entity: string, key: string): Promise<string | null> {
  const [row] = await runSql<{ label: string | null }>(
    tx,
    sql`select label from audit_entry where workplace_id = ${workplaceId} and entity = ${entity}
      and key = ${key} order by revision desc, id desc limit 1`,
  )
  return row?.label ?? null
}
