import {
  createApiToken,
  createFakeClock,
  createTestDatabase,
  createUser,
  createWorkplace,
} from '@millrace/server/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../db/database.ts'
import { noDirectoryPasswords } from '../directory/testing/no-directories.ts'
import { createHeaderAuthentication } from './authenticate-header.ts'
import { hashPassword } from './password.ts'
import { isUserOpen, type Person, userAsJson } from './user.ts'

const { db, workplaceId, admin } = await createTestDatabase()
const clock = createFakeClock()

/** Two servers, with what each asks the database for. */
const [here, there] = [createServer(db), createServer(db)]

function createServer(real: Database) {
  const asked: string[] = []
  const spied: Database = {
    ...real,
    lookUp: (place, statements, name) => {
      asked.push(...statements.map((statement) => statement.name))
      return real.lookUp(place, statements, name)
    },
  }
  return { authenticate: createHeaderAuthentication({ db: spied, clock, ...noDirectoryPasswords }), asked }
}

interface Caller {
  readonly id: string
  readonly username: string
  readonly place: string
  readonly header: string
}

const password = 'a long secret'

async function createCaller(kind: 'Basic' | 'Bearer', place = workplaceId, reference = ''): Promise<Caller> {
  const user = await createUser(db, { workplaceId: place, password, roles: ['RoleUser'], groups: ['sales'] })
  const header =
    kind === 'Bearer'
      ? `Bearer ${await createApiToken(db, user)}`
      : `Basic ${Buffer.from(`${reference}${user.username}:${password}`).toString('base64')}`
  return { id: user.id, username: user.username, place, header }
}

const call = (server: ReturnType<typeof createServer>, { header }: Caller): Promise<Person | null> =>
  server.authenticate(header, '192.0.2.1')

/** Both servers know the caller from memory afterwards. */
async function knowEverywhere(caller: Caller): Promise<void> {
  for (const server of [here, there]) {
    for (let time = 0; time < 3; time++) expect(await call(server, caller)).toMatchObject({ id: caller.id })
    server.asked.length = 0
    await call(server, caller)
    expect(server.asked).toEqual([expect.stringMatching(/_revision$/)])
  }
}

const actions: readonly (readonly [string, string, Partial<Person> | null])[] = [
  [
    'a role is given',
    `insert into user_role (workplace_id, user_id, role) values ($1, $2, 'RoleAdmin')`,
    { roles: ['RoleAdmin', 'RoleUser'] },
  ],
  ['a role is taken away', `delete from user_role where workplace_id = $1 and user_id = $2`, { roles: [] }],
  ['a membership ends', `delete from group_member where workplace_id = $1 and user_id = $2`, { groups: [] }],
  [
    'a group is renamed',
    `update user_group g set key = 'sold' where g.workplace_id = $1 and exists (select from group_member m where m.group_id = g.id and m.user_id = $2)`,
    { groups: ['sold'] },
  ],
  [
    'a group is gone',
    `delete from user_group g where g.workplace_id = $1 and exists (select from group_member m where m.group_id = g.id and m.user_id = $2)`,
    { groups: [] },
  ],
  [
    'a name is changed',
    `update app_user set first_name = 'Grace' where workplace_id = $1 and id = $2`,
    { firstName: 'Grace' },
  ],
  ['the account is disabled', `update app_user set status = 'disabled' where workplace_id = $1 and id = $2`, null],
  ['the account is gone', `delete from app_user where workplace_id = $1 and id = $2`, null],
  [
    'the workplace is suspended',
    `update workplace set suspended_at = now() where workplace_id = $1 and $2::uuid is not null`,
    null,
  ],
]

describe.each(['Basic', 'Bearer'] as const)('a caller by %s who is known to two servers', (kind) => {
  it.each(actions)('is known again on both with the next call when %s', async (_what, sql, expected) => {
    const reference = `place${Math.random().toString(36).slice(2)}`
    const caller = await createCaller(kind, await createWorkplace(db, { reference }), `${reference}/`)
    await knowEverywhere(caller)
    await admin.query(sql, [caller.place, caller.id])
    for (const server of [here, there])
      if (expected === null) expect(await call(server, caller)).toBeNull()
      else expect(await call(server, caller)).toMatchObject(expected)
  })

  it.each([
    [0, '*', null],
    [1, 'user', null],
    [2, 'user', null],
    [1, null, 'sales'],
  ])('is known again when an authorization of type %i is created and taken away', async (type, name, group) => {
    const caller = await createCaller(kind)
    await knowEverywhere(caller)
    const userId = name === 'user' ? caller.username : name
    await admin.query(
      `insert into user_authorization (workplace_id, id, type, user_id, group_id, resource_type, resource_id, permissions) values ($1, gen_random_uuid(), $2, $3, $4, 6, 'order', '{READ}')`,
      [workplaceId, type, userId, group],
    )
    for (const server of [here, there])
      expect((await call(server, caller))?.authorizations).toMatchObject([{ resourceId: 'order' }])
    await admin.query('update user_authorization set permissions = $2 where workplace_id = $1', [workplaceId, ['ALL']])
    for (const server of [here, there])
      expect((await call(server, caller))?.authorizations).toMatchObject([{ permissions: ['ALL'] }])
    await admin.query('delete from user_authorization where workplace_id = $1', [workplaceId])
    for (const server of [here, there]) expect((await call(server, caller))?.authorizations).toEqual([])
  })

  it('is as before while a change is not committed, and afterwards when it never is', async () => {
    const caller = await createCaller(kind)
    await knowEverywhere(caller)
    const other = await admin.connect()
    onTestFinished(() => other.release())
    for (const end of ['rollback', 'commit'] as const) {
      await other.query('begin')
      await other.query('delete from user_role where workplace_id = $1 and user_id = $2', [workplaceId, caller.id])
      expect((await call(here, caller))?.roles).toEqual(['RoleUser'])
      await other.query(end)
      expect((await call(here, caller))?.roles).toEqual(end === 'commit' ? [] : ['RoleUser'])
    }
  })

  it('is not confused by many calls at once in the middle of changes', async () => {
    const caller = await createCaller(kind)
    await knowEverywhere(caller)
    for (let round = 1; round <= 10; round++) {
      const calls = Array.from({ length: 8 }, () => call(here, caller))
      await admin.query('update app_user set first_name = $3 where workplace_id = $1 and id = $2', [
        workplaceId,
        caller.id,
        `name ${round}`,
      ])
      const after = Array.from({ length: 8 }, () => call(here, caller))
      await Promise.all(calls)
      for (const person of await Promise.all(after)) expect(person?.firstName).toBe(`name ${round}`)
    }
  })
})

it('is known again to both when its password is changed', async () => {
  const caller = await createCaller('Basic')
  await knowEverywhere(caller)
  await admin.query('update app_user set password_hash = $2 where id = $1', [caller.id, await hashPassword('another')])
  for (const server of [here, there]) expect(await call(server, caller)).toBeNull()
})

it.each([
  ['removed', 'delete from api_token where user_id = $1'],
  ['over', `update api_token set expires_at = '2001-01-01' where user_id = $1`],
])('a token is worth nothing on both servers when it is %s', async (_what, sql) => {
  const caller = await createCaller('Bearer')
  await knowEverywhere(caller)
  await admin.query(sql, [caller.id])
  for (const server of [here, there]) expect(await call(server, caller)).toBeNull()
})

it('a token can do less on both servers when its scopes are fewer', async () => {
  const caller = await createCaller('Bearer')
  await knowEverywhere(caller)
  await admin.query(`update api_token set scopes = '{read}' where user_id = $1`, [caller.id])
  for (const server of [here, there]) expect((await call(server, caller))?.token?.scopes).toEqual(['read'])
})

it('a token that nobody changes ends when it ends', async () => {
  const user = await createUser(db, { workplaceId })
  const expiresAt = new Date(clock().getTime() + 30_000).toISOString()
  const caller = { ...user, place: workplaceId, header: `Bearer ${await createApiToken(db, user, { expiresAt })}` }
  await knowEverywhere(caller)
  clock.advance({ seconds: 29 })
  expect(await call(here, caller)).not.toBeNull()
  clock.advance({ seconds: 2 })
  for (const server of [here, there]) expect(await call(server, caller)).toBeNull()
})

it('who is known is locked out by wrong passwords from the same place, that another server has counted', async () => {
  const caller = await createCaller('Basic')
  await knowEverywhere(caller)
  const wrong = `Basic ${Buffer.from(`${caller.username}:wrong`).toString('base64')}`
  for (let time = 1; time <= 6; time++) expect(await there.authenticate(wrong, '192.0.2.1')).toBeNull()
  for (const server of [here, there]) expect(await call(server, caller)).toBeNull()
})

it('a database that was restored begins no revision that was there before', async () => {
  const caller = await createCaller('Bearer')
  await knowEverywhere(caller)
  const { rows } = await admin.query('select number from audit_counter where workplace_id = $1', [workplaceId])
  await admin.query('alter table audit_counter disable trigger user')
  await admin.query('update user_role set role = $2 where user_id = $1', [caller.id, 'RoleAdmin'])
  await admin.query('update audit_counter set number = $2 where workplace_id = $1', [workplaceId, rows[0].number])
  await admin.query('alter table audit_counter enable trigger user')
  expect((await call(here, caller))?.roles).toEqual(['RoleAdmin'])
})

it('whatever a person is made of is audited, so that each change of it is a revision', async () => {
  const tables = [
    ...`from app_user u join api_token t where ${userAsJson} and ${isUserOpen}`.matchAll(/(?:from|join) (\w+)/g),
  ].map(([, name]) => name)
  // A view is made of its tables. A trigger derives `group_reach` from `user_group`, which is one of them.
  const { rows: parts } = await admin.query(
    `select u.relname as view, t.relname as name from pg_rewrite r join pg_class u on u.oid = r.ev_class
      join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refobjid <> r.ev_class
      join pg_class t on t.oid = d.refobjid and t.relkind = 'r' where u.relkind = 'v'`,
  )
  const isView = new Set(parts.map(({ view }) => view))
  const audited = [
    ...tables.filter((name) => !isView.has(name)),
    ...parts.filter(({ view }) => tables.includes(view)).map(({ name }) => name),
  ].filter((name) => name !== 'group_reach')
  expect(audited).toContain('group_role')
  expect(new Set(tables)).toContain('user_authorization')
  const { rows } = await admin.query(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'audit' and tgenabled = 'O' and tgtype & 28 = 28`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(audited))
})
