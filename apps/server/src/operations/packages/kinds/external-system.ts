import { externalSystemCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { changeExternalSystem } from '../../external-systems/change-external-system.ts'
import { createExternalSystem } from '../../external-systems/create-external-system.ts'
import { refuseIntegrator } from '../../external-systems/policy.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = externalSystemCalls.create.body

export const externalSystem = definePackageKind<z.output<typeof content>>({
  one: 'an external system',
  content,
  files: {},
  canRename: false,
  refuse: refuseIntegrator,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { description: string }>(
      tx,
      sql`select d.id, d.name as key, d.name, d.is_disabled, ${stampOf} as stamp, d.description from external_system d
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.name`, keys)} order by d.name_key, d.id`,
    )
    return rows.map((row) => ({
      kind: 'externalSystem' as const,
      ...present(row),
      content: { name: row.name, description: row.description },
    }))
  },
  owners: () => [],
  async write(context, request, { item: { content: about }, existing }) {
    if (existing === null) return createExternalSystem(context, request, about)
    return (
      (await changeExternalSystem(context, request, { id: existing.id, revision: undefined, ...about })) ?? existing.id
    )
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'external_system', id }),
})
