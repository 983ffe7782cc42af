import type { Role } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace, type UserOptions } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, db, admin, anonymous, workplaceId } = await createTestApp()
const old = 'what it was before'
const good = 'a longer one, with digits 12'

/** A program in the name of a new user, with an API token. */
async function program(held: readonly Role[], options: Partial<UserOptions> = {}) {
  const user = await createUser(db, { workplaceId, roles: held, ...options })
  const text = await createApiToken(db, user)
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const { statusCode: status, body } = await app.inject({
      method,
      url: `/engine-rest${path}`,
      headers: { authorization: `Bearer ${text}` },
      ...(payload !== undefined && { payload }),
    })
    return { status, body: body === '' ? null : JSON.parse(body) }
  }
  return { user, send }
}

const signIn = async (username: string, password: string) =>
  (await anonymous().send({ method: 'POST', url: '/api/auth/login', payload: { username, password } })).status

describe('a client with RoleFullAPI alone', () => {
  it('neither sets an administrator’s password nor signs in as one', async () => {
    const chief = await createUser(db, { workplaceId, roles: ['RoleAdmin'], password: old })
    const { send } = await program(['RoleFullAPI'])
    for (const password of ['a', good]) {
      const { status, body } = await send('PUT', `/user/${chief.username}/credentials`, { password })
      expect([status, body.type]).toEqual([403, 'AuthorizationException'])
      expect(await signIn(chief.username, password)).toBe(401)
    }
    expect(await signIn(chief.username, old)).toBe(200)
  })

  it('changes no person, role, group, tenant or password', async () => {
    const { user, send } = await program(['RoleFullAPI'], { groups: ['helpers'] })
    const other = await createUser(db, { workplaceId })
    const tries = [
      await send('POST', '/user/create', { profile: { id: 'made' }, credentials: { password: good } }),
      await send('PUT', `/user/${other.username}/profile`, { firstName: 'Other' }),
      await send('PUT', `/user/${other.username}/credentials`, { password: good }),
      await send('PUT', `/user/${user.username}/credentials`, { password: good }),
      await send('POST', `/user/${other.username}/unlock`),
      await send('DELETE', `/user/${other.username}`),
      await send('PUT', `/group/camunda-admin/members/${user.username}`),
      await send('PUT', `/group/helpers/members/${other.username}`),
      await send('DELETE', `/group/helpers/members/${user.username}`),
      await send('POST', '/group/create', { id: 'camunda-admin', name: 'x' }),
      await send('DELETE', '/group/helpers'),
      await send('POST', '/tenant/create', { id: 'made' }),
      await send('POST', '/identity/verify', { username: other.username, password: 'guess' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403))
  })

  it('reads of persons, groups and tenants only what is its own', async () => {
    const { user, send } = await program(['RoleFullAPI'], { groups: ['helpers'] })
    const other = await createUser(db, { workplaceId, groups: ['helpers'] })
    const closed = [
      ...['/user', '/user/count', '/group', '/group/count', '/group/helpers', '/tenant', '/tenant/x'],
      ...[`/user/${other.username}/profile`, `/identity/groups?userId=${other.username}`, '/identity/groups'],
    ]
    for (const path of closed) expect([path, (await send('GET', path)).status]).toEqual([path, 403])
    expect((await send('GET', `/user/${user.username}/profile`)).body.id).toBe(user.username)
    expect((await send('GET', `/identity/groups?userId=${user.username}`)).body.groups).toEqual([
      { id: 'helpers', name: 'helpers' },
    ])
    expect((await send('GET', '/task')).status).toBe(200)
  })
})

describe('user administrators', () => {
  it('sets passwords by the rules of the product, and ends sessions and API tokens with the old one', async () => {
    const { send } = await program(['RoleUserAdmin', 'RoleFullAPI'])
    const { user, send: asUser } = await program(['RoleFullAPI'], { password: old })
    const client = anonymous()
    await client.send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: user.username, password: old },
    })
    const set = (password: string) => send('PUT', `/user/${user.username}/credentials`, { password })
    for (const weak of ['a', 'aaaaaaaaaaaa', `${user.username}-1`, 'Password1', 'millrace2024'])
      expect([weak, (await set(weak)).status]).toEqual([weak, 400])
    expect((await asUser('GET', '/task')).status).toBe(200)
    expect((await set(good)).status).toBe(204)
    expect((await asUser('GET', '/task')).status).toBe(401)
    expect((await client.send({ url: '/api/usersgroups/usersAPI/userInfo' })).status).toBe(401)
    expect([await signIn(user.username, old), await signIn(user.username, good)]).toEqual([401, 200])
  })

  it('confirms the password of the caller where the call has it, and refuses a wrong one', async () => {
    const { user, send } = await program(['RoleUserAdmin'], { password: old })
    const other = await createUser(db, { workplaceId })
    const set = (authenticatedUserPassword: string) =>
      send('PUT', `/user/${other.username}/credentials`, { password: good, authenticatedUserPassword })
    expect((await set('not mine')).body).toMatchObject({
      type: 'InvalidRequestException',
      message: 'The given authenticated user password is not valid.',
    })
    expect(await signIn(other.username, good)).toBe(401)
    expect((await set(old)).status).toBe(204)
    expect(await signIn(other.username, good)).toBe(200)
    expect(user.username).not.toBe(other.username)
  })

  it('finds the tenants of a user, and those of their groups when asked', async () => {
    const { send } = await program(['RoleUserAdmin'])
    const member = await createUser(db, { workplaceId, groups: ['buyers'] })
    for (const id of ['own', 'of-group', 'neither']) await send('POST', '/tenant/create', { id, name: id })
    await send('PUT', `/tenant/own/user-members/${member.username}`)
    await send('PUT', '/tenant/of-group/group-members/buyers')
    const found = async (more: string) =>
      ((await send('GET', `/tenant?userMember=${member.username}${more}`)).body as { id: string }[])
        .map(({ id }) => id)
        .sort()
    expect(await found('')).toEqual(['own'])
    expect(await found('&includingGroupsOfUser=true')).toEqual(['of-group', 'own'])
  })

  it('makes users by the same rules', async () => {
    const { send } = await program(['RoleUserAdmin'])
    const create = (password: string) =>
      send('POST', '/user/create', { profile: { id: 'fresh' }, credentials: { password } })
    for (const weak of ['a', 'password', 'fresh-2024']) expect((await create(weak)).status).toBe(400)
    expect((await create(good)).status).toBe(204)
    expect((await create(good)).status).toBe(400)
    const { rows } = await admin.query(
      `select r.role from user_role r join app_user u on u.id = r.user_id where u.username = 'fresh'`,
    )
    expect(rows).toEqual([{ role: 'RoleUser' }])
  })

  it('reads no data of processes, and makes nobody an administrator or a client', async () => {
    const { user, send } = await program(['RoleUserAdmin'])
    for (const path of ['/task', '/process-instance', '/history/variable-instance', '/deployment'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 403])
    expect((await send('PUT', `/group/camunda-admin/members/${user.username}`)).status).toBe(403)
    expect((await send('GET', '/user')).status).toBe(200)
  })

  it('finds out nothing about accounts by being refused', async () => {
    const { send } = await program(['RoleFullAPI'])
    const known = await createUser(db, { workplaceId })
    const answers = await Promise.all(
      [known.username, 'no-such-user'].map((name) => send('PUT', `/user/${name}/profile`, { firstName: 'x' })),
    )
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('the last administrator', () => {
  const start = async () => {
    const there = await createWorkplace(db)
    const [first, second] = [
      await program(['RoleAdmin'], { workplaceId: there, username: 'first' }),
      await program(['RoleAdmin'], { workplaceId: there, username: 'second' }),
    ]
    const left = async () => {
      const { rows } = await admin.query(
        `select u.username from app_user u join user_role r on r.workplace_id = u.workplace_id and r.user_id = u.id where u.workplace_id = $1 and r.role = 'RoleAdmin'`,
        [there],
      )
      return rows.map(({ username }) => username)
    }
    return { there, first, second, left }
  }

  it('is not deleted', async () => {
    const { first, left } = await start()
    expect((await first.send('DELETE', '/user/second')).status).toBe(204)
    const { status, body } = await first.send('DELETE', '/user/first')
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^Expected another administrator/)])
    expect(await left()).toEqual(['first'])
  })

  it('is still there when two administrators delete one another at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { first, second, left } = await start()
      const answers = await Promise.all([first.send('DELETE', '/user/second'), second.send('DELETE', '/user/first')])
      expect(await left()).toHaveLength(1)
      // Whoever comes second is told so, or is not known any more; neither waits for the other.
      const [done, refused] = answers.map(({ status }) => status).toSorted()
      expect(done).toBe(204)
      expect([401, 409]).toContain(refused)
    }
  })

  it('is one who can sign in: those that are disabled do not count', async () => {
    const { there, first } = await start()
    await admin.query(`update app_user set status = 'disabled' where workplace_id = $1 and username = 'second'`, [
      there,
    ])
    expect((await first.send('DELETE', '/user/first')).status).toBe(409)
  })

  it('counts by whatever name the role is stored', async () => {
    const { there, first } = await start()
    await admin.query(
      `update user_role set role = 'ROLE_ADMIN' where workplace_id = $1 and user_id = (select id from app_user where workplace_id = $1 and username = 'second')`,
      [there],
    )
    expect((await first.send('DELETE', '/user/first')).status).toBe(204)
  })
})
