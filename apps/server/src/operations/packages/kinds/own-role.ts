import { ownRoleCalls, type Permission, type PermissionKind, permission } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeGroup } from '../../groups/change-group.ts'
import { changeOwnRole } from '../../own-roles/change-own-role.ts'
import { createOwnRole } from '../../own-roles/create-own-role.ts'
import { refuseOwnRoleKeeper } from '../../own-roles/policy.ts'
import { definePackageKind, type PackageRef, type WriteContext } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present, stampOf } from './columns.ts'

/** Permissions are about keys and names here, as ids differ between installations. */
const content = ownRoleCalls.create.body.extend({
  permissions: z.array(permission).max(100),
  /** Keys of groups that give the role. */
  groups: z.array(z.string().max(255)).max(500),
})

type Content = z.output<typeof content>

/** The kind of package item for roles of the workplace, with the groups that give them and without their users. */
export const ownRole = definePackageKind<Content>({
  one: 'an own role',
  content,
  files: {},
  canRename: false,
  refuse: refuseOwnRoleKeeper,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<
      ItemRow & { description: string; needs_second_factor: boolean; permissions: Permission[]; groups: string[] }
    >(
      tx,
      sql`select d.id, d.key, d.name, d.is_disabled, d.description, d.needs_second_factor, d.permissions,
          ${stampOf} || ' ' || ${givers} as stamp,
          array(select g.key ${fromGivers} order by g.key) as groups
        from own_role d where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key`,
    )
    return Promise.all(
      rows.map(async (row) => {
        const { key, name, description, needs_second_factor: needsSecondFactor, groups } = row
        const permissions: Permission[] = []
        for (const one of row.permissions) {
          const thing = one.thing === null ? null : await findKey(tx, workplaceId, one.kind, one.thing)
          // What is about something that is gone permits nothing.
          if (one.thing === null || thing !== null) permissions.push({ ...one, thing } as Permission)
        }
        return {
          kind: 'ownRole' as const,
          ...present(row),
          content: { key, name, description, needsSecondFactor, permissions, groups: [...groups] },
        }
      }),
    )
  },
  owners: ({ permissions }) =>
    permissions.flatMap(({ kind, thing }): PackageRef[] =>
      thing === null || !hasPlace(kind) ? [] : [{ kind, key: thing }],
    ),
  async write(context, request, { item, existing }) {
    const { groups, key, ...fields } = item.content
    const permissions: Permission[] = []
    for (const one of fields.permissions) {
      const thing = one.thing === null ? null : await findThing(context.tx, request.workplaceId, one.kind, one.thing)
      permissions.push({ ...one, thing: thing ?? one.thing } as Permission)
    }
    const written =
      existing === null
        ? await createOwnRole(context, request, { ...fields, key, permissions })
        : await changeOwnRole(context, request, { ...fields, key: existing.key, permissions, revision: undefined })
    if (written instanceof Refusal) return written
    return (await giveByGroups(context, request, existing?.key ?? key, groups)) ?? written ?? existing?.id ?? key
  },
  async remove(tx, workplaceId, id) {
    const key = sql`(select key from own_role where workplace_id = ${workplaceId} and id = ${id})`
    await runSql(tx, sql`delete from user_role where workplace_id = ${workplaceId} and role = ${key}`)
    await runSql(tx, sql`delete from group_role where workplace_id = ${workplaceId} and role = ${key}`)
    await deleteRow(tx, workplaceId, { table: 'own_role', id })
  },
})

const fromGivers = sql`from group_role r join user_group g on g.workplace_id = r.workplace_id and g.id = r.group_id
  where r.workplace_id = d.workplace_id and r.role = d.key`
const givers = sql`coalesce((select string_agg(g.key, ' ' order by g.key) ${fromGivers}), '')`

/** Tables of what permissions are about, with the column that packages know it by. */
const places = {
  application: { table: 'application', column: 'key' },
  category: { table: 'category', column: 'name' },
  dataList: { table: 'data_list', column: 'key' },
  emailTemplate: { table: 'email_template', column: 'name' },
} as const satisfies Record<
  Exclude<PermissionKind, 'process' | 'systemTemplate' | 'deployment'>,
  { table: string; column: string }
>

function hasPlace(kind: PermissionKind): kind is keyof typeof places {
  return Object.hasOwn(places, kind)
}

async function findKey(tx: Tx, workplaceId: string, kind: PermissionKind, thing: string): Promise<string | null> {
  if (!hasPlace(kind)) return thing
  const { table, column } = places[kind]
  const [row] = await runSql<{ key: string }>(
    tx,
    sql`select ${sql.ref(column)} as key from ${sql.table(table)} where workplace_id = ${workplaceId} and id::text = ${thing}`,
  )
  return row?.key ?? null
}

async function findThing(tx: Tx, workplaceId: string, kind: PermissionKind, key: string): Promise<string | null> {
  return hasPlace(kind) ? findId(tx, workplaceId, { ...places[kind], value: key }) : key
}

/** Has groups that exist give the role, beside the groups that give it already. */
async function giveByGroups(
  context: WriteContext,
  request: Request,
  role: string,
  keys: readonly string[],
): Promise<Refusal | null> {
  const groups = await runSql<{ id: string; roles: string[] }>(
    context.tx,
    sql`select g.id, array(select r.role from group_role r join own_role o on o.workplace_id = r.workplace_id and o.key = r.role
          where r.workplace_id = g.workplace_id and r.group_id = g.id) as roles
      from user_group g where g.workplace_id = ${request.workplaceId} and g.key = any(${[...keys]}::text[]) order by g.key`,
  )
  for (const { id, roles } of groups) {
    if (roles.includes(role)) continue
    const refusal = await changeGroup(context, request, { ref: { id }, fields: { ownRoles: [...roles, role] } })
    if (refusal !== null) return refusal
  }
  return null
}
