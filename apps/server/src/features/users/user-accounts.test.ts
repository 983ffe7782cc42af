import { authCalls, shellCalls, userAccountCalls, userCalls } from '@millrace/contract'
import { addToGroup, createApiToken, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, signInAs, db, admin } = await createTestApp()
const noId = '00000000-0000-7000-8000-000000000000'
const password = 'correct horse battery'

/** A workplace of its own with a user administrator, who has no other right, and an administrator. */
async function createPlace() {
  const workplaceId = await createWorkplace(db)
  const keeper = await signIn({ workplaceId, username: 'keeper', roles: ['RoleUser', 'RoleUserAdmin'] })
  const chief = await signIn({ workplaceId, username: 'chief', roles: ['RoleAdmin', 'RoleUserAdmin'] })
  const ann = await createUser(db, { workplaceId, username: 'ann' })
  return { workplaceId, keeper, chief, ann, params: { id: ann.id } }
}

describe('one user', () => {
  it('is read and changed by user administrators of the workplace alone', async () => {
    const { keeper, params, ann } = await createPlace()
    expect((await anonymous().call(userAccountCalls.get, { params })).status).toBe(401)
    expect((await (await signInAs(ann)).call(userAccountCalls.get, { params })).status).toBe(403)
    expect((await keeper.call(userAccountCalls.save, { params, body: { email: 'nobody' } })).status).toBe(400)
    for (const id of [noId, 'no id', (await signIn()).user.id]) {
      const gone = { params: { id } }
      expect((await keeper.call(userAccountCalls.get, gone)).status, id).toBe(404)
      expect((await keeper.call(userAccountCalls.save, { ...gone, body: { firstName: 'Eve' } })).status).toBe(404)
      expect((await keeper.call(userAccountCalls.disable, { ...gone, query: { deletedReason: 'Left' } })).status).toBe(
        404,
      )
      expect((await keeper.call(userAccountCalls.sessions, gone)).status).toBe(404)
      expect((await keeper.call(userAccountCalls.endSessions, gone)).status).toBe(404)
    }
    const { body } = await keeper.call(userAccountCalls.save, {
      params,
      body: { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.org', manager: 'keeper', revision: 1 },
    })
    expect(body).toMatchObject({ name: 'Ann Lee', manager: { username: 'keeper' }, revision: 2, state: 'active' })
    expect((await keeper.call(userAccountCalls.get, { params })).body).toEqual(body)
  })

  it('that another user has changed meanwhile is not overwritten', async () => {
    const { keeper, chief, params } = await createPlace()
    const first = await keeper.call(userAccountCalls.save, { params, body: { firstName: 'One', revision: 1 } })
    const second = await chief.call(userAccountCalls.save, { params, body: { firstName: 'Two', revision: 1 } })
    expect([first.status, second.status, second.error.code]).toEqual([200, 409, 'thing.changed'])
    const roles = { params: { ...params, change: 'replace' }, body: { roles: [], revision: 1 } } as const
    expect((await chief.call(userAccountCalls.updateRoles, roles)).error.code).toBe('thing.changed')
    expect((await keeper.call(userAccountCalls.get, { params })).body.firstName).toBe('One')
  })

  it('takes groups of the workplace, and a manager who is there and another user', async () => {
    const { keeper, params, workplaceId } = await createPlace()
    await addToGroup(db, { workplaceId, key: 'sales', userId: keeper.user.id })
    const [group] = (await keeper.call(userAccountCalls.groupsInUse)).body
    const save = (body: object) => keeper.call(userAccountCalls.save, { params, body })
    expect((await save({ groups: [group?.id] })).body.groups).toEqual([group])
    expect((await save({ groups: [noId], firstName: 'Lost' })).status).toBe(404)
    expect((await save({ manager: 'nobody' })).status).toBe(404)
    expect((await save({ manager: 'ann' })).error.code).toBe('user.own-manager')
    expect((await save({ manager: null, groups: [] })).body).toMatchObject({ groups: [], firstName: 'Ada' })
  })
})

describe('rights of an account', () => {
  it('are given by those who hold them, whatever a body or an address says', async () => {
    const { keeper, chief, params } = await createPlace()
    const before = (await keeper.call(userAccountCalls.get, { params })).body
    const beyond = ['RoleUser', 'RoleAdmin'] as const
    const tries = [
      keeper.call(userAccountCalls.save, { params, body: { roles: [...beyond], firstName: 'Eve' } }),
      keeper.call(userAccountCalls.updateRoles, {
        params: { ...params, change: 'add' },
        body: { roles: ['RoleDesign'] },
      }),
      keeper.call(userAccountCalls.create, { body: { username: 'eve', roles: [...beyond] } }),
      keeper.call(userAccountCalls.updateRoles, {
        params: { id: keeper.user.id, change: 'add' },
        body: { roles: ['RoleFullAPI'] },
      }),
    ]
    for (const { status, error } of await Promise.all(tries))
      expect([status, error.code]).toEqual([403, 'right.missing'])
    expect((await keeper.call(userAccountCalls.get, { params })).body).toEqual(before)
    expect((await keeper.call(userCalls.list, { query: { q: 'eve' } })).body.items).toEqual([])
    const given = { params: { ...params, change: 'add' }, body: { roles: ['RoleDesign'] } } as const
    expect((await chief.call(userAccountCalls.updateRoles, given)).body.roles).toEqual(['RoleDesign', 'RoleUser'])
    // Now the account has a right that the user administrator lacks.
    for (const refused of [
      keeper.call(userAccountCalls.save, { params, body: { email: 'eve@example.org' } }),
      keeper.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } }),
      keeper.call(userAccountCalls.endSessions, { params }),
      keeper.call(userAccountCalls.revokeToken, { params: { ...params, partId: noId } }),
      keeper.call(userAccountCalls.updateRoles, {
        params: { ...params, change: 'remove' },
        body: { roles: ['RoleDesign'] },
      }),
    ])
      expect((await refused).error.code).toBe('right.missing')
  })

  it('are replaced, added and removed, and the answer says which come with a group', async () => {
    const { chief, params, workplaceId, ann } = await createPlace()
    await addToGroup(db, { workplaceId, key: 'camunda-admin', userId: ann.id })
    await admin.query(`update user_role set role = 'ROLE_USER' where user_id = $1`, [ann.id])
    const update = async (change: 'replace' | 'add' | 'remove', roles: string[]) =>
      (await chief.call(userAccountCalls.updateRoles, { params: { ...params, change }, body: { roles } })).body.roles
    expect(await update('add', ['RoleDesign'])).toEqual(['RoleDesign', 'RoleUser'])
    expect(await update('remove', ['RoleUser'])).toEqual(['RoleDesign'])
    expect(await update('replace', ['AdvRoleUser', 'RoleUser'])).toEqual(['RoleUser', 'AdvRoleUser'])
    expect((await chief.call(userAccountCalls.roles, { params })).body).toMatchObject({
      rolesByGroups: ['RoleFullAPI'],
    })
    expect(
      (
        await chief.call(userAccountCalls.updateRoles, {
          params: { ...params, change: 'add' },
          body: { roles: ['Root'] },
        })
      ).status,
    ).toBe(400)
  })

  it('do not go from the last administrator, nor those that users administer others with from themselves', async () => {
    const { chief, workplaceId } = await createPlace()
    const params = { id: chief.user.id }
    const replace = { params: { ...params, change: 'replace' }, body: { roles: ['RoleAdmin'] } } as const
    expect((await chief.call(userAccountCalls.updateRoles, replace)).error.code).toBe('user.own-account')
    expect((await chief.call(userAccountCalls.save, { params, body: { roles: [] } })).error.code).toBe(
      'user.own-account',
    )
    expect((await chief.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } })).error.code).toBe(
      'user.last-administrator',
    )
    const second = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    expect((await chief.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } })).error.code).toBe(
      'user.own-account',
    )
    // Two who take one another away at once: one of them has to stay.
    const demote = { roles: ['RoleUser'] }
    const both = await Promise.all([
      chief.call(userAccountCalls.save, { params: { id: second.user.id }, body: demote }),
      second.call(userAccountCalls.save, { params, body: demote }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a new user', () => {
  it('has a first password, which is only valid to choose another one', async () => {
    const { keeper, workplaceId } = await createPlace()
    const create = (body: object) => keeper.call(userAccountCalls.create, { body })
    expect((await create({ username: '<b>' })).status).toBe(400)
    expect((await create({ username: 'x'.repeat(256) })).status).toBe(400)
    expect((await create({ username: 'new', password: 'password1' })).error.code).toBe('password.weak')
    const { body } = await create({ username: 'new', password, lastName: 'Comer', id: noId, status: 'locked' })
    expect(body).toMatchObject({ name: 'Comer', roles: ['RoleUser'], mustChangePassword: true, lastSignInAt: null })
    expect(JSON.stringify(body)).not.toContain(password)
    const again = await create({ username: 'NEW' })
    expect([again.status, again.error.code, again.error.details?.[0]?.where]).toEqual([
      409,
      'thing.name-taken',
      'username',
    ])
    const { rows } = await admin.query('select reference from workplace where workplace_id = $1', [workplaceId])
    const login = { username: 'new', password, workplace: rows[0].reference }
    expect((await anonymous().call(authCalls.login, { body: login })).error.code).toBe('session.password-change')
  })
})

describe('a disabled user', () => {
  it('is out with the next request, by session and token, and comes back restored', async () => {
    const { keeper, ann, params, workplaceId } = await createPlace()
    const session = await signInAs(ann)
    const authorization = `Bearer ${await createApiToken(db, ann)}`
    const byToken = () => anonymous().call(shellCalls.userInfo, { headers: { authorization } })
    expect([(await session.call(shellCalls.userInfo)).status, (await byToken()).status]).toEqual([200, 200])
    const off = { params, query: { deletedReason: 'Leaves on Friday' } } as const
    const { body } = await keeper.call(userAccountCalls.disable, off)
    expect(body).toMatchObject({
      state: 'disabled',
      sessions: 0,
      tokens: 0,
      disabled: { reason: 'Leaves on Friday', by: { username: 'keeper' } },
    })
    expect([(await session.call(shellCalls.userInfo)).status, (await byToken()).status]).toEqual([401, 401])
    expect((await keeper.call(userAccountCalls.disable, off)).error.code).toBe('thing.disabled')
    expect((await keeper.call(userAccountCalls.save, { params, body: { firstName: 'No' } })).error.code).toBe(
      'thing.disabled',
    )
    expect((await keeper.call(userAccountCalls.restore, { params })).body).toMatchObject({
      state: 'active',
      disabled: null,
    })
    expect((await keeper.call(userAccountCalls.restore, { params })).error.code).toBe('thing.exists')
    const { rows } = await admin.query(
      `select r.user_id, r.cause from audit_revision r where r.workplace_id = $1 and r.cause like '%/users/%' order by r.number`,
      [workplaceId],
    )
    expect(rows.map(({ cause }) => cause)).toEqual(['DELETE /api/users/{id}', 'POST /api/users/{id}/restore'])
  })
})

describe('sessions and tokens of a user', () => {
  it('are shown without secrets, and end at once', async () => {
    const { keeper, ann, params } = await createPlace()
    const [one, other] = [await signInAs(ann), await signInAs(ann)]
    await createApiToken(db, ann)
    const { body: sessions } = await keeper.call(userAccountCalls.sessions, { params })
    const { body: tokens } = await keeper.call(userAccountCalls.tokens, { params })
    expect([sessions.length, tokens.length]).toEqual([2, 1])
    expect(JSON.stringify([sessions, tokens])).not.toMatch(/hash/)
    const revoke = { params: { ...params, partId: tokens[0]?.id ?? '' } }
    expect((await keeper.call(userAccountCalls.revokeToken, revoke)).status).toBe(204)
    expect((await keeper.call(userAccountCalls.revokeToken, revoke)).status).toBe(404)
    const end = { params: { ...params, partId: sessions[0]?.id ?? '' } }
    expect((await keeper.call(userAccountCalls.endSession, end)).status).toBe(204)
    expect((await keeper.call(userAccountCalls.endSession, end)).status).toBe(404)
    expect((await keeper.call(userAccountCalls.endSession, { params: { ...params, partId: 'no id' } })).status).toBe(
      404,
    )
    expect((await keeper.call(userAccountCalls.endSessions, { params })).body).toEqual({ ended: 1 })
    for (const client of [one, other]) expect((await client.call(shellCalls.userInfo)).status).toBe(401)
  })

  it('leave the session that the caller is in', async () => {
    const { keeper } = await createPlace()
    const params = { id: keeper.user.id }
    const [own] = (await keeper.call(userAccountCalls.sessions, { params })).body
    const end = await keeper.call(userAccountCalls.endSession, { params: { ...params, partId: own?.id ?? '' } })
    expect(end.error.code).toBe('user.own-account')
    expect((await keeper.call(userAccountCalls.endSessions, { params })).body).toEqual({ ended: 0 })
    expect((await keeper.call(shellCalls.userInfo)).status).toBe(200)
  })
})

describe('the list of users', () => {
  it('is narrowed by state, role, group and whether somebody signed in, and sorted', async () => {
    const { keeper, ann, params, workplaceId } = await createPlace()
    await createUser(db, { workplaceId, username: 'bob', firstName: 'Bob', status: 'locked' })
    await addToGroup(db, { workplaceId, key: 'sales', userId: ann.id })
    await keeper.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } })
    await admin.query('update app_user set last_login_at = now() where id = $1', [keeper.user.id])
    const [group] = (await keeper.call(userAccountCalls.groupsInUse)).body
    const find = async (query: object) =>
      (await keeper.call(userCalls.list, { query: { sort: 'username', ...query } })).body.items.map(
        ({ username }) => username,
      )
    expect(await find({ state: 'disabled' })).toEqual(['ann'])
    expect(await find({ state: 'locked' })).toEqual(['bob'])
    expect(await find({ state: 'active,locked' })).toEqual(['bob', 'chief', 'keeper'])
    expect(await find({ role: 'RoleAdmin' })).toEqual(['chief'])
    expect(await find({ group: group?.id })).toEqual(['ann'])
    expect(await find({ isNew: 'true' })).toEqual(['ann', 'bob', 'chief'])
    expect(await find({ sort: '-lastSignIn', size: 1 })).toEqual(['keeper'])
    const first = await keeper.call(userCalls.list, { query: { sort: 'lastSignIn', size: 3 } })
    const next = await keeper.call(userCalls.list, {
      query: { sort: 'lastSignIn', size: 3, after: first.body.next ?? '' },
    })
    expect(next.body.items.map(({ username }) => username)).toEqual(['keeper'])
  })
})
