import { randomUUID } from 'node:crypto'
import { type Role, userCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, type TestUser, type UserOptions } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

/**
 * Whoever changes what gives control of an account holds every right that the account has: asked for each kind of right
 * and each operation, as a user administrator without that right, and as one with it.
 */
const { app, db, admin, workplaceId, signInAs } = await createTestApp()
const password = 'long enough for the rules'
let count = 0

async function create(options: Partial<UserOptions> = {}): Promise<TestUser> {
  count++
  return createUser(db, { workplaceId, username: `person-${count}`, ...options })
}

async function asKeeper(held: readonly Role[] = [], options: Partial<UserOptions> = {}) {
  const user = await create({ ...options, roles: ['RoleUserAdmin', ...held] })
  const token = await createApiToken(db, user)
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ method, url: `/engine-rest${path}`, headers, payload })
    return { status: statusCode, message: body === '' ? '' : String(JSON.parse(body).message) }
  }
  return { user, send }
}
type Send = Awaited<ReturnType<typeof asKeeper>>['send']

async function authorize(who: { user?: string; group?: string }, more: { type?: 1 | 2; resourceId?: string } = {}) {
  const { type = 1, resourceId = '*' } = more
  await admin.query(
    `insert into user_authorization (workplace_id, id, type, user_id, group_id, resource_type, resource_id, permissions)
      values ($1, $2, $3, $4, $5, 6, $6, '{ALL}')`,
    [workplaceId, randomUUID(), type, who.user ?? null, who.group ?? null, resourceId],
  )
}

/** What an account may have: how it gets it, and how a user administrator gets the same. */
const rights: Readonly<Record<string, { of: Partial<UserOptions>; own: Parameters<typeof asKeeper>; grants?: true }>> =
  {
    RoleProcessAdmin: { of: { roles: ['RoleProcessAdmin'] }, own: [['RoleProcessAdmin']] },
    RoleIntegration: { of: { roles: ['RoleIntegration'] }, own: [['RoleIntegration']] },
    RoleDesign: { of: { roles: ['RoleUser', 'RoleDesign'] }, own: [['RoleDesign']] },
    RoleFullAPI: { of: { roles: ['RoleFullAPI'] }, own: [['RoleFullAPI']] },
    RoleAdmin: { of: { roles: ['RoleAdmin'] }, own: [['RoleAdmin']] },
    'the group camunda-admin': { of: { groups: ['camunda-admin'] }, own: [[], { groups: ['camunda-admin'] }] },
    'an authorization': { of: {}, own: [['RoleFullAPI']], grants: true },
    'an authorization of a group': { of: { groups: ['operators'] }, own: [[], { groups: ['operators'] }] },
  }
await authorize({ group: 'operators' })

/** What gives control of an account, or changes what it may do. The account is in the group `plain-NAME` alone. */
const operations: Readonly<Record<string, (send: Send, name: string) => ReturnType<Send>>> = {
  'sets the password': (send, name) => send('PUT', `/user/${name}/credentials`, { password }),
  'changes the mail address': (send, name) => send('PUT', `/user/${name}/profile`, { email: 'mine@example.org' }),
  'deletes it': (send, name) => send('DELETE', `/user/${name}`),
  'adds it to a group': (send, name) => send('PUT', `/group/others/members/${name}`),
  'removes it from a group': (send, name) => send('DELETE', `/group/plain-${name}/members/${name}`),
  'deletes a group of its own': (send, name) => send('DELETE', `/group/plain-${name}`),
}
await create({ groups: ['others'] })

const readAccount = async (name: string) =>
  (
    await admin.query(
      `select password_hash, email, (select count(*) from group_member m where m.user_id = u.id)::int as groups from app_user u where username = $1`,
      [name],
    )
  ).rows

async function createWith({ of, grants }: (typeof rights)[string]): Promise<string> {
  const name = `account-${++count}`
  await create({ ...of, username: name, groups: [...(of.groups ?? []), `plain-${name}`] })
  if (grants) await authorize({ user: name })
  return name
}

const cases = Object.entries(rights).flatMap(([right, has]) =>
  Object.entries(operations).map(([operation, run]) => ({ right, has, operation, run })),
)

it.each(cases)('a user administrator $operation of an account with $right only with that right', async (one) => {
  const name = await createWith(one.has)
  const before = await readAccount(name)
  const { send } = await asKeeper()
  const refused = await one.run(send, name)
  expect([refused.status, await readAccount(name)]).toEqual([403, before])
  if (one.right !== 'RoleAdmin') expect(refused.message).toContain('Ask an administrator (RoleAdmin)')
  const { send: sendWithRight } = await asKeeper(...one.has.own)
  expect(await one.run(sendWithRight, name)).toMatchObject({ status: 204 })
  expect(await readAccount(name)).not.toEqual(before)
})

it.each(Object.entries(operations))(
  'a user administrator %s of an account that may do what everybody may',
  async (_, run) => {
    const name = await createWith({ of: {}, own: [] })
    expect(await run((await asKeeper()).send, name)).toMatchObject({ status: 204 })
  },
)

describe('a user administrator without more rights', () => {
  it('says who the manager is, and unlocks any account: neither gives its rights', async () => {
    const account = await create({ roles: ['RoleFullAPI'] })
    const { user, send } = await asKeeper()
    const client = await signInAs(user)
    const manager = { params: { id: account.id }, body: { username: user.username } }
    expect((await client.call(userCalls.setManager, manager)).status).toBe(204)
    expect((await send('POST', `/user/${account.username}/unlock`)).status).toBe(204)
  })

  it('gets no right from a group, neither by being added nor by being removed', async () => {
    await create({ groups: ['barred'] })
    await authorize({ group: 'barred' }, { type: 2, resourceId: 'orders' })
    const { user, send } = await asKeeper([], { groups: ['barred'] })
    await authorize({ user: user.username })
    expect((await send('PUT', `/group/others/members/${user.username}`)).status).toBe(204)

    const plain = await asKeeper()
    expect((await plain.send('PUT', `/group/operators/members/${plain.user.username}`)).status).toBe(403)

    await create({ groups: ['free'] })
    await authorize({ group: 'free' })
    await create({ groups: ['bound'] })
    await authorize({ group: 'bound' }, { type: 2, resourceId: 'orders' })
    const both = await asKeeper([], { groups: ['free', 'bound'] })
    expect((await both.send('DELETE', `/group/bound/members/${both.user.username}`)).status).toBe(403)
    expect((await both.send('DELETE', '/group/bound')).status).toBe(403)
  })

  it('creates no user for whose name authorizations wait', async () => {
    await authorize({ user: 'expected' })
    const { send } = await asKeeper()
    const made = (name: string) => send('POST', '/user/create', { profile: { id: name }, credentials: { password } })
    expect([(await made('expected')).status, (await made('unexpected')).status]).toEqual([403, 204])
    expect(await readAccount('expected')).toEqual([])
  })
})
