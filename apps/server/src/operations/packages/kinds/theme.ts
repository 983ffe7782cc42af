import { limits, text, themeVariables } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { refuseTheme } from '../../themes/policy.ts'
import { saveTheme } from '../../themes/save-theme.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present } from './columns.ts'

const content = z.object({
  code: text('name', limits.themeName),
  name: text('name', limits.themeName),
  variables: themeVariables,
})

export const theme = definePackageKind<z.output<typeof content>>({
  one: 'a theme',
  content,
  files: {},
  canRename: true,
  refuse: refuseTheme,
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & Pick<z.output<typeof content>, 'variables'>>(
      tx,
      sql`select d.id, d.code as key, d.name, false as is_disabled, extract(epoch from d.updated_at)::text as stamp, d.variables
        from user_theme d where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.code`, keys)} order by d.code`,
    )
    return rows.map((row) => {
      const { key: code, name, variables } = row
      return { kind: 'theme' as const, ...present(row), content: { code, name, variables } }
    })
  },
  owners: () => [],
  async write(context, request, { item, existing }) {
    const { code, name, variables } = item.content
    const saved = await saveTheme(context, request, {
      id: existing?.id,
      code,
      name,
      variables: JSON.stringify(variables),
    })
    return saved instanceof Refusal ? saved : saved.id
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'user_theme', id }),
})
