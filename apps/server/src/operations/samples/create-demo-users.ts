import { hashPassword } from '../../platform/auth/password.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type DemoUser, demoGroups, demoPassword, demoUsers, madeBy } from './demo-users.ts'

/**
 * Creates the missing demo users and groups. Existing accounts of the same names are left alone.
 *
 * @returns the usernames of the created users.
 */
export async function createDemoUsers(runtime: Runtime, tx: Tx, workplaceId: string): Promise<string[]> {
  const groups = demoGroups.map((group) => ({
    workplace_id: workplaceId,
    id: runtime.newId(),
    ...group,
    created_by: madeBy,
  }))
  await tx.query(
    kysely
      .insertInto('user_group')
      .values(groups)
      .onConflict((conflict) => conflict.columns(['workplace_id', 'key']).doNothing()),
  )
  const known = await tx.query(
    kysely
      .selectFrom('app_user')
      .where('workplace_id', '=', workplaceId)
      .select((builder) => builder.fn<string>('lower', ['username']).as('username')),
  )
  const missing = demoUsers.filter(({ username }) => !known.some((user) => user.username === username))
  for (const user of missing) await createDemoUser(runtime, tx, workplaceId, user)
  if (missing.length > 0) await setManagers(tx, workplaceId, missing)
  return missing.map(({ username }) => username)
}

async function createDemoUser(
  runtime: Runtime,
  tx: Tx,
  workplace_id: string,
  { username, firstName: first_name, lastName: last_name, roles, groups }: DemoUser,
): Promise<void> {
  const id = runtime.newId()
  const password_hash = await hashPassword(demoPassword)
  await tx.query(
    kysely.insertInto('app_user').values({
      workplace_id,
      id,
      username,
      first_name,
      last_name,
      email: `${username}@example.org`,
      password_hash,
      created_by: madeBy,
    }),
  )
  await tx.query(kysely.insertInto('user_role').values(roles.map((role) => ({ workplace_id, user_id: id, role }))))
  if (groups.length === 0) return
  const found = kysely
    .selectFrom('user_group')
    .where('workplace_id', '=', workplace_id)
    .where('key', 'in', groups)
    .select((builder) => ['workplace_id', 'id as group_id', builder.val(id).$castTo<string>().as('user_id')])
  await tx.query(kysely.insertInto('group_member').columns(['workplace_id', 'group_id', 'user_id']).expression(found))
}

/** Sets the managers of the created users, if the managers are sample users too. */
async function setManagers(tx: Tx, workplaceId: string, made: readonly DemoUser[]): Promise<void> {
  const queries = made.flatMap(({ username, manager }) => {
    if (manager === null) return []
    const theirs = kysely
      .selectFrom('app_user as m')
      .where('m.workplace_id', '=', workplaceId)
      .where('m.username', '=', manager)
      .where('m.created_by', '=', madeBy)
      .select('m.id')
    return kysely
      .updateTable('app_user')
      .where('workplace_id', '=', workplaceId)
      .where('username', '=', username)
      .set({ manager_id: theirs })
  })
  await tx.queries(...queries)
}
