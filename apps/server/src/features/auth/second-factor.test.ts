import { accountCalls, authCalls, secondFactorCalls, shellCalls, userAccountCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { createSoftPasskey } from '@millrace/server/testing/soft-passkey'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'

const lines: string[] = []
const { anonymous, signIn, signInAs, db, admin, clock, workplaceId } = await createTestApp({
  log: (line) => lines.push(line),
})
const password = 'correct horse battery'
beforeEach(() => clock.advance({ minutes: 30 }))

const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock().getTime() })
const next = () => clock.advance({ seconds: 30 })

async function logIn(username: string, more: object = {}) {
  const client = anonymous()
  const { status, error } = await client.call(authCalls.login, { body: { username, password, ...more } })
  return { client, status, code: error?.code }
}
const prove = (client: TestClient, body: object) => client.call(authCalls.proveSecondStep, { body })

/** A user with an authenticator app. */
async function createWithApp(options: object = {}) {
  const client = await signIn({ password, ...options })
  const started = await client.call(secondFactorCalls.start, { body: { kind: 'totp', currentPassword: password } })
  const { ticket, secret } = started.body
  const added = await client.call(secondFactorCalls.add, {
    body: { ticket, name: 'Phone', code: codeOf(secret ?? '') },
  })
  expect(added.status).toBe(200)
  return { client, user: client.user, secret: secret ?? '', codes: added.body.recoveryCodes ?? [], ticket }
}

async function addPasskey(client: TestClient) {
  const { body } = await client.call(secondFactorCalls.start, { body: { kind: 'passkey', currentPassword: password } })
  const passkey = createSoftPasskey()
  const attestation = passkey.register(body.options as never)
  const added = await client.call(secondFactorCalls.add, { body: { ticket: body.ticket, name: 'Key', attestation } })
  expect(added.status).toBe(200)
  return passkey
}

describe('an authenticator app', () => {
  it('is set up with the password and a code, and asked for at the next sign-in', async () => {
    const { user, secret, codes, client, ticket } = await createWithApp()
    expect(codes).toHaveLength(10)
    const wrong = await client.call(secondFactorCalls.start, { body: { kind: 'totp', currentPassword: 'wrong one' } })
    expect(wrong.error.code).toBe('password.wrong')
    const again = await client.call(secondFactorCalls.add, { body: { ticket, name: 'Two', code: codeOf(secret) } })
    expect(again.error.code).toBe('second-factor.over')
    const half = await logIn(user.username)
    expect([half.status, half.code]).toEqual([403, 'session.second-factor'])
    expect([...half.client.cookies.keys()].toSorted()).toEqual(['XSRF-TOKEN', 'millrace_second_step'])
    expect((await half.client.call(shellCalls.userInfo)).status).toBe(401)
    const look = await half.client.call(authCalls.secondStep)
    expect(look.body).toEqual({ username: user.username, hasApp: true, hasRecoveryCodes: true, passkeys: null })
    // The code that set it up is used.
    expect((await prove(half.client, { code: codeOf(secret) })).error.code).toBe('second-factor.wrong')
    next()
    const code = codeOf(secret)
    expect((await prove(half.client, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
    const { body: sessions } = await half.client.call(accountCalls.sessions)
    expect(sessions.find(({ isCurrent }) => isCurrent)?.method).toBe('totp')
    // Neither the step nor the code works again.
    expect((await prove(half.client, { code })).error.code).toBe('session.second-step-over')
    const other = await logIn(user.username)
    expect((await prove(other.client, { code })).error.code).toBe('second-factor.wrong')
    next()
    expect((await prove(other.client, { code: codeOf(secret) })).status).toBe(200)
    expect(lines.filter((line) => line.includes(secret) || codes.some((one) => line.includes(one)))).toEqual([])
  })

  it('is stored encrypted, and listed in the audit without its secret', async () => {
    const { user, secret, codes } = await createWithApp()
    const { rows } = await admin.query(
      `select (select string_agg(t::text, ' ') from second_factor t where user_id = $1) || (select string_agg(t::text, ' ') from recovery_codes t where user_id = $1)
        || (select string_agg(e::text, ' ') from audit_entry e where entity in ('second-factor', 'recovery-codes')) as text`,
      [user.id],
    )
    expect(rows[0].text).toContain('second-factor')
    for (const hidden of [
      secret,
      Buffer.from(secret).toString('hex'),
      ...codes,
      ...codes.map((c) => c.replaceAll('-', '')),
    ])
      expect(rows[0].text).not.toContain(hidden)
  })

  it('takes a code from one of two who send it at once', async () => {
    const { user, secret } = await createWithApp()
    next()
    const [one, two] = [await logIn(user.username), await logIn(user.username)]
    const code = codeOf(secret)
    const answers = await Promise.all([prove(one.client, { code }), prove(two.client, { code })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('accepts no more codes after wrong ones in a row, but a recovery code', async () => {
    const { user, secret, codes } = await createWithApp()
    next()
    for (let index = 0; index < 5; index++) {
      const { client } = await logIn(user.username)
      expect((await prove(client, { code: '000000' })).status).toBe(422)
    }
    const { client } = await logIn(user.username)
    const late = await prove(client, { code: codeOf(secret) })
    expect([late.status, late.headers['retry-after']]).toEqual([429, '900'])
    expect((await prove(client, { code: codes[0] })).status).toBe(200)
    clock.advance({ minutes: 16 })
    const after = await logIn(user.username)
    expect((await prove(after.client, { code: codeOf(secret) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('work once each, and no longer after others were created', async () => {
    const { user, client, codes } = await createWithApp()
    const enter = async (code = '') => {
      const half = await logIn(user.username)
      const { status } = await prove(half.client, { code: code.toUpperCase().replaceAll('-', ' ') })
      return { status, client: half.client }
    }
    const [first, again] = [await enter(codes[0]), await enter(codes[0])]
    expect([first.status, again.status]).toEqual([200, 422])
    expect((await first.client.call(accountCalls.sessions)).body.find(({ isCurrent }) => isCurrent)?.method).toBe(
      'recovery-code',
    )
    expect((await client.call(secondFactorCalls.list)).body.recoveryCodesLeft).toBe(9)
    const renewed = await client.call(secondFactorCalls.renewCodes, { body: { currentPassword: password } })
    expect((await enter(codes[1])).status).toBe(422)
    expect((await enter(renewed.body.recoveryCodes[0])).status).toBe(200)
  })
})

describe('a passkey', () => {
  it('signs in with an answer to this challenge, for this address, with a count that goes up', async () => {
    const client = await signIn({ password })
    const passkey = await addPasskey(client)
    const { username } = client.user
    const enter = async (answer: (options: { challenge: string }) => object) => {
      const half = await logIn(username)
      const { body } = await half.client.call(authCalls.secondStep)
      const { status } = await prove(half.client, { assertion: answer(body.passkeys as never) })
      return { status, client: half.client, options: body.passkeys as { challenge: string } }
    }
    const first = await enter((options) => passkey.sign(options))
    expect(first.status).toBe(200)
    expect((await first.client.call(accountCalls.sessions)).body.find(({ isCurrent }) => isCurrent)?.method).toBe(
      'passkey',
    )
    // A copy of the passkey that is behind, another site, the challenge of before, and another passkey.
    expect((await enter((options) => passkey.sign(options, { counter: 1 }))).status).toBe(422)
    expect((await enter((options) => passkey.sign(options, { origin: 'https://evil.example' }))).status).toBe(422)
    expect((await enter(() => passkey.sign(first.options))).status).toBe(422)
    expect((await enter((options) => ({ ...createSoftPasskey().sign(options), id: passkey.id }))).status).toBe(422)
    expect((await enter(() => ({ id: passkey.id, response: 'nonsense' }))).status).toBe(422)
    expect((await enter((options) => passkey.sign(options))).status).toBe(200)
  })

  it('of another user is of no use', async () => {
    const [mine, theirs] = [await signIn({ password }), await signIn({ password })]
    const passkey = await addPasskey(mine)
    await addPasskey(theirs)
    const half = await logIn(theirs.user.username)
    const { body } = await half.client.call(authCalls.secondStep)
    expect((await prove(half.client, { assertion: passkey.sign(body.passkeys as never) })).status).toBe(422)
  })
})

describe('second factors of the own account', () => {
  it('are listed, renamed and removed, with the recovery codes', async () => {
    const { client, user } = await createWithApp()
    await addPasskey(client)
    const { body } = await client.call(secondFactorCalls.list)
    expect(body).toMatchObject({ hasPassword: true, isRequired: false, recoveryCodesLeft: 10 })
    expect(body.factors.map(({ kind, name }) => [kind, name])).toEqual([
      ['totp', 'Phone'],
      ['passkey', 'Key'],
    ])
    const [app, key] = body.factors.map(({ id }) => ({ id }))
    if (app === undefined || key === undefined) throw new Error('Expected two factors.')
    expect((await client.call(secondFactorCalls.rename, { params: app, body: { name: 'Old phone' } })).status).toBe(204)
    const remove = (params: { id: string }, currentPassword = password, by: TestClient = client) =>
      by.call(secondFactorCalls.remove, { params, body: { currentPassword } })
    expect((await remove(app, 'wrong one')).error.code).toBe('password.wrong')
    const stranger = await signIn({ password })
    expect((await remove(app, password, stranger)).status).toBe(404)
    expect((await stranger.call(secondFactorCalls.rename, { params: app, body: { name: 'Mine' } })).status).toBe(404)
    for (const params of [app, key]) expect((await remove(params)).status).toBe(204)
    expect((await client.call(secondFactorCalls.list)).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    expect((await logIn(user.username)).status).toBe(200)
  })

  it('need a browser, and a ticket of the same user', async () => {
    const { client } = await createWithApp()
    const token = await createApiToken(db, client.user)
    const headers = { authorization: `Bearer ${token}` }
    expect((await anonymous().call(secondFactorCalls.list, { headers })).status).toBe(403)
    const other = await signIn({ password })
    const { body } = await other.call(secondFactorCalls.start, { body: { kind: 'totp', currentPassword: password } })
    const stolen = { ticket: body.ticket, name: 'Stolen', code: codeOf(body.secret ?? '') }
    expect((await client.call(secondFactorCalls.add, { body: stolen })).error.code).toBe('second-factor.over')
    clock.advance({ minutes: 11 })
    expect((await (await signInAs(other.user)).call(secondFactorCalls.add, { body: stolen })).error.code).toBe(
      'second-factor.over',
    )
  })
})

describe('a role that needs a second factor', () => {
  it('has it set up at the next sign-in, and keeps the last one', async () => {
    const place = await createWorkplace(db, { reference: 'strict-factors' })
    await admin.query(
      `insert into setting (workplace_id, key, value) values ($1, 'secondFactor.roles', '"RoleAdmin"')`,
      [place],
    )
    const { username } = await createUser(db, { workplaceId: place, password, roles: ['RoleAdmin'] })
    const free = await createUser(db, { workplaceId: place, password, roles: ['RoleUser'] })
    const workplace = 'strict-factors'
    expect((await logIn(free.username, { workplace })).status).toBe(200)
    const half = await logIn(username, { workplace })
    expect([half.status, half.code]).toEqual([403, 'session.second-factor-set-up'])
    expect((await prove(half.client, { code: '123456' })).error.code).toBe('session.second-step-over')
    const { body } = await half.client.call(authCalls.startSetUp, { body: { kind: 'totp' } })
    const complete = (client: TestClient, code: string) =>
      client.call(authCalls.completeSetUp, { body: { ticket: body.ticket, name: 'Phone', code } })
    expect((await complete(half.client, '000000')).error.code).toBe('second-factor.wrong')
    const done = await complete(half.client, codeOf(body.secret ?? ''))
    expect([done.status, done.body.recoveryCodes.length]).toEqual([200, 10])
    const { body: listed } = await half.client.call(secondFactorCalls.list)
    expect(listed.isRequired).toBe(true)
    const [only] = listed.factors
    const removed = await half.client.call(secondFactorCalls.remove, {
      params: { id: only?.id ?? '' },
      body: { currentPassword: password },
    })
    expect(removed.error.code).toBe('second-factor.required')
    expect((await logIn(username, { workplace })).code).toBe('session.second-factor')
  })
})

describe('a user administrator', () => {
  it('resets the factors of a user whose rights they hold, and ends their sessions', async () => {
    const keeper = await signIn({ roles: ['RoleUserAdmin', 'RoleUser'] })
    const { client, user } = await createWithApp()
    const chief = await createWithApp({ roles: ['RoleAdmin'] })
    const params = { id: user.id }
    expect((await keeper.call(userAccountCalls.get, { params })).body.secondFactors).toBe(1)
    expect((await keeper.call(userAccountCalls.resetSecondFactors, { params: { id: chief.user.id } })).status).toBe(403)
    expect((await (await signIn()).call(userAccountCalls.resetSecondFactors, { params })).status).toBe(403)
    const half = await logIn(user.username)
    expect((await keeper.call(userAccountCalls.resetSecondFactors, { params })).status).toBe(204)
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect((await half.client.call(authCalls.secondStep)).error.code).toBe('session.second-step-over')
    expect((await logIn(user.username)).status).toBe(200)
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin', 'RoleUserAdmin'] })
    expect((await elsewhere.call(userAccountCalls.resetSecondFactors, { params })).status).toBe(404)
  })
})

describe('a password alone', () => {
  it('opens /engine-rest no longer, at once, and an API token does', async () => {
    const { username, id } = await createUser(db, { workplaceId, password, roles: ['RoleFullAPI'] })
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const get = (header: string) => anonymous().send({ url: '/engine-rest/task', headers: { authorization: header } })
    expect((await get(authorization)).status).toBe(200)
    const client = await signInAs({ username, id, workplaceId })
    await addPasskey(client)
    const { status, error } = await get(authorization)
    expect([status, error.message]).toEqual([403, expect.stringContaining('Expected an API token')])
    const { body } = await client.call(accountCalls.createToken, { body: { name: 'Worker' } })
    expect((await get(`Bearer ${body.token}`)).status).toBe(200)
  })

  it('that is a first one is replaced when the second step is done, and not before', async () => {
    const { user, secret } = await createWithApp()
    await admin.query('update app_user set must_change_password = true where id = $1', [user.id])
    expect((await logIn(user.username)).code).toBe('session.password-change')
    const newPassword = 'staple of another kind'
    const half = await logIn(user.username, { newPassword })
    expect(half.code).toBe('session.second-factor')
    expect((await logIn(user.username)).code).toBe('session.password-change')
    next()
    expect((await prove(half.client, { code: codeOf(secret) })).status).toBe(200)
    expect((await logIn(user.username)).code).toBe('session.credentials')
    expect((await logIn(user.username, { password: newPassword })).code).toBe('session.second-factor')
  })
})

describe('half a sign-in', () => {
  it('is over after ten minutes, with another password, and when its cookie was changed', async () => {
    const { user, secret } = await createWithApp()
    const late = await logIn(user.username)
    clock.advance({ minutes: 11 })
    expect((await prove(late.client, { code: codeOf(secret) })).error.code).toBe('session.second-step-over')
    const changed = await logIn(user.username)
    await admin.query(`update app_user set password_hash = password_hash || 'x' where id = $1`, [user.id])
    expect((await prove(changed.client, { code: codeOf(secret) })).error.code).toBe('session.second-step-over')
    const forged = anonymous()
    forged.cookies.set(
      'millrace_second_step',
      changed.client.cookies.get('millrace_second_step')?.replace(/^./, 'x') ?? '',
    )
    expect((await forged.call(authCalls.secondStep)).error.code).toBe('session.second-step-over')
    expect((await anonymous().call(authCalls.secondStep)).error.code).toBe('session.second-step-over')
  })
})
