import { createTestDatabase, createUser, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { enterWorkplace } from './enter-workplace.ts'

const { db, admin } = await createTestDatabase()

it('a sign-on gives and takes the own roles that the mapping names, and no others', async () => {
  const workplaceId = await createWorkplace(db)
  const { id, username } = await createUser(db, { workplaceId, roles: ['RoleUser'] })
  for (const [key, disabledAt] of [
    ['clerk', null],
    ['reader', null],
    ['given-here', null],
    ['off', '2030-01-01'],
  ])
    await admin.query(
      `insert into own_role (workplace_id, id, key, name, description, permissions, created_at, updated_at, disabled_at)
        values ($1, gen_random_uuid(), $2, $2, '', '[]', now(), now(), $3)`,
      [workplaceId, key, disabledAt],
    )
  const has = (role: string) =>
    admin.query('insert into user_role (workplace_id, user_id, role) values ($1, $2, $3)', [workplaceId, id, role])
  await has('reader')
  await has('given-here')
  await admin.query(
    `insert into sso_identity (workplace_id, issuer, subject, user_id) values ($1, 'https://id.example', 'them', $2)`,
    [workplaceId, id],
  )
  const claims = { username: null, email: null, isEmailVerified: false, firstName: null, lastName: null }
  const identity = {
    ...{ issuer: 'https://id.example', subject: 'them', ...claims, roles: null, workplaces: null, sessionId: null },
    ownRoles: { managed: ['clerk', 'reader', 'off', 'RoleUser'], given: ['clerk', 'off', 'nothing'] },
  }
  const context = { db, clock: () => new Date('2030-01-07T09:00:00Z') }
  const entered = await enterWorkplace(context as never, { workplaceId, identity, mayCreate: false } as never)
  expect(entered?.username).toBe(username)
  const { rows } = await admin.query('select role from user_role where user_id = $1 order by role', [id])
  expect(rows.map(({ role }) => role)).toEqual(['RoleUser', 'clerk', 'given-here'])
})
