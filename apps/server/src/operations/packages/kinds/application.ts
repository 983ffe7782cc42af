import { applicationCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { changeApplication } from '../../applications/change-application.ts'
import { createApplication } from '../../applications/create-application.ts'
import { refuseApplicationDesigner } from '../../applications/policy.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = applicationCalls.create.body

export const application = definePackageKind<z.output<typeof content>>({
  one: 'an application',
  content,
  files: {},
  canRename: true,
  refuse: (user) => refuseApplicationDesigner(user, null),
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { description: string | null; category: string | null }>(
      tx,
      sql`select d.id, d.key, d.name, d.is_disabled, ${stampOf} as stamp, d.description, c.name as category
        from application d left join category c on c.workplace_id = d.workplace_id and c.id = d.category_id
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.name_key, d.id`,
    )
    return rows.map((row) => {
      const { key, name, description, category } = row
      return { kind: 'application' as const, ...present(row), content: { key, name, description, category } }
    })
  },
  owners: ({ category }) => (category === null ? [] : [{ kind: 'category', key: category }]),
  async write(context, request, { item: { content: details }, existing }) {
    if (existing === null) return createApplication(context, request, details)
    return (
      (await changeApplication(context, request, { id: existing.id, revision: undefined, ...details })) ?? existing.id
    )
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'application', id }),
})
