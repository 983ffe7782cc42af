import { shellCalls, userCalls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, admin, db, workplaceId } = await createTestApp()

describe('what the shell asks first', () => {
  const { redirectToSecure: _, ...callsForUsers } = shellCalls
  it.each(Object.values(callsForUsers))('$path is for users who are signed in', async (call) => {
    const { status, error } = await anonymous().call(call)
    expect([status, error.code]).toEqual([401, 'session.missing'])
  })

  it('has roles and defaults', async () => {
    const client = await signIn({ roles: ['RoleUser', 'RoleAdmin'] })
    expect((await client.call(shellCalls.init)).body).toEqual({
      ROLES: ['RoleAdmin', 'RoleUser'],
      OPENS: {},
      MONITOR_ENABLED: false,
      MONITOR_URL: null,
      ENABLE_PRIVACY_POLICY: false,
      PRIVACY_POLICY_LINK_NAME: null,
      PRIVACY_POLICY_LINK_URL: null,
      HELP_URL: '/help',
      TOKEN_REFRESH_MINUTES: 4,
      USER_INFO: { username: client.user.username, id: client.user.id },
      BANNERS: [],
    })
  })

  it('has the settings of the own workplace only', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    await admin.query(
      `insert into setting (workplace_id, key, value) values ($1, 'monitor.enabled', 'true'), ($1, 'monitor.url', '"https://north.example.org"')`,
      [north],
    )
    const [ours, theirs] = [await signIn(), await signIn({ workplaceId: north })]
    expect((await ours.call(shellCalls.init)).body).toMatchObject({ MONITOR_ENABLED: false, MONITOR_URL: null })
    expect((await theirs.call(shellCalls.init)).body).toMatchObject({
      MONITOR_ENABLED: true,
      MONITOR_URL: 'https://north.example.org',
    })
    expect((await ours.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'default' })
    expect((await theirs.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'north' })
  })

  it('has the time without a request, as a number', async () => {
    expect((await (await signIn()).call(shellCalls.sessionTimeout)).body).toBe(1500)
  })

  it('has the own workplace as the default one of somebody who signed in with a password', async () => {
    const east = await createWorkplace(db, { reference: 'east' })
    const [ours, theirs] = [await signIn(), await signIn({ workplaceId: east })]
    expect((await ours.call(shellCalls.defaultWorkplace)).body).toEqual({ DEFAULT_WORKPLACE: 'default' })
    expect((await theirs.call(shellCalls.defaultWorkplace)).body).toEqual({ DEFAULT_WORKPLACE: 'east' })
    expect((await theirs.call(shellCalls.workplaces)).body).toEqual({
      workplaces: 'east',
      selectedWorkplace: 'east',
      selectedName: 'east',
      advancedSso: false,
    })
  })

  it('reports the workplaces of the own user name only', async () => {
    const client = await signIn({ username: 'Vera' })
    expect((await client.call(shellCalls.workplaces, { query: { username: 'vera' } })).status).toBe(200)
    const { status, error } = await client.call(shellCalls.workplaces, { query: { username: 'somebody' } })
    expect([status, error.code]).toEqual([404, 'thing.not-found'])
  })

  it('does not let somebody change the workplace who signed in with a password', async () => {
    await createWorkplace(db, { reference: 'west' })
    const client = await signIn()
    for (const selectedWrf of ['west', 'default', 'nowhere']) {
      const { status, error } = await client.call(shellCalls.updateTenant, { query: { selectedWrf } })
      expect([status, error.code]).toEqual([403, 'workplace.fixed'])
    }
  })

  it('leads to the sign-in page where there is no provider, and never elsewhere', async () => {
    const lead = async (returnUrl?: string) =>
      (await anonymous().call(shellCalls.redirectToSecure, { query: { returnUrl } })).body
    expect(await lead()).toEqual({ location: '/login', advancedSso: false })
    expect(await lead('/tasks/assigned?page=2')).toEqual({
      location: '/login?returnUrl=%2Ftasks%2Fassigned%3Fpage%3D2',
      advancedSso: false,
    })
    for (const returnUrl of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect(await lead(returnUrl)).toEqual({ location: '/login', advancedSso: false })
  })
})

describe('GET /users/unlock/{id}', () => {
  const lock = (id: string) =>
    admin.query(`update app_user set status = 'locked', locked_until = '2999-01-01' where id = $1`, [id])
  const statusOf = async (id: string) =>
    (await admin.query('select status, locked_until from app_user where id = $1', [id])).rows[0]
  const withToken = (client: { cookies: Map<string, string> }) => ({
    headers: { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' },
  })

  it('lets a user try again, for user administrators with the CSRF token', async () => {
    const locked = (await signIn()).user
    await lock(locked.id)
    const client = await signIn({ roles: ['RoleUserAdmin'] })
    await client.call(shellCalls.userInfo)
    const params = { id: locked.id }
    expect((await anonymous().call(userCalls.unlock, { params })).status).toBe(401)
    expect((await client.call(userCalls.unlock, { params })).error.code).toBe('session.csrf')
    const other = await signIn({ roles: ['RoleUser', 'RoleAdmin', 'AdvRoleUserAdmin'] })
    await other.call(shellCalls.userInfo)
    expect((await other.call(userCalls.unlock, { params, ...withToken(other) })).error.code).toBe('right.missing')
    expect(await statusOf(locked.id)).toMatchObject({ status: 'locked' })
    expect((await client.call(userCalls.unlock, { params, ...withToken(client) })).status).toBe(204)
    expect(await statusOf(locked.id)).toEqual({ status: 'enabled', locked_until: null })
  })

  it('does not enable a disabled user, nor find one who is not there or in another workplace', async () => {
    const disabled = await createUser(db, { workplaceId, status: 'disabled' })
    const foreign = await createUser(db, { workplaceId: await createWorkplace(db), status: 'locked' })
    const client = await signIn({ roles: ['RoleUserAdmin'] })
    await client.call(shellCalls.userInfo)
    expect((await client.call(userCalls.unlock, { params: { id: disabled.id }, ...withToken(client) })).status).toBe(
      204,
    )
    expect(await statusOf(disabled.id)).toMatchObject({ status: 'disabled' })
    for (const id of [foreign.id, 'nobody', `' or true --`])
      expect((await client.call(userCalls.unlock, { params: { id }, ...withToken(client) })).status).toBe(404)
    expect(await statusOf(foreign.id)).toMatchObject({ status: 'locked' })
  })
})
