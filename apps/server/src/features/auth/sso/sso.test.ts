import { accountCalls, authCalls, type Role, shellCalls, ssoTestCalls } from '@millrace/contract'
import {
  createTestApp,
  createTestClient,
  createUser,
  createWorkplace,
  openCuttableProxy,
} from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startProvider } from './testing/start-provider.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

/** Known before anybody is there: the provider and the server have to know of each other. */
async function openAddress() {
  const way = await openCuttableProxy('http://127.0.0.1:1')
  afterAll(() => way.close())
  return { publicUrl: new URL(way.connectionString).origin, leadTo: way.leadTo }
}

const { publicUrl, leadTo } = await openAddress()
const provider = await startProvider(publicUrl)
afterAll(() => provider.stop())
const sso = {
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  label: 'Example',
  scopes: 'openid profile email',
  usernameClaim: 'preferred_username',
  rolesClaim: 'groups',
  roleMapping: new Map<string, readonly Role[]>([
    ['staff', ['RoleUser']],
    ['it', ['RoleAdmin', 'AdvRoleUserAdmin']],
  ]),
  workplacesClaim: null,
} as const
const lines: string[] = []
// What the provider signs has the real time in it.
const { app, db, admin, workplaceId, clock, anonymous } = await createTestApp({
  now: new Date().toISOString(),
  publicUrl,
  sso,
  log: (line) => lines.push(line),
})
leadTo(await app.listen({ port: 0, host: '127.0.0.1' }))

const start = `${publicUrl}/api/auth/oidc/start`
let count = 0
/** A user of the provider alone. */
function addUser(claims: Readonly<Record<string, unknown>> = {}): { username: string; subject: string } {
  count++
  const [username, subject] = [`sam${count}`, `subject-${count}`]
  provider.users.set(username, {
    subject,
    claims: { preferred_username: username, given_name: 'Sam', family_name: 'Porter', groups: ['staff'], ...claims },
  })
  provider.next = username
  return { username, subject }
}

beforeEach(() => {
  provider.next = null
})

/** The calls of the browser's session. */
function clientOf(browser: TestBrowser) {
  return createTestClient(app, Object.fromEntries(browser.cookiesOf(publicUrl)))
}

async function signInAtProvider(browser = createTestBrowser(), query = '') {
  const page = await browser.open(`${start}${query}`)
  return { browser, page, client: clientOf(browser) }
}

describe('signing in at the provider', () => {
  it('is offered to everybody', async () => {
    expect((await anonymous().call(authCalls.options)).body).toEqual({
      advancedSso: true,
      label: 'Example',
      location: '/api/auth/oidc/start',
      resetsPasswords: false,
    })
    expect(
      (await anonymous().call(shellCalls.redirectToSecure, { query: { returnUrl: '/user/profile' } })).body,
    ).toEqual({
      location: '/api/auth/oidc/start?returnUrl=%2Fuser%2Fprofile',
      advancedSso: true,
    })
  })

  it('sends the browser there with proof key, state and nonce, which only this browser can bring back', async () => {
    const response = await createTestBrowser().send(start)
    const address = new URL(response.headers.get('location') ?? '')
    expect(address.origin).toBe(provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'millrace',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/api/auth/oidc/callback`,
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
    })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^millrace_sso=\S+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
    )
  })

  it('makes the account at the first time, with name, e-mail and roles, and leads to the page that was wanted', async () => {
    const { username } = addUser({ groups: ['staff', 'it', 'others'], email: 'sam@example.org', email_verified: true })
    const { page, client } = await signInAtProvider(createTestBrowser(), '?returnUrl=%2Ftasks%2Fassigned%3Fq%3D1')
    expect(page.address.href).toBe(`${publicUrl}/tasks/assigned?q=1`)
    expect((await client.call(shellCalls.userInfo)).body).toEqual({ username, preferredUsername: username })
    const { rows } = await admin.query(
      `select first_name, last_name, email, password_hash, status from app_user where username = $1`,
      [username],
    )
    expect(rows).toEqual([
      { first_name: 'Sam', last_name: 'Porter', email: 'sam@example.org', password_hash: null, status: 'enabled' },
    ])
    expect((await client.call(shellCalls.init)).body.ROLES.toSorted()).toEqual([
      'AdvRoleUserAdmin',
      'RoleAdmin',
      'RoleUser',
    ])
  })

  it('takes roles and name from the provider at each time again, and finds the user under a new name', async () => {
    const { username, subject } = addUser({ groups: ['it'] })
    await signInAtProvider()
    provider.users.set(username, {
      subject,
      claims: { preferred_username: 'renamed', given_name: 'Samuel', groups: ['staff'] },
    })
    provider.next = username
    const { client } = await signInAtProvider()
    expect((await client.call(shellCalls.init)).body).toMatchObject({ ROLES: ['RoleUser'], USER_INFO: { username } })
    const { rows } = await admin.query('select first_name from app_user where username = $1', [username])
    expect(rows).toEqual([{ first_name: 'Samuel' }])
  })

  it('takes no role away from the last administrator', async () => {
    const north = await createWorkplace(db, { reference: 'lonely' })
    const { subject } = addUser({ groups: ['staff'] })
    const { username } = await createUser(db, { workplaceId: north, roles: ['RoleAdmin'] })
    await admin.query(
      `insert into sso_identity (workplace_id, issuer, subject, user_id) select $1, $2, $3, id from app_user where workplace_id = $1 and username = $4`,
      [north, sso.issuer, subject, username],
    )
    const held = async () => {
      const { rows } = await admin.query(
        `select r.role from user_role r join app_user u on u.workplace_id = r.workplace_id and u.id = r.user_id
          where u.workplace_id = $1 and u.username = $2 order by r.role`,
        [north, username],
      )
      return rows.map(({ role }) => role)
    }
    await signInAtProvider(createTestBrowser(), '?workplace=lonely')
    expect(await held()).toEqual(['RoleAdmin', 'RoleUser'])
    await createUser(db, { workplaceId: north, roles: ['RoleAdmin'] })
    await signInAtProvider(createTestBrowser(), '?workplace=lonely')
    expect(await held()).toEqual(['RoleUser'])
  })

  it('is a revision of the audit only when it changes something', async () => {
    const { username, subject } = addUser({ groups: ['staff', 'it'] })
    const countRevisions = async (): Promise<number> =>
      (await admin.query(`select count(*)::int from audit_revision where cause = 'sign-in'`)).rows[0].count
    const before = await countRevisions()
    await signInAtProvider()
    expect(await countRevisions()).toBe(before + 1)
    provider.next = username
    await signInAtProvider()
    expect(await countRevisions()).toBe(before + 1)
    provider.users.set(username, { subject, claims: { preferred_username: username, groups: ['staff'] } })
    provider.next = username
    await signInAtProvider()
    expect(await countRevisions()).toBe(before + 2)
    const { rows } = await admin.query(
      `select operation, entity from audit_entry where workplace_id = $1 and revision = (select max(number) from audit_revision where workplace_id = $1) order by id`,
      [workplaceId],
    )
    expect(rows).toEqual([
      { operation: 'delete', entity: 'user-role' },
      { operation: 'delete', entity: 'user-role' },
    ])
  })

  it('gives no roles to somebody without a known group', async () => {
    addUser({ groups: ['RoleAdmin', 'ROLE_ADMIN'] })
    const { client } = await signInAtProvider()
    expect((await client.call(shellCalls.init)).body.ROLES).toEqual([])
  })

  it('creates one account when somebody comes in two windows at once', async () => {
    const { username } = addUser()
    const pages = await Promise.all([signInAtProvider(), signInAtProvider()])
    for (const { client } of pages) expect((await client.call(shellCalls.userInfo)).body.username).toBe(username)
    const { rows } = await admin.query('select count(*)::int from app_user where username = $1', [username])
    expect(rows).toEqual([{ count: 1 }])
  })

  it('ends a session that was there before, and begins one with a new id', async () => {
    const planted = await createUser(db, { workplaceId, password: 'a password' })
    const browser = createTestBrowser()
    const client = anonymous()
    await client.call(authCalls.login, { body: { username: planted.username, password: 'a password' } })
    for (const [name, value] of client.cookies) browser.cookiesOf(publicUrl).set(name, value)
    const { username } = addUser()
    const { client: own } = await signInAtProvider(browser)
    expect((await own.call(shellCalls.userInfo)).body.username).toBe(username)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example/..//x',
    'javascript:alert(1)',
  ])('does not lead to %j afterwards', async (returnUrl) => {
    addUser()
    const { page } = await signInAtProvider(createTestBrowser(), `?returnUrl=${encodeURIComponent(returnUrl)}`)
    expect(page.address.origin).toBe(publicUrl)
  })
})

describe('an account that is there already', () => {
  it('is entered by its name when it was created without a password', async () => {
    const { username } = addUser()
    const { id } = await createUser(db, { workplaceId, username, roles: ['RoleDesign'] })
    const { client } = await signInAtProvider()
    expect((await client.call(shellCalls.userInfo)).body.username).toBe(username)
    expect((await admin.query('select user_id from sso_identity where user_id = $1', [id])).rowCount).toBe(1)
  })

  it('is entered by an e-mail that the provider has verified, and only then', async () => {
    addUser({ email: 'Kim@Example.org', email_verified: true })
    await createUser(db, { workplaceId, username: 'kim', email: 'kim@example.org' })
    expect((await (await signInAtProvider()).client.call(shellCalls.userInfo)).body.username).toBe('kim')
    const other = addUser({ email: 'lee@example.org', email_verified: false })
    await createUser(db, { workplaceId, username: 'lee', email: 'lee@example.org' })
    expect((await (await signInAtProvider()).client.call(shellCalls.userInfo)).body.username).toBe(other.username)
  })

  it('is not entered by its name when it has a password, or another user has entered it', async () => {
    const first = addUser()
    await createUser(db, { workplaceId, username: first.username, password: 'a password', roles: ['RoleAdmin'] })
    const { page, client } = await signInAtProvider()
    expect(page.address.href).toBe(`${publicUrl}/login?error=sso.no-account`)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)

    const { username } = addUser()
    await signInAtProvider()
    addUser({ preferred_username: username })
    expect((await signInAtProvider()).page.address.search).toBe('?error=sso.no-account')
  })

  it('stays closed when it was disabled here', async () => {
    const { username } = addUser()
    const { client } = await signInAtProvider()
    await admin.query(`update app_user set status = 'disabled' where username = $1`, [username])
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    provider.next = username
    expect((await signInAtProvider()).page.address.search).toBe('?error=sso.no-account')
  })

  it('has no password to change or to sign in with', async () => {
    const { username } = addUser()
    const { client } = await signInAtProvider()
    const body = { currentPassword: 'x', newPassword: 'a new one, long enough' }
    expect((await client.call(accountCalls.changePassword, { body })).error.code).toBe('password.elsewhere')
    const { error } = await anonymous().call(authCalls.login, { body: { username, password: 'x' } })
    expect(error.code).toBe('session.credentials')
  })
})

describe('a sign-in that is ignored', () => {
  it('says so when the user turns back', async () => {
    const { page } = await signInAtProvider()
    expect(page.address.href).toBe(`${publicUrl}/login?error=sso.refused`)
  })

  it('is refused when it ends in another browser, twice, too late, or with a changed state', async () => {
    addUser()
    const browser = createTestBrowser()
    const callback = async () => {
      const { headers } = await browser.send(start)
      let location = headers.get('location') ?? ''
      while (!location.startsWith(publicUrl))
        location = new URL((await browser.send(location)).headers.get('location') ?? '', location).href
      return location
    }
    const refused = '/login?error=sso.refused'
    const first = await callback()
    expect((await createTestBrowser().send(first)).headers.get('location')).toBe(refused)
    const changed = new URL(first)
    changed.searchParams.set('state', 'x'.repeat(43))
    expect((await browser.send(changed.href)).headers.get('location')).toBe(refused)
    expect((await browser.send(first)).headers.get('location')).toBe(refused)

    const late = await callback()
    clock.advance({ minutes: 10 })
    expect((await browser.send(late)).headers.get('location')).toBe(refused)
    clock.set(new Date())

    const good = await callback()
    expect((await browser.send(good)).headers.get('location')).toBe('/')
    expect((await browser.send(good)).headers.get('location')).toBe(refused)
  })

  it('leads back when the provider does not answer, and works again when it does', async () => {
    const { app: lonely } = await createTestApp({ sso: { ...sso, issuer: 'http://127.0.0.1:1' } })
    const client = createTestClient(lonely)
    expect((await client.send({ url: '/api/auth/oidc/start' })).headers.location).toBe('/login?error=sso.unavailable')
  })

  it('has no pages where there is no provider', async () => {
    const { app: local } = await createTestApp()
    for (const url of ['/api/auth/oidc/start', '/api/auth/oidc/callback?code=x'])
      expect((await createTestClient(local).send({ url })).status).toBe(404)
  })
})

describe('signing out', () => {
  it('leads to the provider, which ends its session and leads back', async () => {
    addUser()
    const { browser, client } = await signInAtProvider()
    clock.advance({ seconds: 300 })
    const { location } = (await client.call(authCalls.logout)).body
    clock.set(new Date())
    const address = new URL(location)
    expect(address.origin).toBe(provider.issuer)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login`)
    const page = await browser.open(location)
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
    const done = await browser.send(new URL(action, provider.issuer).href, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect(done.headers.get('location')).toBe(`${publicUrl}/login`)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    // The provider asks again who comes.
    provider.next = null
    expect((await signInAtProvider(browser)).page.address.search).toBe('?error=sso.refused')
  })

  it('at the provider ends every session that began there, and no other', async () => {
    const { username } = addUser()
    const browser = createTestBrowser()
    const { client: one } = await signInAtProvider(browser)
    const elsewhere = await signInAtProvider()
    const bystander = await createUser(db, { workplaceId, password: 'a password' })
    const local = anonymous()
    await local.call(authCalls.login, { body: { username: bystander.username, password: 'a password' } })
    expect((await one.call(shellCalls.userInfo)).body.username).toBe(username)

    const page = await browser.open(`${provider.issuer}/session/end`)
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
    await browser.send(new URL(action, provider.issuer).href, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect((await one.call(shellCalls.userInfo)).status).toBe(401)
    expect((await one.call(authCalls.refresh)).status).toBe(401)
    expect((await elsewhere.client.call(shellCalls.userInfo)).status).toBe(200)
    expect((await local.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('is not believed of anybody but the provider', async () => {
    addUser()
    const { client } = await signInAtProvider()
    for (const body of ['', 'logout_token=', 'logout_token=a.b.c', `logout_token=${'x'.repeat(10_000)}`]) {
      const response = await fetch(`${publicUrl}/api/auth/oidc/backchannel-logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect(response.status).toBe(400)
    }
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('keeps what the provider said of a user sealed', async () => {
    addUser()
    await signInAtProvider()
    const { rows } = await admin.query('select id_token from sso_session')
    for (const { id_token } of rows) expect(Buffer.from(id_token).toString('latin1')).not.toContain('eyJ')
  })
})

describe('somebody in several workplaces', () => {
  it('goes to the one that was asked for, sees the others, and changes between them', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    const { username } = addUser({ groups: ['staff'] })
    await createUser(db, { workplaceId: north, username, roles: ['RoleAdmin'] })
    const { client } = await signInAtProvider(createTestBrowser(), '?workplace=NORTH')
    expect((await client.call(shellCalls.workplaces)).body).toEqual({
      workplaces: 'default,north',
      selectedWorkplace: 'north',
      selectedName: 'north',
      advancedSso: true,
    })
    const before = new Map(client.cookies)
    const change = await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'Default' } })
    expect(change.body).toEqual({ selectedWorkplace: 'default', accessSeconds: 300, sessionSeconds: 1500 })
    expect((await client.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'default' })
    expect((await client.call(shellCalls.defaultWorkplace)).body).toEqual({ DEFAULT_WORKPLACE: 'default' })
    const old = createTestClient(app, Object.fromEntries(before))
    expect((await old.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'nowhere' } })).status).toBe(404)
    expect((await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'north' } })).status).toBe(200)
  })

  it('has to choose when none of them is the default one', async () => {
    await createWorkplace(db, { reference: 'east' })
    await createWorkplace(db, { reference: 'west' })
    const { username } = addUser()
    for (const reference of ['east', 'west']) {
      const { rows } = await admin.query('select workplace_id from workplace where reference = $1', [reference])
      await createUser(db, { workplaceId: rows[0].workplace_id, username })
    }
    await createUser(db, { workplaceId, username, password: 'somebody else here' })
    const { client } = await signInAtProvider()
    expect((await client.call(shellCalls.defaultWorkplace)).error.code).toBe('thing.not-found')
    await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'west' } })
    expect((await client.call(shellCalls.defaultWorkplace)).body).toEqual({ DEFAULT_WORKPLACE: 'west' })
  })

  it('cannot enter a suspended workplace, nor make an account in one that they name', async () => {
    const closed = await createWorkplace(db, { reference: 'closed' })
    await createWorkplace(db, { reference: 'foreign' })
    const { username } = addUser()
    await createUser(db, { workplaceId: closed, username })
    await admin.query('update workplace set suspended_at = now() where workplace_id = $1', [closed])
    for (const workplace of ['closed', 'foreign']) {
      provider.next = username
      const { client } = await signInAtProvider(createTestBrowser(), `?workplace=${workplace}`)
      expect((await client.call(shellCalls.workplaces)).body).toMatchObject({ workplaces: 'default' })
    }
  })

  it('is offered no workplace in which the account is disabled', async () => {
    const south = await createWorkplace(db, { reference: 'south' })
    const { username } = addUser({ groups: ['staff'] })
    const { id } = await createUser(db, { workplaceId: south, username })
    const { client } = await signInAtProvider()
    const offered = async () => (await client.call(shellCalls.workplaces)).body.workplaces
    expect(await offered()).toBe('default,south')
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [id])
    expect(await offered()).toBe('default')
    expect((await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'south' } })).status).toBe(404)
  })
})

describe('the log of the server', () => {
  /** Follows the browser to the provider and back, up to the address with the code, which is not opened. */
  async function bringCode(browser: TestBrowser): Promise<URL> {
    addUser()
    let address = new URL(start)
    while (!address.pathname.endsWith('/callback')) {
      const response = await browser.send(address.href, { headers: { accept: 'text/html' } })
      address = new URL(response.headers.get('location') ?? '', address)
    }
    return address
  }

  it('has neither the code nor the state of a sign-in, whether it succeeds or is refused', async () => {
    lines.splice(0)
    const secrets: string[] = []
    for (const [isForged, log] of [
      [false, '/api/auth/oidc/callback'],
      [true, 'single sign-on: sso.refused'],
    ] as const) {
      const browser = createTestBrowser()
      const address = await bringCode(browser)
      if (isForged) address.searchParams.set('code', 'a-code-that-is-none-of-the-provider')
      secrets.push(...['code', 'state'].map((name) => address.searchParams.get(name) ?? ''))
      await browser.send(address.href)
      expect(lines.join('')).toContain(log)
    }
    expect(secrets.every(({ length }) => length > 20)).toBe(true)
    expect(secrets.filter((secret) => lines.join('').includes(secret))).toEqual([])
  })
})

describe('a provider that names the workplaces', async () => {
  const otherAddress = await openAddress()
  const otherUrl = otherAddress.publicUrl
  const second = await startProvider(otherUrl)
  afterAll(() => second.stop())
  const other = await createTestApp({
    now: new Date().toISOString(),
    publicUrl: otherUrl,
    sso: { ...sso, issuer: second.issuer, workplacesClaim: 'workplaces', rolesClaim: null, roleMapping: null },
  })
  otherAddress.leadTo(await other.app.listen({ port: 0, host: '127.0.0.1' }))
  for (const reference of ['red', 'green', 'blue']) await createWorkplace(other.db, { reference })

  const enter = async (workplaces: unknown) => {
    second.users.set('pat', { subject: 'pat', claims: { preferred_username: 'pat', workplaces } })
    second.next = 'pat'
    const browser = createTestBrowser()
    const page = await browser.open(`${otherUrl}/api/auth/oidc/start`)
    return { page, client: createTestClient(other.app, Object.fromEntries(browser.cookiesOf(otherUrl))) }
  }

  it('opens just these, and closes them when it no longer does', async () => {
    const { client } = await enter(['Red', 'green', 'unknown'])
    expect((await client.call(shellCalls.workplaces)).body.workplaces).toBe('green,red')
    expect((await client.call(shellCalls.init)).body.ROLES).toEqual(['RoleUser'])
    await client.call(shellCalls.updateTenant, { query: { selectedWrf: 'red' } })

    const { client: later } = await enter('green blue')
    expect((await later.call(shellCalls.workplaces)).body.workplaces).toBe('blue,green')
    expect((await later.call(shellCalls.updateTenant, { query: { selectedWrf: 'red' } })).status).toBe(404)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)

    expect((await enter([])).page.address.search).toBe('?error=sso.no-account')
    expect((await later.call(shellCalls.userInfo)).status).toBe(401)
  })
})

describe('a test of single sign-on', () => {
  it('shows its administrator the claims and what they give, and signs nobody in', async () => {
    const { username } = addUser({ groups: ['it'] })
    const { browser, client } = await signInAtProvider()
    const before = (await client.call(accountCalls.sessions)).body.length
    const { body } = await client.call(ssoTestCalls.start)
    const page = await browser.open(`${publicUrl}${body.location}`)
    expect(`${page.address.pathname}${page.address.search}`).toBe('/admin/settings?group=singleSignOn')
    const { body: shown } = await client.call(ssoTestCalls.get)
    expect(shown).toMatchObject({
      isConfigured: true,
      result: { failure: null, username, roles: ['RoleAdmin', 'AdvRoleUserAdmin'], workplaces: null },
    })
    expect(shown.result?.claims).toContainEqual({ name: 'groups', value: '["it"]' })
    expect((await client.call(accountCalls.sessions)).body).toHaveLength(before)
  })

  it('keeps nothing when another user follows its link, and is for administrators', async () => {
    addUser({ groups: ['it'] })
    const { client } = await signInAtProvider()
    const { body } = await client.call(ssoTestCalls.start)
    addUser()
    const other = await signInAtProvider()
    await other.browser.open(`${publicUrl}${body.location}`)
    expect((await client.call(ssoTestCalls.get)).body.result).toBeNull()
    expect((await other.client.call(ssoTestCalls.start)).status).toBe(403)
  })
})
