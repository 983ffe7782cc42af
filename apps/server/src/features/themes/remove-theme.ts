import { type AnswerOf, builtInTheme, firstTexts, type themeCalls } from '@millrace/contract'
import type { AppContext } from '../../app-context.ts'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'

/** Deletes a theme. Users who had chosen it have the workplace's; the workplace, if it had, the built-in one. */
export async function removeTheme(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: User,
  id: string,
): Promise<AnswerOf<typeof themeCalls.removeTheme> | Refusal> {
  const { workplaceId, username } = user
  const outcome = await db.withTransaction(actorOf(user), async (tx) => {
    const [theme] = await tx.query(
      kysely
        .deleteFrom('user_theme')
        .where('workplace_id', '=', workplaceId)
        .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
        .returning('code'),
    )
    if (theme === undefined)
      return refuse('thing.not-found', 'Expected a theme of this workplace, but there is none with this id.')
    // Or a theme that gets the same code later would appear by itself.
    await tx.queries(
      kysely
        .updateTable('site_theme')
        .set({ theme_code: builtInTheme.code, updated_at: clock(), updated_by: username })
        .where('workplace_id', '=', workplaceId)
        .where('theme_code', '=', theme.code),
      kysely
        .updateTable('user_profile')
        .set({ theme_code: null, updated_at: clock() })
        .where('workplace_id', '=', workplaceId)
        .where('theme_code', '=', theme.code),
    )
    return null
  })
  if (outcome instanceof Refusal) return outcome
  return { error: false, message: firstTexts.catalogue.themeDeleted, data: null }
}
