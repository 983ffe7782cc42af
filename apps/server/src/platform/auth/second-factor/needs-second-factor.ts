import { readChoices } from '@millrace/contract/settings'
import type { Tx } from '../../db/database.ts'
import { kysely } from '../../db/kysely.ts'
import { findSettings } from '../../settings/read-settings.ts'
import type { AuthContext, Person } from '../user.ts'

/**
 * The second step of a sign-in after the password: `verify` asks for a second factor, `set-up` sets one up. Null: no
 * second step.
 */
export type SecondStepPurpose = 'verify' | 'set-up'

export async function needsSecondFactor({ db }: AuthContext, user: Person): Promise<SecondStepPurpose | null> {
  return db.read({ workplaceId: user.workplaceId }, (tx) => findNeed(tx, user))
}

export async function findNeed(tx: Tx, user: Person): Promise<SecondStepPurpose | null> {
  if (await hasFactor(tx, user)) return 'verify'
  return (await isRequired(tx, user)) ? 'set-up' : null
}

/**
 * Returns whether a role of the user needs a second factor: by the setting `secondFactor.roles`, or because an own role
 * of the user requires one.
 */
export async function isRequired(
  tx: Tx,
  { workplaceId, id, roles }: Pick<Person, 'workplaceId' | 'id' | 'roles'>,
): Promise<boolean> {
  const required = readChoices((await findSettings(tx))['secondFactor.roles'])
  if (roles.some((role) => required.includes(role))) return true
  const [rows] = await tx.batch([
    {
      name: 'second_factor_own_role',
      text: `select o.id from own_role o join held_role h on h.workplace_id = o.workplace_id and h.role = o.key
        where o.workplace_id = $1 and h.user_id = $2 and o.needs_second_factor and not o.is_disabled limit 1`,
      values: [workplaceId, id],
    },
  ])
  return rows?.[0] !== undefined
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
