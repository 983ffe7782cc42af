import { accountCalls, authCalls, deploymentCalls, shellCalls } from '@millrace/contract'
import { createTestApp, createTestClient, createUser, createWorkplace } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'

const { app, db, workplaceId, clock, anonymous, signIn, signInAs, admin } = await createTestApp()
const password = 'correct horse battery'
const another = 'staple of another kind'
beforeEach(() => clock.advance({ minutes: 2 }))

const login = (username: string, secret: string, newPassword?: string) =>
  anonymous().call(authCalls.login, {
    body: { username, password: secret, ...(newPassword === undefined ? {} : { newPassword }) },
  })

describe('sessions of the own account', () => {
  it('are listed, the last used first, with where they are', async () => {
    const user = await createUser(db, { workplaceId, password })
    const desk = createTestClient(app)
    await desk.call(authCalls.login, {
      body: { username: user.username, password },
      headers: { 'user-agent': 'Firefox/200' },
    })
    clock.advance({ seconds: 30 })
    const phone = await signInAs(user)
    await signIn()
    const { body } = await phone.call(accountCalls.sessions)
    expect(body).toEqual([
      expect.objectContaining({ isCurrent: true, userAgent: null, address: null, lastSeenAt: clock().toISOString() }),
      expect.objectContaining({ isCurrent: false, userAgent: 'Firefox/200', address: '127.0.0.1' }),
    ])
    expect(JSON.stringify(body)).not.toMatch(/hash|token/)
  })

  it('leave out those that have ended by themselves', async () => {
    const user = await createUser(db, { workplaceId })
    await signInAs(user)
    clock.advance({ seconds: 1_500 })
    expect((await (await signInAs(user)).call(accountCalls.sessions)).body).toHaveLength(1)
  })

  it('can be ended one by one, and all others at once', async () => {
    const user = await createUser(db, { workplaceId })
    const [here, lost, old, older] = [
      await signInAs(user),
      await signInAs(user),
      await signInAs(user),
      await signInAs(user),
    ]
    const lostId = (await lost.call(accountCalls.sessions)).body.find(({ isCurrent }) => isCurrent)?.id ?? ''
    expect((await here.call(accountCalls.endSession, { params: { id: lostId } })).status).toBe(204)
    expect((await lost.call(shellCalls.userInfo)).status).toBe(401)
    expect((await lost.call(authCalls.refresh)).status).toBe(401)
    expect((await here.call(accountCalls.endSession, { params: { id: lostId } })).status).toBe(404)
    expect((await here.call(accountCalls.endOtherSessions)).body).toEqual({ ended: 2 })
    for (const client of [old, older]) expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await here.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('end here too, with the cookies, when it is the current one', async () => {
    const client = await signIn()
    const [session] = (await client.call(accountCalls.sessions)).body
    await client.call(accountCalls.endSession, { params: { id: session?.id ?? '' } })
    expect([client.cookies.has('millrace_access'), client.cookies.has('millrace_refresh')]).toEqual([false, false])
  })

  it('of others cannot be ended', async () => {
    const victim = await signIn()
    const [session] = (await victim.call(accountCalls.sessions)).body
    const [colleague, stranger] = [await signIn(), await signIn({ workplaceId: await createWorkplace(db) })]
    for (const client of [colleague, stranger]) {
      const { status } = await client.call(accountCalls.endSession, { params: { id: session?.id ?? '' } })
      expect(status).toBe(404)
    }
    expect((await colleague.call(accountCalls.endSession, { params: { id: `' or true --` } })).status).toBe(404)
    expect((await victim.call(shellCalls.userInfo)).status).toBe(200)
  })
})

describe('a refresh token', () => {
  it('that was exchanged at any time before ends the session, not only the last one', async () => {
    const client = await signIn()
    const first = client.cookies.get('millrace_refresh') ?? ''
    for (let round = 0; round < 3; round++) {
      clock.advance({ minutes: 4 })
      await client.call(authCalls.refresh)
    }
    const thief = createTestClient(app, { millrace_refresh: first })
    expect((await thief.call(authCalls.refresh)).status).toBe(401)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('whose answer was lost gives the same tokens a moment later, and no others', async () => {
    const client = await signIn()
    const old = client.cookies.get('millrace_refresh') ?? ''
    await client.call(authCalls.refresh)
    clock.advance({ seconds: 9 })
    const again = createTestClient(app, { millrace_refresh: old })
    expect((await again.call(authCalls.refresh)).status).toBe(200)
    for (const name of ['millrace_access', 'millrace_refresh']) {
      expect(again.cookies.get(name)).toBe(client.cookies.get(name))
      expect(again.cookies.get(name)).not.toBe(old)
    }
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
    expect((await again.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('that was exchanged a moment ago gives none once its tokens were exchanged too, but harms nobody', async () => {
    const client = await signIn()
    const old = client.cookies.get('millrace_refresh') ?? ''
    await client.call(authCalls.refresh)
    await client.call(authCalls.refresh)
    clock.advance({ seconds: 5 })
    const late = createTestClient(app, { millrace_refresh: old })
    expect((await late.call(authCalls.refresh)).status).toBe(200)
    expect(late.cookies.get('millrace_refresh')).toBe(old)
    expect(late.cookies.has('millrace_access')).toBe(false)
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('stays of no use after the session has ended', async () => {
    const client = await signIn()
    const old = client.cookies.get('millrace_refresh') ?? ''
    await client.call(authCalls.refresh)
    await client.call(authCalls.logout)
    expect((await createTestClient(app, { millrace_refresh: old }).call(authCalls.refresh)).status).toBe(401)
    const { rows } = await admin.query(
      'select from session_spent_refresh s where not exists (select from session where id = s.session_id)',
    )
    expect(rows).toEqual([])
  })
})

describe('API tokens', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const createToken = async (client: Awaited<ReturnType<typeof signIn>>, body: object = { name: 'a worker' }) =>
    (await client.call(accountCalls.createToken, { body })).body

  it('are shown once, listed without their secret, and removed', async () => {
    const client = await signIn()
    const made = await createToken(client, { name: 'nightly import', expiresInDays: 30 })
    const expiresAt = new Date(clock().getTime() + 30 * 86_400_000).toISOString()
    expect(made).toMatchObject({
      name: 'nightly import',
      createdAt: clock().toISOString(),
      expiresAt,
      lastUsedAt: null,
    })
    const { token, ...listed } = made
    expect((await client.call(accountCalls.tokens)).body).toEqual([listed])
    const { rows } = await admin.query('select * from api_token')
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
    expect((await client.call(accountCalls.removeToken, { params: { id: made.id } })).status).toBe(204)
    expect((await client.call(accountCalls.removeToken, { params: { id: made.id } })).status).toBe(404)
    expect((await client.call(accountCalls.tokens)).body).toEqual([])
    expect((await anonymous().call(shellCalls.userInfo, bearer(token))).status).toBe(401)
  })

  it('act as their user on /api without cookies or CSRF token, and on /engine-rest with the right to it', async () => {
    const client = await signIn({ roles: ['RoleProcessAdmin', 'RoleFullAPI'] })
    const { token } = await createToken(client, { name: 'operations', scopes: ['read', 'deploy'] })
    const program = anonymous()
    expect((await program.call(shellCalls.userInfo, bearer(token))).body.username).toBe(client.user.username)
    expect(program.cookies.size).toBe(0)
    const { status, error } = await program.call(deploymentCalls.delete, { params: { id: 'x' }, ...bearer(token) })
    expect([status, error.code]).toEqual([404, 'thing.not-found'])
    expect((await program.send({ url: '/engine-rest/task', ...bearer(token) })).status).toBe(200)
    const plain = await createToken(await signIn())
    expect((await program.send({ url: '/engine-rest/task', ...bearer(plain.token) })).status).toBe(403)
    expect((await program.call(deploymentCalls.list, bearer(plain.token))).error.code).toBe('right.missing')
  })

  it('count alone: what the cookies say is not asked', async () => {
    const [one, other] = [await signIn(), await signIn()]
    const { token } = await createToken(one)
    expect((await other.call(shellCalls.userInfo, bearer(token))).body.username).toBe(one.user.username)
    expect((await other.call(shellCalls.userInfo, bearer('wrong'))).status).toBe(401)
    expect((await other.call(shellCalls.userInfo, bearer(`${token}x`))).status).toBe(401)
  })

  it('end by their date, with their user, and with their workplace', async () => {
    const elsewhere = await createWorkplace(db)
    const client = await signIn({ workplaceId: elsewhere })
    const { token } = await createToken(client, { name: 'short', expiresInDays: 1 })
    const lasting = await createToken(client)
    const statusOf = async (text: string) => (await anonymous().call(shellCalls.userInfo, bearer(text))).status
    clock.advance({ days: 1 })
    expect([await statusOf(token), await statusOf(lasting.token)]).toEqual([401, 200])
    await admin.query('update workplace set suspended_at = now() where workplace_id = $1', [elsewhere])
    expect(await statusOf(lasting.token)).toBe(401)
    await admin.query('update workplace set suspended_at = null where workplace_id = $1', [elsewhere])
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [client.user.id])
    expect(await statusOf(lasting.token)).toBe(401)
    await admin.query(`update app_user set status = 'enabled' where id = $1`, [client.user.id])
    expect(await statusOf(lasting.token)).toBe(401)
  })

  it('have scopes and an end also when nobody says so', async () => {
    const client = await signIn()
    expect(await createToken(client)).toMatchObject({
      expiresAt: new Date(clock().getTime() + 90 * 86_400_000).toISOString(),
      scopes: ['read', 'start', 'work'],
      processKeys: null,
      topics: null,
    })
    const limited = { scopes: ['work', 'read'], processKeys: ['invoice', 'invoice'], topics: ['print'] }
    expect(await createToken(client, { name: 'printer', expiresInDays: 366, ...limited })).toMatchObject({
      scopes: ['read', 'work'],
      processKeys: ['invoice'],
      topics: ['print'],
    })
  })

  it('cannot be used to make more of them, see sessions, or change the password', async () => {
    const client = await signIn({ password })
    const { token, id } = await createToken(client)
    const passwords = { currentPassword: password, newPassword: another }
    const answers = [
      await anonymous().call(accountCalls.tokens, bearer(token)),
      await anonymous().call(accountCalls.createToken, { body: { name: 'more' }, ...bearer(token) }),
      await anonymous().call(accountCalls.removeToken, { params: { id }, ...bearer(token) }),
      await anonymous().call(accountCalls.sessions, bearer(token)),
      await anonymous().call(accountCalls.endOtherSessions, bearer(token)),
      await anonymous().call(accountCalls.endSession, { params: { id }, ...bearer(token) }),
      await anonymous().call(accountCalls.changePassword, { body: passwords, ...bearer(token) }),
    ]
    for (const { status, error } of answers) expect([status, error.code]).toEqual([403, 'right.missing'])
    const { error } = await anonymous().call(shellCalls.updateTenant, { query: { selectedWrf: 'x' }, ...bearer(token) })
    expect(error.code).toBe('right.missing')
  })

  it('have a plain name, an end within reason, and a number', async () => {
    const client = await signIn()
    for (const body of [
      { name: '' },
      { name: '<script>' },
      { name: 'x'.repeat(51) },
      { name: 'a', expiresInDays: 0 },
      { name: 'a', expiresInDays: 1.5 },
      { name: 'a', expiresInDays: 367 },
      { name: 'a', scopes: [] },
      { name: 'a', scopes: ['everything'] },
      { name: 'a', scopes: ['read'], topics: ['print'] },
      { name: 'a', scopes: ['deploy'], processKeys: ['invoice'] },
      { name: 'a', processKeys: [] },
      { name: 'a', processKeys: ['x\u0000'] },
      { name: 'a', topics: ['x'.repeat(256)] },
      {},
    ]) {
      const { status, error } = await client.call(accountCalls.createToken, { body })
      expect([status, error.code]).toEqual([400, 'request.invalid'])
    }
    const made = await Promise.all(
      Array.from({ length: 55 }, () => client.call(accountCalls.createToken, { body: { name: 'one of many' } })),
    )
    expect(made.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(made.find(({ status }) => status !== 200)?.error.code).toBe('token.too-many')
  })

  it('end when their user changes their password, and those of others do not', async () => {
    const [client, colleague] = [await signIn({ password }), await signIn()]
    const [own, other] = [await createToken(client), await createToken(colleague)]
    const ask = async (token: string) => (await anonymous().call(shellCalls.userInfo, bearer(token))).status
    expect([await ask(own.token), await ask(other.token)]).toEqual([200, 200])
    await client.call(accountCalls.changePassword, { body: { currentPassword: 'wrong', newPassword: another } })
    expect(await ask(own.token)).toBe(200)
    const changed = await client.call(accountCalls.changePassword, {
      body: { currentPassword: password, newPassword: another },
    })
    expect(changed.status).toBe(204)
    expect([await ask(own.token), await ask(other.token)]).toEqual([401, 200])
    expect((await client.call(accountCalls.tokens)).body).toEqual([])
  })

  it('of others can be neither seen nor removed', async () => {
    const owner = await signIn()
    const { id } = await createToken(owner)
    const [colleague, stranger] = [await signIn(), await signIn({ workplaceId: await createWorkplace(db) })]
    for (const client of [colleague, stranger]) {
      expect((await client.call(accountCalls.tokens)).body).toEqual([])
      expect((await client.call(accountCalls.removeToken, { params: { id } })).status).toBe(404)
    }
    expect((await owner.call(accountCalls.tokens)).body).toHaveLength(1)
  })
})

describe('changing the password', () => {
  it('takes effect at once and ends the other sessions', async () => {
    const client = await signIn({ password })
    const other = await signInAs(client.user)
    const { status } = await client.call(accountCalls.changePassword, {
      body: { currentPassword: password, newPassword: another },
    })
    expect(status).toBe(204)
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
    expect((await other.call(shellCalls.userInfo)).status).toBe(401)
    expect((await login(client.user.username, password)).status).toBe(401)
    expect((await login(client.user.username, another)).status).toBe(200)
  })

  it('needs the current one, and locks the account like a sign-in', async () => {
    const client = await signIn({ password })
    const change = (currentPassword: string) =>
      client.call(accountCalls.changePassword, { body: { currentPassword, newPassword: another } })
    for (let index = 0; index < 5; index++) {
      const { status, error } = await change(`guess ${index}`)
      expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'password.wrong', 'currentPassword'])
    }
    expect((await change(password)).error.code).toBe('password.wrong')
    for (let index = 0; index < 5; index++) await change('guess')
    const { status, headers } = await change('guess')
    expect([status, headers['retry-after']]).toEqual([429, '900'])
  })

  it.each([
    ['short', 'Expected at least 8 characters, but there are 5.'],
    [password, 'Expected a password that is different from the current one.'],
    [
      'MARTA.long',
      'Expected a password that is different from your user name, but it has at most two other characters.',
    ],
    [
      '1MARTA.long!',
      'Expected a password that is different from your user name, but it has at most two other characters.',
    ],
    ['aaaaaaaabbb', 'Expected more than three different characters.'],
    ['P@ssw0rd2024', 'Expected an uncommon password, but many people use this one.'],
  ])('refuses %j', async (newPassword, sentence) => {
    const elsewhere = await createWorkplace(db)
    const client = await signIn({ workplaceId: elsewhere, username: 'marta.long', password })
    const { status, error } = await client.call(accountCalls.changePassword, {
      body: { currentPassword: password, newPassword },
    })
    expect([status, error.code]).toEqual([422, 'password.weak'])
    expect(error.details).toEqual([{ where: 'newPassword', message: sentence }])
  })

  it('asks for as many characters as the workplace wants', async () => {
    const strict = await createWorkplace(db)
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'password.minimumLength', '30')`, [
      strict,
    ])
    const client = await signIn({ workplaceId: strict, password })
    const { error } = await client.call(accountCalls.changePassword, {
      body: { currentPassword: password, newPassword: another },
    })
    expect(error.message).toBe('Expected at least 30 characters, but there are 22.')
  })

  it('is done by one of two that come at once', async () => {
    const client = await signIn({ password })
    const answers = await Promise.all(
      ['a first new one', 'a second new one'].map((newPassword) =>
        client.call(accountCalls.changePassword, { body: { currentPassword: password, newPassword } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422])
  })
})

it('ends the sessions and API tokens of a user who is given another password by a client', async () => {
  const client = await signIn({ password })
  const operator = await signIn({ roles: ['RoleUserAdmin'] })
  const own = (await client.call(accountCalls.createToken, { body: { name: 'own' } })).body.token
  const { token } = (await operator.call(accountCalls.createToken, { body: { name: 'x', scopes: ['administer'] } }))
    .body
  const { status } = await anonymous().send({
    method: 'PUT',
    url: `/engine-rest/user/${client.user.username}/credentials`,
    headers: { authorization: `Bearer ${token}` },
    payload: { password: another },
  })
  expect(status).toBe(204)
  expect((await client.call(shellCalls.userInfo)).status).toBe(401)
  const headers = { authorization: `Bearer ${own}` }
  expect((await anonymous().call(shellCalls.userInfo, { headers })).status).toBe(401)
  expect((await login(client.user.username, password)).status).toBe(401)
  expect((await login(client.user.username, another)).status).toBe(200)
})

describe('a first password', () => {
  const createNew = async () => {
    const user = await createUser(db, { workplaceId, password, roles: ['RoleFullAPI'] })
    await admin.query('update app_user set must_change_password = true where id = $1', [user.id])
    return user
  }

  it('is only valid to choose another one', async () => {
    const { username } = await createNew()
    const { status, error, headers } = await login(username, password)
    expect([status, error.code]).toEqual([403, 'session.password-change'])
    expect(String(headers['set-cookie'])).not.toContain('millrace_access')
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { status: restStatus } = await anonymous().send({
      url: '/engine-rest/task',
      headers: { authorization: basic },
    })
    expect(restStatus).toBe(401)
    expect((await login(username, password, 'short')).error.code).toBe('password.weak')
    expect((await login(username, password, password)).error.code).toBe('password.weak')
    expect((await login(username, 'wrong', another)).error.code).toBe('session.credentials')
    expect((await login(username, password, another)).status).toBe(200)
    expect((await login(username, password)).error.code).toBe('session.credentials')
    expect((await login(username, another)).status).toBe(200)
  })
})

describe('a suspended workplace', () => {
  it('lets nobody in, ends what continues, and opens again unchanged', async () => {
    const elsewhere = await createWorkplace(db, { reference: 'resting' })
    const client = await signIn({ workplaceId: elsewhere, password })
    const enter = () =>
      anonymous().call(authCalls.login, { body: { username: client.user.username, password, workplace: 'resting' } })
    await admin.query('update workplace set suspended_at = now() where workplace_id = $1', [elsewhere])
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(401)
    expect((await enter()).error.code).toBe('session.credentials')
    await admin.query('update workplace set suspended_at = null where workplace_id = $1', [elsewhere])
    expect((await enter()).status).toBe(200)
  })
})

describe('who tries too often', () => {
  it('has to wait, and learns how long, the same for accounts that do not exist', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    for (const name of [username, 'nobody at all']) {
      for (let index = 0; index < 10; index++) await login(name, 'wrong')
      clock.advance({ seconds: 20 })
      const { status, error, headers } = await login(name, 'wrong')
      expect([status, error.code, headers['retry-after']]).toEqual([429, 'request.too-many', '880'])
      clock.advance({ seconds: 880 })
      expect((await login(name, 'wrong')).status).toBe(401)
    }
  })

  it('is not who signs in with the right password', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    for (let index = 0; index < 15; index++) expect((await login(username, password)).status).toBe(200)
  })

  it('has to wait with HTTP Basic too', async () => {
    const { username } = await createUser(db, { workplaceId, password, roles: ['RoleFullAPI'] })
    const get = (secret: string) =>
      anonymous().send({
        url: '/engine-rest/task',
        headers: { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` },
      })
    for (let index = 0; index < 10; index++) expect((await get(`x${index}`)).status).toBe(401)
    const { status, headers } = await get('y')
    expect([status, headers['retry-after']]).toEqual([429, '900'])
  })

  it('has to wait from one address, regardless of the names', async () => {
    const answers = await Promise.all(Array.from({ length: 103 }, (_, index) => login(`name ${index}`, 'wrong')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  it('leaves nothing behind for ever', async () => {
    clock.advance({ minutes: 20 })
    for (let index = 0; index < 15; index++) await login('one', 'wrong')
    const { rows } = await admin.query('select count(*)::int from sign_in_try')
    expect(rows[0].count).toBeLessThan(60)
  })
})

it('has lock-out as the workplace sets it', async () => {
  const strict = await createWorkplace(db, { reference: 'strict' })
  await admin.query(
    `insert into setting (workplace_id, key, value) values ($1, 'signIn.failedTries', '2'), ($1, 'signIn.lockedMinutes', '3')`,
    [strict],
  )
  const { username } = await createUser(db, { workplaceId: strict, password })
  const enter = (secret: string) =>
    anonymous().call(authCalls.login, { body: { username, password: secret, workplace: 'strict' } })
  for (const guess of ['one', 'two']) await enter(guess)
  expect((await enter(password)).status).toBe(401)
  clock.advance({ minutes: 3 })
  expect((await enter(password)).status).toBe(200)
})
