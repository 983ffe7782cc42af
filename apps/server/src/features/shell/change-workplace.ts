import type { Session, SsoOrigin } from '../../platform/auth/session.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findAccount, findOwnWorkplaces, type Workplace } from './own-workplaces.ts'

export interface WorkplaceChange {
  readonly workplace: Workplace
  readonly user: Person
  readonly sso: SsoOrigin
}

/** Finds the account of a signed-in user in another of their workplaces. */
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
  const user = workplace === undefined ? null : await findAccount(context.db, workplace, origin)
  if (workplace === undefined || user === null)
    return refuse('thing.not-found', 'Expected one of your workplaces, but there is none with this reference.')
  return { workplace, user, sso: { ...origin, isChosen: true } }
}
