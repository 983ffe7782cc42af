import type { Person } from '../../platform/auth/user.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { OperationContext } from '../operation-context.ts'
import { enterWorkplace } from './enter-workplace.ts'
import type { SsoIdentity } from './sso-identity.ts'

/** The workplace that a single sign-on user has entered. */
export interface Entered {
  readonly user: Person
  /** False when the user still has to choose between several workplaces, none of which is the default one. */
  readonly isChosen: boolean
}

interface Workplace {
  readonly id: string
  readonly reference: string
  readonly isDefault: boolean
}

/**
 * Updates the accounts of a single sign-on user in all workplaces that they may enter, and creates missing ones. They
 * enter the requested workplace, else the default one, else the only one, else the first by name.
 *
 * @returns null when there is none.
 */
export async function enterWorkplaces(
  context: OperationContext,
  identity: SsoIdentity,
  requested: string | null,
): Promise<Entered | null> {
  const { db } = context
  const all = await listWorkplaces(db)
  const { workplaces: named } = identity
  const mayEnter = all.filter(({ reference }) => named === null || named.includes(reference.toLowerCase()))
  if (named !== null) await leaveOthers(db, identity, mayEnter)
  const entered: { workplace: Workplace; user: Person }[] = []
  // One after the other. Each is a short transaction of its own, for no transaction sees two workplaces.
  for (const workplace of mayEnter) {
    const mayCreate = named !== null || workplace.isDefault
    const user = await enterWorkplace(context, { workplaceId: workplace.id, identity, mayCreate }).catch(
      (error: unknown) => {
        // One whose database is away is left out this time, unless it is the only one.
        if (!hasLostDatabase(error) || mayEnter.length === 1) throw error
        return null
      },
    )
    if (user !== null) entered.push({ workplace, user })
  }
  const asked = entered.find(({ workplace }) => workplace.reference.toLowerCase() === requested?.toLowerCase())
  const found = asked ?? entered.find(({ workplace }) => workplace.isDefault) ?? entered[0]
  if (found === undefined) return null
  return { user: found.user, isChosen: asked !== undefined || found.workplace.isDefault || entered.length === 1 }
}

async function listWorkplaces(db: Database): Promise<Workplace[]> {
  const rows = await db.readPlatform((tx) =>
    tx.query(
      kysely
        .selectFrom('workplace')
        .select(['workplace_id as id', 'reference', 'is_default as isDefault'])
        .where('suspended_at', 'is', null)
        .orderBy('reference'),
    ),
  )
  return rows
}

/** The provider no longer names these: the accounts stay, with what they did, but cannot be entered any more. */
async function leaveOthers(
  db: Database,
  { issuer, subject }: SsoIdentity,
  mayEnter: readonly Workplace[],
): Promise<void> {
  const left = await db.readEverywhere(
    (tx) =>
      tx.query(
        kysely
          .selectFrom('sso_identity')
          .select(['workplace_id', 'user_id'])
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .where('is_open', '=', true)
          .where((expression) =>
            expression.not(expression('workplace_id', 'in', [...mayEnter.map(({ id }) => id), nowhere])),
          ),
      ),
    { leavesOut: true },
  )
  for (const { workplace_id, user_id } of left.flat())
    await db.withTransaction(systemActor(workplace_id, 'sign-in'), (tx) =>
      tx.queries(
        kysely
          .updateTable('sso_identity')
          .set({ is_open: false })
          .where('workplace_id', '=', workplace_id)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject),
        kysely.deleteFrom('session').where('workplace_id', '=', workplace_id).where('user_id', '=', user_id),
      ),
    )
}

/** No workplace has it: an empty list is no SQL. */
const nowhere = '00000000-0000-0000-0000-000000000000'
