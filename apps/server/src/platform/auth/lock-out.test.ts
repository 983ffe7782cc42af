import { authCalls, type Role, userCalls } from '@millrace/contract'
import {
  createApiToken,
  createTestApp,
  createTestClient,
  createUser,
  createWorkplace,
  type TestClient,
} from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, db, admin, clock, workplaceId, anonymous, signIn } = await createTestApp()
const direct = await createTestApp({ trustedProxies: [] })
const password = 'right password'
const worker = { password, roles: ['RoleFullAPI'] as Role[], workplaceId }

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (client: TestClient, username: string, secret: string, address: string, workplace?: string) =>
  client.call(authCalls.login, {
    body: { username, password: secret, ...(workplace === undefined ? {} : { workplace }) },
    headers: from(address),
  })
const basic = async (name: string, secret: string, address: string) =>
  (
    await anonymous().send({
      url: '/engine-rest/version',
      headers: { ...from(address), authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    })
  ).status

/** Tries passwords from one address until the account is locked there, and some more. */
async function guess(username: string, address: string, times = 6): Promise<number[]> {
  const answers: number[] = []
  for (let index = 0; index < times; index++)
    answers.push((await login(anonymous(), username, `wrong ${index}`, address)).status)
  return answers
}

describe('a stranger who guesses', () => {
  it('locks out themselves, and nobody elsewhere', async () => {
    const { username } = await createUser(db, worker)
    for (let index = 0; index < 6; index++) expect(await basic(username, `wrong ${index}`, '198.51.100.1')).toBe(401)
    expect(await basic(username, password, '198.51.100.1')).toBe(401)
    expect((await login(anonymous(), username, password, '198.51.100.1')).status).toBe(401)
    expect(await basic(username, password, '192.0.2.1')).toBe(200)
    expect((await login(anonymous(), username, password, '192.0.2.1')).status).toBe(200)
    clock.advance({ minutes: 15 })
    expect(await basic(username, password, '198.51.100.1')).toBe(200)
  })

  it('has five attempts, however they spread them, and is asked to wait when they continue', async () => {
    const { username } = await createUser(db, worker)
    for (let index = 0; index < 5; index++) {
      expect(await guess(username, '198.51.100.2', 1)).toEqual([401])
      clock.advance({ minutes: 10 })
    }
    expect((await login(anonymous(), username, password, '198.51.100.2')).status).toBe(401)
    expect(await guess(username, '198.51.100.2', 6)).toEqual([401, 401, 401, 401, 429, 429])
    clock.advance({ minutes: 5 })
    expect((await login(anonymous(), username, password, '198.51.100.2')).status).toBe(200)
  })

  it('has one count for all addresses of their network', async () => {
    const { username } = await createUser(db, worker)
    for (let index = 0; index < 5; index++)
      await login(anonymous(), username, 'wrong', `2001:db8:9:9::${index.toString(16)}`)
    expect((await login(anonymous(), username, password, '2001:db8:9:9:ffff::1')).status).toBe(401)
    expect((await login(anonymous(), username, password, '2001:db8:9:8::1')).status).toBe(200)
  })

  it('who comes from many places has 20 tries together, and does not stop who is known', async () => {
    const { username } = await createUser(db, worker)
    const browser = anonymous()
    expect((await login(browser, username, password, '203.0.113.1')).status).toBe(200)
    expect(await basic(username, password, '203.0.113.2')).toBe(200)
    for (let place = 1; place <= 4; place++) await guess(username, `198.51.100.${10 + place}`, 5)
    const { status, headers } = await login(anonymous(), username, password, '198.51.100.20')
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    // A place where somebody has signed in, and a browser that has, wherever it is now.
    expect(await basic(username, password, '203.0.113.2')).toBe(200)
    expect((await login(browser, username, password, '198.51.100.21')).status).toBe(200)
    clock.advance({ minutes: 15 })
    expect((await login(anonymous(), username, password, '198.51.100.20')).status).toBe(200)
  })

  it('does not learn whether there is such an account', async () => {
    const { username } = await createUser(db, worker)
    const answers = []
    for (const name of [username, 'nobody-of-that-name']) answers.push(await guess(name, '198.51.100.30', 12))
    expect(answers[0]).toEqual(answers[1])
  })

  it('does not stop a browser that is known at their own address', async () => {
    const { username } = await createUser(db, worker)
    const browser = anonymous()
    expect((await login(browser, username, password, '203.0.113.9')).status).toBe(200)
    await guess(username, '203.0.113.9', 8)
    expect((await login(anonymous(), username, password, '203.0.113.9')).status).toBe(401)
    expect((await login(browser, username, password, '203.0.113.9')).status).toBe(200)
    // It has five tries of its own.
    for (let index = 0; index < 5; index++) await login(browser, username, 'wrong', '203.0.113.9')
    expect((await login(browser, username, password, '203.0.113.9')).status).toBe(401)
  })

  it('gains nothing by a device that they make up, or that another account knows', async () => {
    const { username } = await createUser(db, worker)
    const other = await createUser(db, worker)
    const browser = anonymous()
    expect((await login(browser, other.username, password, '198.51.100.40')).status).toBe(200)
    for (let index = 0; index < 5; index++) {
      const client = index % 2 === 0 ? createTestClient(app, { millrace_device: `made up ${index}` }) : browser
      expect((await login(client, username, 'wrong', '198.51.100.40')).status).toBe(401)
    }
    expect((await login(browser, username, password, '198.51.100.40')).status).toBe(401)
  })

  it('does not stop an API token', async () => {
    const user = await createUser(db, worker)
    const text = await createApiToken(db, user)
    for (let place = 1; place <= 6; place++) await guess(user.username, `198.51.100.${50 + place}`)
    const { status } = await anonymous().send({
      url: '/engine-rest/version',
      headers: { ...from('198.51.100.51'), authorization: `Bearer ${text}` },
    })
    expect(status).toBe(200)
  })
})

describe('an account that is locked somewhere', () => {
  it('says so to those who administrate users, who let it in again everywhere', async () => {
    const { username, id } = await createUser(db, worker)
    const statusOf = async () =>
      (
        await admin.query('select status, locked_until - $2::timestamptz as left from app_user where id = $1', [
          id,
          clock(),
        ])
      ).rows[0]
    for (let place = 1; place <= 4; place++) await guess(username, `198.51.100.${70 + place}`)
    expect(await statusOf()).toMatchObject({ status: 'locked', left: { minutes: 15 } })
    const keeper = await signIn({ roles: ['RoleUserAdmin'] })
    await keeper.send({ url: '/api/actuator/health/liveness' })
    const headers = { 'x-xsrf-token': keeper.cookies.get('XSRF-TOKEN') ?? '' }
    expect((await keeper.call(userCalls.unlock, { params: { id }, headers })).status).toBe(204)
    expect(await statusOf()).toMatchObject({ status: 'enabled' })
    for (const address of ['198.51.100.71', '198.51.100.79'])
      expect((await login(anonymous(), username, password, address)).status).toBe(200)
  })

  it('stays so for the stranger when its user signs in elsewhere, and is over by itself', async () => {
    const { username, id } = await createUser(db, worker)
    await guess(username, '198.51.100.80')
    expect((await login(anonymous(), username, password, '192.0.2.80')).status).toBe(200)
    expect((await login(anonymous(), username, password, '198.51.100.80')).status).toBe(401)
    clock.advance({ minutes: 15 })
    expect((await login(anonymous(), username, password, '192.0.2.80')).status).toBe(200)
    const { rows } = await admin.query('select status, locked_until from app_user where id = $1', [id])
    expect(rows).toEqual([{ status: 'enabled', locked_until: null }])
  })

  it('is not an account of the same name in another workplace', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    await createUser(db, { ...worker, username: 'admin' })
    await createUser(db, { ...worker, workplaceId: north, username: 'admin' })
    for (let index = 0; index < 6; index++) await login(anonymous(), 'admin', 'wrong', '192.0.2.90', 'north')
    expect((await login(anonymous(), 'admin', password, '192.0.2.90', 'North')).status).toBe(401)
    expect((await login(anonymous(), 'admin', password, '192.0.2.90')).status).toBe(200)
    for (let index = 0; index < 6; index++) await basic('admin', `wrong ${index}`, '192.0.2.91')
    expect(await basic('admin', password, '192.0.2.91')).toBe(401)
    expect(await basic('north/admin', password, '192.0.2.91')).toBe(200)
    // One account has one count, however its workplace is named.
    const { rows } = await admin.query('select reference from workplace where workplace_id = $1', [workplaceId])
    expect(await basic(`${rows[0].reference}/admin`, password, '192.0.2.91')).toBe(401)
  })
})

describe('one address that tries many names', () => {
  it('waits in that workplace, and does not keep out who is known there', async () => {
    const { username } = await createUser(db, worker)
    const south = await createWorkplace(db, { reference: 'south' })
    const southerner = await createUser(db, { ...worker, workplaceId: south })
    const address = '203.0.113.200'
    expect(await basic(username, password, address)).toBe(200)
    clock.advance({ minutes: 2 })
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) => login(anonymous(), `name-${index}`, 'wrong', address)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('60')
    expect(await basic(username, password, address)).toBe(200)
    const stranger = await createUser(db, worker)
    expect(await basic(stranger.username, password, address)).toBe(429)
    expect(await basic(`south/${southerner.username}`, password, address)).toBe(200)
  })
})

describe('without a proxy that is trusted', () => {
  it('no header creates one address many', async () => {
    const { username } = await createUser(direct.db, { ...worker, workplaceId: direct.workplaceId })
    const browser = direct.anonymous()
    expect((await login(browser, username, password, '192.0.2.1')).status).toBe(200)
    for (let index = 0; index < 5; index++) {
      const { status } = await login(direct.anonymous(), username, `wrong ${index}`, `198.51.100.${index}`)
      expect(status).toBe(401)
    }
    expect((await login(direct.anonymous(), username, password, '192.0.2.2')).status).toBe(401)
    expect((await login(browser, username, password, '192.0.2.1')).status).toBe(200)
  })
})
