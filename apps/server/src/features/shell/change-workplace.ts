import type { Session, SsoOrigin } from '../../platform/auth/session.ts'
import { type AuthContext, isUserOpen, type Person, readUser, userAsJson } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findOwnWorkplaces, type Workplace } from './own-workplaces.ts'

export interface WorkplaceChange {
  readonly workplace: Workplace
  readonly user: Person
  readonly sso: SsoOrigin
}

/** Finds the account that somebody goes on with in another of his workplaces. */
export async function changeWorkplace(
  context: AuthContext,
  session: Session,
  reference: string,
): Promise<WorkplaceChange | Refusal> {
  const { all, origin } = await findOwnWorkplaces(context.db, session)
  if (origin === null)
    return refuse(
      'workplace.fixed',
      'Expected a session of advanced single sign-on, but you signed in with a password.',
    )
  const workplace = all.find((own) => own.reference.toLowerCase() === reference.toLowerCase())
  const user = workplace === undefined ? null : await findAccount(context, workplace, origin)
  if (workplace === undefined || user === null)
    return refuse('thing.not-found', 'Expected one of your workplaces, but there is none with this reference.')
  return { workplace, user, sso: { ...origin, isChosen: true } }
}

async function findAccount(
  { db }: AuthContext,
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
