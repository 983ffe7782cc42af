import { allRoleNames, groupCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { changeGroup } from '../../groups/change-group.ts'
import { createGroup } from '../../groups/create-group.ts'
import { refuseGroup } from '../../groups/policy.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = groupCalls.create.body.omit({ parentId: true, ownRoles: true }).extend({
  type: z.string().max(255).nullable(),
  /** Key of the group above it. */
  parent: z.string().max(255).nullable(),
})

/** The kind of package item for groups, with roles of the product and without members. Own roles name their groups. */
export const group = definePackageKind<z.output<typeof content>>({
  one: 'a group',
  content,
  files: {},
  canRename: false,
  refuse: refuseGroup,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<
      ItemRow & {
        description: string | null
        email: string | null
        type: string | null
        manager: string | null
        parent: string | null
        roles: string[]
      }
    >(
      tx,
      sql`select d.id, d.key, d.name, d.is_disabled, ${stampOf} as stamp, d.description, d.email, d.type, u.username as manager, p.key as parent,
          array(select r.role from group_role r where r.workplace_id = d.workplace_id and r.group_id = d.id and r.role = any(${[...allRoleNames]}::text[]) order by r.role) as roles
        from user_group d
          left join app_user u on u.workplace_id = d.workplace_id and u.id = d.manager_id
          left join user_group p on p.workplace_id = d.workplace_id and p.id = d.parent_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key`,
    )
    return rows.map((row) => {
      const { key, name, email, type, manager, parent } = row
      const roles = row.roles as z.output<typeof content>['roles']
      const found = { key, name, description: row.description ?? '', email, type, manager, parent, roles }
      return { kind: 'group' as const, ...present(row), content: found }
    })
  },
  owners: ({ parent }) => (parent === null ? [] : [{ kind: 'group', key: parent }]),
  async write(context, request, { item, existing }) {
    const { parent, ...fields } = item.content
    const parentId =
      parent === null
        ? null
        : await findId(context.tx, request.workplaceId, { table: 'user_group', column: 'key', value: parent })
    if (existing === null) return createGroup(context, request, { ...fields, parentId })
    const { key: _, ...changed } = fields
    return (
      (await changeGroup(context, request, { ref: { id: existing.id }, fields: { ...changed, parentId } })) ??
      existing.id
    )
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'user_group', id }),
})
