import { listNamesOf, type SignInMethod } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { isUserOpen, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { fillEmergencyMail } from '../../runtime/mail/system/fill-emergency-mail.ts'
import type { OperationContext } from '../operation-context.ts'
import { secretMailStatements } from '../secret-mail.ts'

export interface EmergencySignIn {
  readonly user: Pick<Person, 'id' | 'workplaceId' | 'username'>
  readonly method: SignInMethod
  readonly address: string | null
  /** The address at which browsers reach the server. */
  readonly publicUrl: string
}

/**
 * Records a sign-in of the emergency administrator, whom the setting `signIn.emergencyUser` names, in the audit, and
 * mails it to the other administrators. Does nothing for other users.
 */
export async function markEmergency(
  { db, clock, runtime }: OperationContext,
  { user, method, address, publicUrl }: EmergencySignIn,
): Promise<void> {
  const { workplaceId, id, username } = user
  if (!(await db.read({ workplaceId }, (tx) => isEmergencyUser(tx, username)))) return
  const at = clock().toISOString()
  await db.withTransaction({ workplaceId, userId: username, cause: 'sign-in' }, async (tx) => {
    const receivers = await findReceivers(tx, user)
    const texts = mailTextsOf(null)
    await tx.batch([
      {
        name: 'emergency_sign_in_add',
        text: `insert into emergency_sign_in (workplace_id, id, user_id, username, address, method, created_at)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [workplaceId, runtime.newId(), id, username, address, method, at],
      },
      ...receivers.flatMap(({ email, ...receiver }) =>
        secretMailStatements(workplaceId, {
          ...{ id: runtime.newId(), mail: 'emergencySignIn', to: email, job: 'emergency-sign-in', at },
          filling: fillEmergencyMail(
            { receiver, by: username, at, address, link: `${publicUrl}/usersgroups/users/${id}` },
            texts,
          ),
        }),
      ),
    ])
  })
  runtime.announceJobs()
}

/** Returns whether the emergency setting names this user. */
export async function isEmergencyUser(tx: Tx, username: string): Promise<boolean> {
  const named = (await findSettings(tx))['signIn.emergencyUser']
  return named !== '' && named.toLowerCase() === username.toLowerCase()
}

/** Administrators who get a mail at most. */
const maxReceivers = 100

async function findReceivers(tx: Tx, { workplaceId, id }: EmergencySignIn['user']) {
  const [rows = []] = await tx.batch([
    {
      name: 'emergency_receivers',
      text: `select u.email, u.first_name, u.last_name from app_user u
        where u.workplace_id = $1 and u.id <> $2 and coalesce(u.email, '') <> '' and ${isUserOpen}
          and exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any($3::text[]))
        order by u.username_key limit ${maxReceivers}`,
      values: [workplaceId, id, listNamesOf('RoleAdmin')],
    },
  ])
  return rows.map(([email, firstName = null, lastName = null]) => ({ email: email ?? '', firstName, lastName }))
}
