import { authCalls, ownRoleCalls, secondFactorCalls, userAccountCalls } from '@millrace/contract'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'

const { anonymous, signIn, admin, clock } = await createTestApp()
const password = 'correct horse battery'
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })

async function addApp(client: TestClient) {
  const { body } = await client.call(secondFactorCalls.start, { body: { kind: 'totp', currentPassword: password } })
  const secret = Secret.fromBase32(body.secret ?? '')
  const code = TOTP.generate({ secret, timestamp: clock().getTime() })
  const added = await client.call(secondFactorCalls.add, { body: { ticket: body.ticket, name: 'Phone', code } })
  expect(added.status).toBe(200)
}

const mailsTo = async (email: string) => {
  const { rows } = await admin.query(
    `select plain_text from test_mail where system_mail = 'secondFactorChanged' and recipient = $1 order by created_at, id`,
    [email],
  )
  return rows.map(({ plain_text }) => plain_text as string)
}

it('a user is notified when a second factor of theirs is added, removed, and reset by an administrator', async () => {
  const ada = await signIn({ password, email: 'ada@example.org' })
  await addApp(ada)
  expect(await mailsTo('ada@example.org')).toEqual([expect.stringContaining('The second factor “Phone” was added.')])
  const { body } = await ada.call(secondFactorCalls.list)
  const id = body.factors[0]?.id ?? ''
  clock.advance({ minutes: 1 })
  await ada.call(secondFactorCalls.remove, { params: { id }, body: { currentPassword: password } })
  expect((await mailsTo('ada@example.org'))[1]).toContain('The second factor “Phone” was removed.')
  clock.advance({ minutes: 1 })
  await addApp(ada)
  clock.advance({ minutes: 1 })
  await chief.call(userAccountCalls.resetSecondFactors, { params: { id: ada.user.id } })
  const mails = await mailsTo('ada@example.org')
  expect([mails.length, mails[3]]).toEqual([4, expect.stringContaining('An administrator removed all second factors')])
  // Nothing was there to be removed any more.
  await chief.call(userAccountCalls.resetSecondFactors, { params: { id: ada.user.id } })
  expect(await mailsTo('ada@example.org')).toHaveLength(4)
})

it('an own role can need a second factor of its members, as long as it is in use', async () => {
  const bob = await signIn({ password })
  const logIn = () => anonymous().call(authCalls.login, { body: { username: bob.user.username, password } })
  const role = { key: 'vault', name: 'Vault', needsSecondFactor: true }
  await chief.call(ownRoleCalls.create, { body: role })
  expect((await logIn()).status).toBe(200)
  await chief.call(userAccountCalls.save, { params: { id: bob.user.id }, body: { ownRoles: ['vault'] } })
  expect((await logIn()).error.code).toBe('session.second-factor-set-up')
  await chief.call(ownRoleCalls.disable, { params: { id: 'vault' }, query: { deletedReason: 'Old' } })
  expect((await logIn()).status).toBe(200)
})
