import { authCalls, settingCalls } from '@millrace/contract'
import { createTestApp, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { enterWorkplace } from '../../operations/sessions/enter-workplace.ts'

const { db, admin, workplaceId, clock, anonymous, signIn } = await createTestApp()
const password = 'correct horse battery'
const root = await signIn({ roles: ['RoleAdmin'], email: 'root@example.org' })
const name = (value: string, revision: number) =>
  root.call(settingCalls.change, { body: { changes: [{ key: 'signIn.emergencyUser', value, revision }] } })

it('the emergency administrator is an enabled administrator with a password', async () => {
  const noPassword = await createUser(db, { workplaceId, roles: ['RoleAdmin'] })
  const noAdministrator = await createUser(db, { workplaceId, password })
  for (const { username } of [noPassword, noAdministrator, { username: 'nobody' }])
    expect((await name(username, 0)).error.code).toBe('setting.invalid')
})

it('each of their sign-ins is in the audit, and mailed to the other administrators', async () => {
  const { username } = await createUser(db, { workplaceId, password, roles: ['RoleAdmin'] })
  const chief = await createUser(db, { workplaceId, roles: ['RoleAdmin'], email: 'chief@example.org' })
  const plain = await createUser(db, { workplaceId, password, email: 'plain@example.org' })
  expect((await name(username, 0)).status).toBe(200)
  const enter = (who: string) => anonymous().call(authCalls.login, { body: { username: who, password } })
  expect((await enter(plain.username)).status).toBe(200)
  expect((await enter(username)).status).toBe(200)
  const { rows: entries } = await admin.query(
    `select r.user_id, e.after->>'method' as method from audit_entry e join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision where e.entity = 'emergency-sign-in'`,
  )
  expect(entries).toEqual([{ user_id: username, method: 'password' }])
  const { rows: mails } = await admin.query(
    `select recipient, plain_text from test_mail where system_mail = 'emergencySignIn' order by recipient`,
  )
  const receivers = mails.map(({ recipient }) => recipient)
  expect(receivers).toContain('chief@example.org')
  expect(receivers).toContain('root@example.org')
  expect(receivers).not.toContain('plain@example.org')
  expect(receivers).not.toContain(`${username}@example.org`)
  expect(mails[0].plain_text).toContain(username)
  expect(chief.username).not.toBe(username)
})

it('no sign-on takes over their account, nor its roles', async () => {
  const { rows } = await admin.query(`select value #>> '{}' as name from setting where key = 'signIn.emergencyUser'`)
  const { id } = (await admin.query('select id from app_user where username = $1', [rows[0].name])).rows[0]
  await admin.query(
    `insert into sso_identity (workplace_id, issuer, subject, user_id) values ($1, 'https://id.example', 'them', $2)`,
    [workplaceId, id],
  )
  const unknown = { username: null, email: null, isEmailVerified: false, firstName: 'Other', lastName: null }
  const identity = {
    issuer: 'https://id.example',
    subject: 'them',
    ...unknown,
    roles: [],
    workplaces: null,
    sessionId: null,
  }
  const entered = await enterWorkplace({ db, clock } as never, { workplaceId, identity, mayCreate: true } as never)
  expect(entered).toBeNull()
  const after = await admin.query(
    'select u.first_name, r.role from app_user u join user_role r on r.user_id = u.id where u.id = $1',
    [id],
  )
  expect(after.rows).toEqual([{ first_name: 'Ada', role: 'RoleAdmin' }])
})
