import type { Session, SsoOrigin } from '../../platform/auth/session.ts'
import { isUserOpen, type Person, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { findSsoOrigin } from '../../platform/sso/sso-session.ts'

export interface Workplace {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly isDefault: boolean
}

/** The workplaces that a user may switch to, and the current one. */
export interface OwnWorkplaces {
  readonly current: Workplace
  /** With the current one, by reference. */
  readonly all: readonly Workplace[]
  /** Null for a session that began with a password: its account is in one workplace only. */
  readonly origin: SsoOrigin | null
}

export async function findOwnWorkplaces(db: Database, { id, kind, user }: Session): Promise<OwnWorkplaces> {
  const current = await getWorkplace(db, user.workplaceId)
  const origin = kind === 'browser' ? await findSsoOrigin(db, { workplaceId: user.workplaceId, sessionId: id }) : null
  const all = origin === null ? [current] : await listWorkplacesOf(db, origin)
  return { current, all, origin }
}

/** Returns a workplace by its id. @throws Error when it does not exist. */
export async function getWorkplace(db: Database, id: string): Promise<Workplace> {
  const [found] = await db.read({ workplaceId: id }, (tx) =>
    tx.query(selectWorkplace.where('workplace.workplace_id', '=', id)),
  )
  if (found === undefined) throw new Error(`Expected a workplace ${id}, but there is none.`)
  return found
}

/** Lists the workplaces that a single sign-on user can enter. An account may be disabled in some of them. */
async function listWorkplacesOf(db: Database, origin: SsoOrigin): Promise<Workplace[]> {
  const known = await listKnownWorkplaces(db, origin)
  const accounts = await Promise.all(known.map((workplace) => findAccount(db, workplace, origin)))
  return known
    .filter((_, index) => accounts[index] !== null)
    .sort((one, other) => one.reference.localeCompare(other.reference, 'en'))
}

async function listKnownWorkplaces(db: Database, { issuer, subject }: SsoOrigin): Promise<Workplace[]> {
  const found = await db.readEverywhere(
    (tx) =>
      tx.query(
        selectWorkplace
          .innerJoin('sso_identity', 'sso_identity.workplace_id', 'workplace.workplace_id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .where('is_open', '=', true)
          .where('suspended_at', 'is', null)
          // Where it is being moved from or to, its rows are still there, or not all of them.
          .where('moving_at', 'is', null)
          .orderBy('reference'),
      ),
    { leavesOut: true },
  )
  return found.flat()
}

/**
 * Finds the account of a user of an identity provider in a workplace; null when the user has no account there that may
 * sign in.
 */
export async function findAccount(
  db: Database,
  { id }: Workplace,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<Person | null> {
  const [rows] = await db.read({ workplaceId: id }, (tx) =>
    tx.batch([
      {
        name: 'sso_identity_user',
        text: `select ${userAsJson} from sso_identity i join app_user u on u.workplace_id = i.workplace_id and u.id = i.user_id
          where i.workplace_id = $1 and i.issuer = $2 and i.subject = $3 and i.is_open and ${isUserOpen}`,
        values: [id, issuer, subject],
      },
    ]),
  )
  return readUser(rows)
}

const selectWorkplace = kysely
  .selectFrom('workplace')
  .select(['workplace.workplace_id as id', 'reference', 'workplace.name', 'is_default as isDefault'])
