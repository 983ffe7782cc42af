import { sql } from 'kysely'
import { Refusal } from '../../../../platform/errors/refusal.ts'
import { runSql } from '../../../../platform/list/sql.ts'
import { refuseTheme } from '../../../themes/policy.ts'
import { saveTheme } from '../../../themes/save-theme.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Themes. Their code never changes. */
export const theme: RestorableKind = {
  one: 'a theme',
  table: 'user_theme',
  keys: ['id'],
  columns: ['name', 'variables'],
  hasRevision: false,
  canBeDisabled: false,
  defaults: { variables: {} },
  effects: [
    {
      effect: 'themeUsers',
      columns: ['variables'],
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from user_profile p join user_theme t on t.workplace_id = p.workplace_id and t.code = p.theme_code
          where p.workplace_id = ${workplaceId} and t.id::text = ${key}`,
    },
  ],
  refuse: refuseTheme,
  lock: (tx, workplaceId, [id]) =>
    runSql(tx, sql`select from user_theme where workplace_id = ${workplaceId} and id::text = ${id} for update`),
  async write(context, request, { key: [id], target }) {
    const saved = await saveTheme(context, request, {
      id,
      name: textOf(target, 'name'),
      variables: JSON.stringify(target.variables),
    })
    return saved instanceof Refusal ? saved : null
  },
}
