import {
  type ApiTokenOptions,
  createApiToken,
  createFakeClock,
  createTestDatabase,
  createUser,
  createWorkplace,
} from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { noDirectoryPasswords } from '../directory/testing/no-directories.ts'
import { createHeaderAuthentication } from './authenticate-header.ts'
import { hashPassword } from './password.ts'
import { isUnlimited } from './reach.ts'
import { reachOf } from './rights.ts'
import { createToken } from './token.ts'
import { parseUser } from './user.ts'

const { db, workplaceId, admin } = await createTestDatabase()
const clock = createFakeClock()
const authenticateFrom = createHeaderAuthentication({ db, clock, ...noDirectoryPasswords })
const authenticate = (header: string | undefined) => authenticateFrom(header, '192.0.2.1')
const basic = (name: string, password: string) =>
  authenticate(`Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`)

describe('HTTP Basic', () => {
  it('finds the user with roles and groups', async () => {
    const { username, id } = await createUser(db, {
      workplaceId,
      password: 'pass:word',
      roles: ['RoleFullAPI'],
      groups: ['sales', 'camunda-admin'],
    })
    const user = await basic(username, 'pass:word')
    expect(user).toEqual({
      id,
      workplaceId,
      username,
      firstName: 'Ada',
      lastName: 'Example',
      email: `${username}@example.org`,
      roles: ['RoleFullAPI'],
      groups: ['camunda-admin', 'sales'],
      authorizations: [],
      grants: [],
      restricted: [],
      tenants: [],
      absences: [],
      token: null,
    })
  })

  it('finds a user of another workplace by its reference', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    await createUser(db, { workplaceId: north, username: 'nora', password: 'secret' })
    expect(await basic('nora', 'secret')).toBeNull()
    expect(await basic('NORTH/nora', 'secret')).toMatchObject({ workplaceId: north, username: 'nora' })
  })

  it('finds nobody by a wrong password, also right after the right one', async () => {
    const { username } = await createUser(db, { workplaceId, password: 'right' })
    expect(await basic(username, 'right')).not.toBeNull()
    expect(await basic(username, 'wrong')).toBeNull()
    expect(await basic(username, '')).toBeNull()
    expect(await basic(username, 'right')).not.toBeNull()
  })

  it.each([
    undefined,
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic Og==',
    `Basic ${Buffer.from('no-colon').toString('base64')}`,
    'Digest x',
    'Bearer',
    'Bearer x',
  ])('finds nobody by %j', async (header) => {
    expect(await authenticate(header)).toBeNull()
  })

  it('notices a new password at once', async () => {
    const { username, id } = await createUser(db, { workplaceId, password: 'old' })
    expect(await basic(username, 'old')).not.toBeNull()
    await admin.query('update app_user set password_hash = $1 where id = $2', [await hashPassword('new'), id])
    expect(await basic(username, 'old')).toBeNull()
    expect(await basic(username, 'new')).not.toBeNull()
  })

  it('notices at once that a user is disabled', async () => {
    const { username, id } = await createUser(db, { workplaceId, password: 'secret' })
    expect(await basic(username, 'secret')).not.toBeNull()
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [id])
    expect(await basic(username, 'secret')).toBeNull()
  })

  it('notices new roles at once', async () => {
    const { username, id } = await createUser(db, { workplaceId, password: 'secret', roles: [] })
    expect((await basic(username, 'secret'))?.roles).toEqual([])
    await admin.query(`insert into user_role (workplace_id, user_id, role) values ($1, $2, 'RoleAdmin')`, [
      workplaceId,
      id,
    ])
    expect((await basic(username, 'secret'))?.roles).toEqual(['RoleAdmin'])
  })

  it('checks the password itself only now and then', async () => {
    const { username, id } = await createUser(db, { workplaceId, password: 'secret' })
    const lastLogin = async () =>
      (await admin.query('select last_login_at from app_user where id = $1', [id])).rows[0].last_login_at
    await basic(username, 'secret')
    const first = await lastLogin()
    clock.advance({ seconds: 30 })
    await basic(username, 'secret')
    expect(await lastLogin()).toEqual(first)
    clock.advance({ seconds: 31 })
    await basic(username, 'secret')
    expect(await lastLogin()).not.toEqual(first)
  })

  it('lets many first requests in that come at once', async () => {
    const { username } = await createUser(db, { workplaceId, password: 'secret' })
    const users = await Promise.all(Array.from({ length: 30 }, () => basic(username, 'secret')))
    expect(users.filter((user) => user === null)).toEqual([])
  })

  it('continues for a worker while somebody elsewhere guesses at the password, for as long as they like', async () => {
    const { username } = await createUser(db, { workplaceId, password: 'secret' })
    const guess = (password: string) =>
      authenticateFrom(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, '198.51.100.7').catch(
        (error: Error) => error.constructor.name,
      )
    expect(await basic(username, 'secret')).not.toBeNull()
    for (let minute = 0; minute < 12; minute++) {
      for (let index = 0; index < 3; index++) await guess(`guess ${minute} ${index}`)
      expect(await basic(username, 'secret')).not.toBeNull()
      clock.advance({ seconds: 61 })
    }
    expect(await guess('secret')).toBe('TooManyTries')
  })

  it('does not let the user who guesses find what is remembered for another user, there or elsewhere', async () => {
    const { username } = await createUser(db, { workplaceId, password: 'secret' })
    const from = (address: string, password: string) =>
      authenticateFrom(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, address)
    expect(await from('192.0.2.9', 'secret')).not.toBeNull()
    for (const address of ['192.0.2.9', '198.51.100.9']) {
      for (let index = 0; index < 6; index++) expect(await from(address, `guess ${index}`)).toBeNull()
      expect(await from(address, 'secret')).toBeNull()
    }
  })
})

describe('a bearer token', () => {
  const createUserWithToken = async (options: ApiTokenOptions = {}) => {
    const user = await createUser(db, { workplaceId })
    return { user, text: await createApiToken(db, user, options) }
  }

  it('finds its user and notes that it was used', async () => {
    const { user, text } = await createUserWithToken()
    expect(await authenticate(`Bearer ${text}`)).toMatchObject({ id: user.id })
    const { rows } = await admin.query('select last_used_at from api_token where user_id = $1', [user.id])
    expect(rows).toEqual([{ last_used_at: clock() }])
  })

  it('finds nobody after its end, or when its user is disabled', async () => {
    const ended = await createUserWithToken({ expiresAt: '2030-01-01T00:00:00Z' })
    expect(await authenticate(`Bearer ${ended.text}`)).toBeNull()
    const disabled = await createUserWithToken()
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [disabled.user.id])
    expect(await authenticate(`Bearer ${disabled.text}`)).toBeNull()
  })

  it('is worth nothing with the workplace of another', async () => {
    const { text } = await createUserWithToken()
    const foreign = createToken(await createWorkplace(db)).text
    expect(await authenticate(`Bearer ${foreign.split('.')[0]}.${text.split('.')[1]}`)).toBeNull()
  })
})

describe('the right to the whole engine', () => {
  it.each([
    [['RoleFullAPI'], [], true],
    [['ROLE_FULL_API'], [], true],
    [[], ['camunda-admin'], true],
    [['RoleAdmin', 'RoleUser'], ['sales', 'Camunda-Admin'], false],
  ] as const)('with roles %j and groups %j is %s', (roles, groups, expected) => {
    const user = {
      id: 'x',
      workplaceId,
      username: 'x',
      firstName: null,
      lastName: null,
      email: null,
      roles,
      groups,
      authorizations: [],
    }
    expect(isUnlimited(reachOf(parseUser(JSON.stringify(user)), 'external-tasks.work'))).toBe(expected)
  })
})
