import { authCalls, type Call, liveCalls, shellCalls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'

const { app, db, workplaceId, clock, anonymous, signIn, admin } = await createTestApp()
const password = 'correct horse battery'
const login = (username: string, secret: string = password, workplace?: string) =>
  anonymous().call(authCalls.login, {
    body: { username, password: secret, ...(workplace === undefined ? {} : { workplace }) },
  })

// Nobody has tried anything in the last minute.
beforeEach(() => clock.advance({ minutes: 2 }))

describe('POST /auth/login', () => {
  it('is refused without the CSRF token', async () => {
    const { status, error } = await anonymous().call(authCalls.login, {
      body: { username: 'x', password: 'y' },
      headers: { 'x-xsrf-token': '' },
    })
    expect([status, error.code]).toEqual([403, 'session.csrf'])
  })

  it('is refused with a CSRF token that was planted', async () => {
    const { status, error } = await anonymous().send({
      method: 'POST',
      url: '/api/auth/login',
      cookies: { 'XSRF-TOKEN': 'planted.token' },
      headers: { 'x-xsrf-token': 'planted.token' },
      payload: { username: 'x', password: 'y' },
    })
    expect([status, error.code]).toEqual([403, 'session.csrf'])
  })

  it('says which fields are wrong', async () => {
    const { status, error } = await anonymous().call(authCalls.login, { body: { username: '  ' } })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
    expect(error.details).toEqual([
      { where: 'username', message: 'Expected a value, but it is empty.' },
      { where: 'password', message: 'Expected a value, but there is none.' },
    ])
  })

  it('answers the same for an unknown user, a wrong password, a disabled user and an unknown workplace', async () => {
    const known = await createUser(db, { workplaceId, password })
    const disabled = await createUser(db, { workplaceId, password, status: 'disabled' })
    const answers = [
      await login('nobody'),
      await login(known.username, 'wrong'),
      await login(disabled.username),
      await login(known.username, password, 'nowhere'),
    ]
    for (const { status, error } of answers)
      expect([status, error.code, error.message]).toEqual([401, 'session.credentials', answers[0]?.error.message])
  })

  it('signs in with cookies that scripts cannot read', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    const client = anonymous()
    const { status, body, headers } = await client.call(authCalls.login, { body: { username, password } })
    expect([status, body]).toEqual([200, { accessSeconds: 300, sessionSeconds: 1500 }])
    const set = [headers['set-cookie'] ?? []].flat().map(String)
    const own = set.filter((cookie) => cookie.startsWith('millrace_'))
    expect(own.map((cookie) => cookie.split('=')[0])).toEqual([
      'millrace_device',
      'millrace_access',
      'millrace_refresh',
    ])
    for (const cookie of own) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await client.call(shellCalls.userInfo)).body).toEqual({ username, preferredUsername: username })
  })

  it('marks cookies as secure behind TLS', async () => {
    const { headers } = await anonymous().send({
      url: '/api/actuator/health/liveness',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(headers['set-cookie']).toContain('; Secure')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('does not care about the case of the name', async () => {
    const { username } = await createUser(db, { workplaceId, password, username: 'Grace' })
    expect((await login('gRACE')).status).toBe(200)
    expect(username).toBe('Grace')
  })

  it('signs in to the workplace that is asked for', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    await createUser(db, { workplaceId: north, password, username: 'nora' })
    expect((await login('nora')).status).toBe(401)
    expect((await login('nora', password, 'North')).status).toBe(200)
  })

  it('locks the account after wrong passwords in a row, also for the right one', async () => {
    const { username, id } = await createUser(db, { workplaceId, password })
    for (let index = 0; index < 5; index++) await login(username, `wrong ${index}`)
    expect((await login(username)).status).toBe(401)
    const { rows } = await admin.query('select status from app_user where id = $1', [id])
    expect(rows).toEqual([{ status: 'locked' }])
  })

  it('lets a locked account in again after a while, with a new count', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    for (let index = 0; index < 5; index++) await login(username, 'wrong')
    clock.advance({ minutes: 15 })
    expect((await login(username, 'wrong')).status).toBe(401)
    expect((await login(username)).status).toBe(200)
  })

  it('forgets wrong passwords after the right one', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    for (let round = 0; round < 2; round++) {
      for (let index = 1; index < 5; index++) await login(username, 'wrong')
      expect((await login(username)).status).toBe(200)
    }
  })

  it('does not let many guesses at once slip past the count', async () => {
    const { username, id } = await createUser(db, { workplaceId, password })
    await Promise.all(Array.from({ length: 9 }, (_, index) => login(username, `guess ${index}`)))
    const { rows } = await admin.query('select status from app_user where id = $1', [id])
    expect(rows).toEqual([{ status: 'locked' }])
    expect((await login(username)).status).toBe(401)
  })

  it('slows down who tries too often', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('often')))
    expect(answers.filter(({ error }) => error.code === 'request.too-many')).toHaveLength(2)
    expect((await login('somebody else')).error.code).toBe('session.credentials')
  })

  it('survives hostile names', async () => {
    for (const username of [`' or 1=1 --`, 'x'.repeat(255), '\u202eadmin', '%', '_'])
      expect((await login(username)).status).toBe(401)
    const { status, error } = await login('a\u0000b')
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })
})

describe('a session', () => {
  it('is asked for by calls that need one', async () => {
    const { status, error } = await anonymous().call(shellCalls.userInfo)
    expect([status, error.code]).toEqual([401, 'session.missing'])
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is not found by made-up tokens', async () => {
    for (const token of [
      '',
      'x',
      `${'A'.repeat(22)}.${'B'.repeat(43)}`,
      `${'A'.repeat(22)}.${'B'.repeat(42)}`,
      '../../etc',
    ]) {
      expect(
        (await anonymous().send({ url: '/api/usersgroups/usersAPI/userInfo', cookies: { millrace_access: token } }))
          .status,
      ).toBe(401)
    }
  })

  it('refuses a change with the CSRF token of another session', async () => {
    const [one, other] = [await signIn(), await signIn()]
    await one.call(shellCalls.userInfo)
    await other.call(shellCalls.userInfo)
    const foreign = one.cookies.get('XSRF-TOKEN') ?? ''
    other.cookies.set('XSRF-TOKEN', foreign)
    const { status, error } = await other.call(authCalls.logout)
    expect([status, error.code]).toEqual([403, 'session.csrf'])
  })

  it('needs its access renewed after some minutes', async () => {
    const client = await signIn()
    clock.advance({ seconds: 299 })
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
    clock.advance({ seconds: 1 })
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(200)
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('continues for as long as somebody does something', async () => {
    const client = await signIn()
    for (let minutes = 0; minutes < 60; minutes += 20) {
      clock.advance({ minutes: 20 })
      expect((await client.call(authCalls.refresh)).status).toBe(200)
    }
  })

  it('ends after a time without a request', async () => {
    const client = await signIn()
    clock.advance({ seconds: 1_499 })
    expect((await client.call(authCalls.refresh)).status).toBe(200)
    await client.call(shellCalls.userInfo)
    clock.advance({ seconds: 1_500 })
    const { status, error } = await client.call(authCalls.refresh)
    expect([status, error.code]).toEqual([401, 'session.missing'])
    expect(client.cookies.has('millrace_refresh')).toBe(false)
  })

  it('counts from the last request, not from the last renewal', async () => {
    const client = await signIn()
    for (const part of [290, 290, 290, 290, 290, 290]) {
      clock.advance({ seconds: part })
      await client.call(authCalls.refresh)
      clock.advance({ seconds: part })
      await client.call(shellCalls.userInfo)
    }
    clock.advance({ seconds: 1_480 })
    expect((await client.call(authCalls.refresh)).status).toBe(200)
  })

  it.each([
    ['by calls that the browser marks as its own', { headers: { 'x-millrace-quiet': '1' } }, shellCalls.userInfo],
    ['by renewals of its access', { headers: { 'x-millrace-quiet': '1' } }, authCalls.refresh],
    ['by the stream of changes', {}, liveCalls.stream],
  ])('is not kept alive %s', async (_, input, quiet) => {
    const client = await signIn()
    for (let minutes = 0; minutes < 24; minutes += 4) {
      clock.advance({ minutes: 4 })
      expect((await client.call(authCalls.refresh, { headers: { 'x-millrace-quiet': '1' } })).status).toBe(200)
      expect((await client.call<Call>(quiet, input)).status).toBe(200)
    }
    clock.advance({ seconds: 61 })
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('has the length that its workplace sets', async () => {
    const workplace = await createWorkplace(db)
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'session.idleSeconds', '600')`, [
      workplace,
    ])
    const client = await signIn({ workplaceId: workplace })
    expect((await client.call(shellCalls.sessionTimeout)).body).toBe(600)
    clock.advance({ seconds: 600 })
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('ends one day after signing in at the latest', async () => {
    const client = await signIn()
    for (let hours = 0; hours < 23.5; hours += 0.4) {
      clock.advance({ minutes: 24 })
      await client.call(authCalls.refresh)
    }
    clock.advance({ minutes: 24 })
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('keeps its tabs when two of them renew at once', async () => {
    const client = await signIn()
    clock.advance({ minutes: 10 })
    const answers = await Promise.all([
      client.call(authCalls.refresh),
      client.call(authCalls.refresh),
      client.call(authCalls.refresh),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('ends for everyone when an old refresh token comes back', async () => {
    const client = await signIn()
    const stolen = client.cookies.get('millrace_refresh') ?? ''
    await client.call(authCalls.refresh)
    clock.advance({ minutes: 1 })
    expect((await anonymous().send({ url: '/api/tokenrefresh', cookies: { millrace_refresh: stolen } })).status).toBe(
      401,
    )
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('ends at once when its user is disabled', async () => {
    const client = await signIn()
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [client.user.id])
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await client.call(authCalls.refresh)).status).toBe(401)
  })

  it('continues while another user tries wrong passwords on its account', async () => {
    const client = await signIn({ password })
    for (let index = 0; index < 5; index++) await login(client.user.username, 'wrong')
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })
})

describe('POST /logout', () => {
  it.each([authCalls.logout, authCalls.logoutUnauthorized])(
    '$path ends the session on the server, not only in the browser',
    async (call) => {
      const client = await signIn()
      const [access, refresh] = [
        client.cookies.get('millrace_access') ?? '',
        client.cookies.get('millrace_refresh') ?? '',
      ]
      expect((await client.call(call)).body).toEqual({ location: '/login' })
      expect([client.cookies.has('millrace_access'), client.cookies.has('millrace_refresh')]).toEqual([false, false])
      expect(
        (await anonymous().send({ url: '/api/usersgroups/usersAPI/userInfo', cookies: { millrace_access: access } }))
          .status,
      ).toBe(401)
      expect(
        (await anonymous().send({ url: '/api/tokenrefresh', cookies: { millrace_refresh: refresh } })).status,
      ).toBe(401)
    },
  )

  it('leaves other sessions of the user alone', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    const [one, other] = [anonymous(), anonymous()]
    for (const client of [one, other]) await client.call(authCalls.login, { body: { username, password } })
    await one.call(authCalls.logout)
    expect((await other.call(shellCalls.userInfo)).status).toBe(200)
  })

  it('is fine with nobody signed in', async () => {
    expect((await anonymous().call(authCalls.logout)).status).toBe(200)
  })

  it('cannot be done by a link', async () => {
    const client = await signIn()
    const { status, headers } = await client.send({ url: '/api/logout' })
    expect([status, headers.location]).toEqual([303, '/logout'])
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })
})

it('keeps no token in the database', async () => {
  const client = await signIn()
  const { rows } = await admin.query('select * from session')
  expect(JSON.stringify(rows)).not.toContain(client.cookies.get('millrace_access')?.split('.')[1])
  expect(app.hasRoute({ method: 'POST', url: '/api/auth/login' })).toBe(true)
})
