import { builtInTheme, type UserTheme } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Returns the query for themes, with the number of users who have chosen each. */
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

/** Returns whether a theme with this code can be chosen. */
export async function hasTheme(tx: Tx, workplaceId: string, code: string): Promise<boolean> {
  if (code === builtInTheme.code) return true
  const [theme] = await tx.query(
    kysely.selectFrom('user_theme').where('workplace_id', '=', workplaceId).where('code', '=', code).select('id'),
  )
  return theme !== undefined
}
