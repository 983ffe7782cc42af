import { createTestDatabase, createUser, createWorkplace, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import { deleteUser } from '../users/delete-user.ts'
import { enterWorkplace } from './enter-workplace.ts'

const { db, admin } = await createTestDatabase()
const runtime = createTestRuntime(db)
const issuer = 'https://provider.example'
const now = new Date('2030-01-07T09:00:00.000Z')

/** A workplace with two administrators, whom the provider makes ordinary people when they sign in next. */
async function createTwo() {
  const workplaceId = await createWorkplace(db)
  const [first, second] = [
    await createUser(db, { workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] }),
    await createUser(db, { workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] }),
  ]
  const signIn = async ({ username }: { readonly username: string }) => {
    const subject = `${workplaceId} ${username}`
    await admin.query(
      'insert into sso_identity (workplace_id, issuer, subject, user_id) select $1, $2, $3, id from app_user where workplace_id = $1 and username = $4',
      [workplaceId, issuer, subject, username],
    )
    const claims = { username: null, email: null, isEmailVerified: false, firstName: null, lastName: null }
    const identity = { issuer, subject, ...claims, roles: ['RoleUser'] as const, workplaces: null, sessionId: null }
    return () => enterWorkplace({ db, clock: () => now } as never, { workplaceId, identity, mayCreate: false } as never)
  }
  const left = async () => {
    const { rows } = await admin.query(
      `select u.username from app_user u join user_role r on r.workplace_id = u.workplace_id and r.user_id = u.id where u.workplace_id = $1 and r.role = 'RoleAdmin'`,
      [workplaceId],
    )
    return rows.length
  }
  return { first, second, signIn, left, context: { db, runtime, clock: () => now } as never }
}

/** Both wait for the same rows, then one for the other. */
async function atOnce(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const holder = await admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select from app_user for update')
    const all = Promise.all(works.map((work) => work()))
    const waiting = async () =>
      (
        await admin.query(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rows[0]?.n
    await expect.poll(waiting).toBe(works.length)
    await holder.query('commit')
    await all
  } finally {
    holder.release()
  }
}

describe('of two administrators who are taken away at once, one stays', () => {
  it('when the provider takes the role from both', async () => {
    const { first, second, signIn, left } = await createTwo()
    await atOnce([await signIn(first), await signIn(second)])
    expect(await left()).toBe(1)
  })

  it('when the provider takes it from one, who deletes the other', async () => {
    const { first, second, signIn, left, context } = await createTwo()
    await atOnce([
      await signIn(first),
      () => deleteUser(context, testRequest({ ...first, roles: ['RoleAdmin', 'RoleUserAdmin'] }), { id: second.id }),
    ])
    expect(await left()).toBe(1)
  })
})
