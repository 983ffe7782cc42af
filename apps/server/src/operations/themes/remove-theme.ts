import { builtInTheme } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTheme } from './policy.ts'

/**
 * Deletes a theme. Users who had chosen it get the theme of the workplace; a workplace that had chosen it gets the
 * built-in theme. Returns null on success, otherwise a refusal.
 */
export async function removeTheme(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseTheme(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
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
}
