import { sql } from 'kysely'
import { checkUserPassword } from '../../operations/users/check-user-password.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, post, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { readersOfAnything } from '../http/readers.ts'
import { invalid } from '../http/rest-refusal.ts'
import { fromQuery, runSql, selectRows } from '../query/list-query.ts'
import { groupQuery } from './group-query.ts'
import { checkPasswordPolicy, getPasswordPolicy } from './password-policy.ts'
import { readersOfGroups } from './readers.ts'

export const identityRoutes: readonly Route[] = [
  get('/identity/groups', listGroupsOfUser, readersOfGroups),
  post('/identity/verify', verifyUser),
  get('/identity/password-policy', getPasswordPolicy, readersOfAnything),
  post('/identity/password-policy', checkPasswordPolicy),
]

/** The groups of a user, and who else is in them. */
async function listGroupsOfUser(call: Call): Promise<unknown> {
  const { userId } = call.query
  if (userId === undefined) throw invalid('No user id was supplied')
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, async (tx) => {
    const groups = await selectRows(tx, groupQuery, { ...fromQuery(call), parameters: { member: userId } })
    const users = await runSql<{ id: string; firstName: string | null; lastName: string | null; displayName: string }>(
      tx,
      sql`select distinct u.username as id, u.first_name as "firstName", u.last_name as "lastName", concat_ws(' ', u.first_name, u.last_name) as "displayName"
        from user_group g join group_membership m on m.workplace_id = g.workplace_id and m.group_id = g.id join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
        where g.workplace_id = ${workplaceId}::uuid and g.key = any(${groups.map(({ id }) => id)}::text[]) and u.username <> ${userId} order by 1`,
    )
    return { groups: groups.map(({ id, name }) => ({ id, name })), groupUsers: users }
  })
}

/** Whether a name and password belong together. Nobody is signed in by it. */
async function verifyUser(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const [username, password] = [textOf(body, 'username'), textOf(body, 'password')]
  if (username === null || username === '' || password === null || password === '')
    throw invalid('Username and password are required')
  const input = { username, password, address: call.address }
  const authenticated = orThrow(await checkUserPassword(call.context, call.request, input))
  return { authenticatedUser: username, groups: null, tenants: null, authenticated }
}
