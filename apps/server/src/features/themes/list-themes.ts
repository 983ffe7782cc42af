import { limits, type UserTheme } from '@millrace/contract'
import { presentTheme, selectThemes } from '../../operations/themes/theme-queries.ts'
import type { Database } from '../../platform/db/database.ts'

/** Lists the themes that a workplace has defined, by name. */
export async function listThemes(db: Database, workplaceId: string): Promise<UserTheme[]> {
  const themes = await db.read({ workplaceId }, (tx) =>
    tx.query(
      selectThemes(workplaceId)
        .orderBy((eb) => eb.fn('lower', ['user_theme.name']))
        .limit(limits.themes),
    ),
  )
  return themes.map(presentTheme)
}
