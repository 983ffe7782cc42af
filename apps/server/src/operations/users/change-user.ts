import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { hasTheme } from '../themes/theme-queries.ts'
import { type Account, type AccountRef, lockAccount, noSuchUser } from './accounts.ts'
import { refuseUser } from './policy.ts'

/** The change of a user's own profile. Missing fields stay unchanged; an empty text deletes a value. */
export interface UserChange {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
  readonly customerReference?: string | null | undefined
  readonly organisationReference?: string | null | undefined
  readonly themeCode?: string | null | undefined
  readonly language?: string | null | undefined
}

/** Changes the profile of the user, completely or not at all. Returns null on success, otherwise a refusal. */
export async function changeUser(
  { db, clock }: OperationContext,
  request: Request,
  { ref, change }: { ref: AccountRef; change: UserChange },
): Promise<Refusal | null> {
  const { user } = request
  const isOwn = 'id' in ref ? ref.id === user.id : ref.username === user.username
  const refusal = isOwn ? null : refuseUser(user, 'change')
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const { firstName, lastName, email, customerReference, organisationReference, themeCode, language } = change
  const now = clock()
  const person = pickGiven({ first_name: firstName, last_name: lastName, email })
  const details = pickGiven({
    customer_reference: customerReference,
    organisation_reference: organisationReference,
    theme_code: themeCode,
    language,
  })
  return db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const missing = refuseUser(user, 'change', account)
    if (missing !== null) return missing
    if (details.theme_code && !(await hasTheme(tx, workplaceId, details.theme_code)))
      return refuse('theme.unknown', `Expected the code of a theme, but there is no theme “${themeCode}”.`)
    await tx.query(
      kysely
        .updateTable('app_user')
        .set((row) => ({
          ...person,
          // A change that says the same is none.
          ...(isOther(account, person) && { revision: row('revision', '+', 1) }),
          ...{ updated_at: now, updated_by: username },
        }))
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', account.id),
    )
    if (account.id === user.id && person.email && person.email !== account.email)
      await tx.batch([ownEmailStatement(workplaceId, account.id, person.email)])
    if (Object.keys(details).length === 0) return null
    const profile = { ...details, updated_at: now }
    await tx.query(
      kysely
        .insertInto('user_profile')
        .values({ workplace_id: workplaceId, user_id: account.id, ...profile })
        .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id']).doUpdateSet(profile)),
    )
    return null
  })
}

/** Keeps that the user entered the address: see `askForPasswordLink`. */
function ownEmailStatement(workplaceId: string, userId: string, email: string): Statement {
  return {
    name: 'own_email_keep',
    text: `insert into own_email (workplace_id, user_id, email) values ($1, $2, $3)
      on conflict (workplace_id, user_id) do update set email = excluded.email`,
    values: [workplaceId, userId, email],
  }
}

type Names = Partial<Record<'first_name' | 'last_name' | 'email', string | null>>

function isOther({ firstName, lastName, email }: Account, given: Names): boolean {
  const all = { first_name: firstName, last_name: lastName, email, ...given }
  return all.first_name !== firstName || all.last_name !== lastName || all.email !== email
}

/** Only what was given. */
function pickGiven<T extends Record<string, string | null | undefined>>(values: T): { [K in keyof T]?: string | null } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  ) as { [K in keyof T]?: string | null }
}
