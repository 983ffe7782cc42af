import { builtInTheme, type profileCalls } from '@millrace/contract'
import type { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'

/** Changes what the input names, all of it or nothing. @returns what is wrong, or null. */
export async function saveProfile(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: User,
  input: z.output<typeof profileCalls.save.body>,
): Promise<Refusal | null> {
  const { id, workplaceId, username } = user
  const { firstName, lastName, email, customer_reference, organisation_reference, themeCode, language } = input
  const now = clock()
  const person = pickGiven({ first_name: firstName, last_name: lastName, email })
  const details = pickGiven({ customer_reference, organisation_reference, theme_code: themeCode, language })
  return db.withTransaction(actorOf(user), async (tx) => {
    if (details.theme_code && !(await hasTheme(tx, workplaceId, details.theme_code)))
      return refuse('theme.unknown', `Expected the code of a theme, but there is no theme “${themeCode}”.`)
    const profile = { ...details, updated_at: now }
    await tx.queries(
      kysely
        .updateTable('app_user')
        .set({ ...person, updated_at: now, updated_by: username })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', id),
      kysely
        .insertInto('user_profile')
        .values({ workplace_id: workplaceId, user_id: id, ...profile })
        .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id']).doUpdateSet(profile)),
    )
    return null
  })
}

/** Only what was given; an empty text is nothing. */
function pickGiven<T extends Record<string, string | null | undefined>>(values: T): { [K in keyof T]?: string | null } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  ) as { [K in keyof T]?: string | null }
}

async function hasTheme(tx: Tx, workplaceId: string, code: string): Promise<boolean> {
  if (code === builtInTheme.code) return true
  const [theme] = await tx.query(
    kysely.selectFrom('user_theme').where('workplace_id', '=', workplaceId).where('code', '=', code).select('id'),
  )
  return theme !== undefined
}
