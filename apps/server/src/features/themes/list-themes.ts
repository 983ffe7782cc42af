import type { UserTheme } from '@millrace/contract'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** The user-defined themes of a workplace, by name. */
export async function listThemes(db: Database, workplaceId: string): Promise<UserTheme[]> {
  const themes = await db.read({ workplaceId }, (tx) =>
    tx.query(selectThemes(workplaceId).orderBy((eb) => eb.fn('lower', ['user_theme.name']))),
  )
  return themes.map(presentTheme)
}

/** Themes with the number of users who have chosen each. */
export function selectThemes(workplaceId: string) {
  return kysely
    .selectFrom('user_theme')
    .where('user_theme.workplace_id', '=', workplaceId)
    .select((eb) => [
      'user_theme.id',
      'user_theme.code',
      'user_theme.name',
      'user_theme.variables',
      eb
        .selectFrom('user_profile')
        .whereRef('user_profile.workplace_id', '=', 'user_theme.workplace_id')
        .whereRef('user_profile.theme_code', '=', 'user_theme.code')
        .select((count) => count.fn.countAll<string>().as('count'))
        .as('used_by'),
    ])
}

export function presentTheme(theme: {
  id: string
  code: string
  name: string
  variables: unknown
  used_by: string | number | null
}): UserTheme {
  const { id, code, name, variables, used_by } = theme
  return { id, code, name, variables: JSON.stringify(variables), usedBy: Number(used_by ?? 0) }
}
