import { sql } from 'kysely'
import { runSql } from '../../../../platform/list/sql.ts'
import { refuseTheme } from '../../../themes/policy.ts'
import { saveThemeData } from '../../../themes/save-theme-data.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** The look of the workplace. Its pictures are entities of their own. */
export const siteTheme: RestorableKind = {
  one: 'the look of the workplace',
  table: 'site_theme',
  keys: [],
  columns: ['product_name', 'theme_code', 'menu_on_top', 'fixed_footer'],
  references: { theme_code: { of: 'theme' } },
  hasRevision: false,
  canBeDisabled: false,
  defaults: { menu_on_top: false, fixed_footer: false },
  refuse: refuseTheme,
  lock: (tx, workplaceId) => runSql(tx, sql`select from site_theme where workplace_id = ${workplaceId} for update`),
  write: (context, request, { target }) =>
    saveThemeData(context, request, {
      fields: new Map([
        ['productName', textOf(target, 'product_name')],
        ['themeCode', textOf(target, 'theme_code')],
        ['menuOnTop', String(target.menu_on_top === true)],
        ['fixedFooter', String(target.fixed_footer === true)],
      ]),
      files: [],
    }),
}
