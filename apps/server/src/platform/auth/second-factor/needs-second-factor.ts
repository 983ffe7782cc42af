import { readChoices } from '@millrace/contract/settings'
import type { Tx } from '../../db/database.ts'
import { kysely } from '../../db/kysely.ts'
import { findSettings } from '../../settings/read-settings.ts'
import type { AuthContext, Person } from '../user.ts'

/** What a sign-in needs after the password: the proof of a second factor, or its set-up. Null for nothing. */
export type SecondStepPurpose = 'verify' | 'set-up'

export async function needsSecondFactor({ db }: AuthContext, user: Person): Promise<SecondStepPurpose | null> {
  return db.read({ workplaceId: user.workplaceId }, (tx) => findNeed(tx, user))
}

export async function findNeed(tx: Tx, user: Person): Promise<SecondStepPurpose | null> {
  if (await hasFactor(tx, user)) return 'verify'
  return (await isRequired(tx, user)) ? 'set-up' : null
}

/** Returns whether a role of the user needs a second factor, by the setting `secondFactor.roles`. */
export async function isRequired(tx: Tx, { roles }: Pick<Person, 'roles'>): Promise<boolean> {
  const required = readChoices((await findSettings(tx))['secondFactor.roles'])
  return roles.some((role) => required.includes(role))
}

async function hasFactor(tx: Tx, { workplaceId, id }: Pick<Person, 'id' | 'workplaceId'>): Promise<boolean> {
  const [row] = await tx.query(
    kysely
      .selectFrom('second_factor')
      .select('id')
      .where('workplace_id', '=', workplaceId)
      .where('user_id', '=', id)
      .limit(1),
  )
  return row !== undefined
}
