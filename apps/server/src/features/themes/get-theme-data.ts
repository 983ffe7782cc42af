import { builtInTheme, type ThemeData } from '@millrace/contract'
import type { AppContext } from '../../app-context.ts'
import type { PictureKind } from '../../operations/themes/read-picture.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Returns the theme, logos and texts of a workplace. If its theme no longer exists, it is the built-in one. */
export async function getThemeData(
  { db, config, build }: Pick<AppContext, 'db' | 'config' | 'build'>,
  workplaceId: string,
): Promise<ThemeData> {
  const [[site], pictures] = await db.read({ workplaceId }, (tx) =>
    tx.queries(
      kysely
        .selectFrom('site_theme')
        .leftJoin('user_theme', (join) =>
          join
            .onRef('user_theme.workplace_id', '=', 'site_theme.workplace_id')
            .onRef('user_theme.code', '=', 'site_theme.theme_code'),
        )
        .where('site_theme.workplace_id', '=', workplaceId)
        .select(['product_name', 'user_theme.code', 'menu_on_top', 'fixed_footer']),
      kysely.selectFrom('site_picture').where('workplace_id', '=', workplaceId).select(['kind', 'digest']),
    ),
  )
  const addressOf = (kind: PictureKind) => {
    const digest = pictures.find((picture) => picture.kind === kind)?.digest
    return digest === undefined ? null : `${config.apiBase}/admin/themes-api/${kind}?v=${digest}`
  }
  return {
    productName: site?.product_name ?? build.name,
    logo: addressOf('logo'),
    favicon: addressOf('favicon'),
    themeCode: site?.code ?? builtInTheme.code,
    menuOnTop: site?.menu_on_top ?? false,
    fixedFooter: site?.fixed_footer ?? false,
  }
}
