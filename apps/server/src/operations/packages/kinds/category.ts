import { categoryDesignCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { changeCategory } from '../../categories/change-category.ts'
import { createCategory } from '../../categories/create-category.ts'
import { moveCategory } from '../../categories/move-category.ts'
import { refuseCategoryKeeper } from '../../categories/policy.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = categoryDesignCalls.create.body.omit({ parentId: true }).extend({
  /** Name of the category that it is in. */
  parent: z.string().max(255).nullable(),
})

export const category = definePackageKind<z.output<typeof content>>({
  one: 'a category',
  content,
  files: {},
  canRename: false,
  refuse: refuseCategoryKeeper,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & z.output<typeof content>>(
      tx,
      sql`select d.id, d.name as key, d.name, false as is_disabled, ${stampOf} || ' ' || coalesce(d.parent_id::text, '') as stamp,
          d.description, d.icon, d.roles, d.groups, p.name as parent
        from category d left join category p on p.workplace_id = d.workplace_id and p.id = d.parent_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.name`, keys)} order by d.position, lower(d.name), d.id`,
    )
    return rows.map((row) => {
      const { name, description, icon, roles, groups, parent } = row
      return { kind: 'category' as const, ...present(row), content: { name, description, icon, roles, groups, parent } }
    })
  },
  owners: ({ parent }) => (parent === null ? [] : [{ kind: 'category', key: parent }]),
  async write(context, request, { item, existing }) {
    const { parent, ...details } = item.content
    const parentId =
      parent === null
        ? null
        : await findId(context.tx, request.workplaceId, { table: 'category', column: 'name', value: parent })
    if (existing === null) return createCategory(context, request, { ...details, parentId })
    const changed = await changeCategory(context, request, { id: existing.id, revision: undefined, ...details })
    if (changed instanceof Refusal) return changed
    if (parent === existing.content.parent) return existing.id
    return (await moveCategory(context, request, { id: existing.id, parentId, before: null })) ?? existing.id
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'category', id }),
})
