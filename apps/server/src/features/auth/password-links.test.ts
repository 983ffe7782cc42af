import {
  authCalls,
  passwordLinkCalls as links,
  passwordLinkLimits,
  profileCalls,
  userAccountCalls,
} from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, signInAs, db, admin, clock } = await createTestApp()
const newPassword = 'nine green bottles'

/** A workplace with a user administrator, and Ann, who has an email address and a password. */
async function createPlace() {
  // Tries are counted for a minute, and all tests come from one address.
  clock.advance({ minutes: 2 })
  const reference = `place-${crypto.randomUUID().slice(0, 8)}`
  const workplaceId = await createWorkplace(db, { reference })
  const keeper = await signIn({ workplaceId, username: 'keeper', roles: ['RoleUserAdmin'] })
  const ann = await createUser(db, {
    workplaceId,
    username: 'ann',
    email: 'ann@example.org',
    password: 'the first one of Ann',
  })
  return { workplace: reference, workplaceId, keeper, ann, params: { id: ann.id } }
}

/** The mails of a workplace, the newest first. */
async function readMails(workplaceId: string) {
  const { rows } = await admin.query<{ recipient: string; system_mail: string; plain_text: string }>(
    'select recipient, system_mail, plain_text from test_mail where workplace_id = $1 order by id desc',
    [workplaceId],
  )
  return rows.map(({ recipient, system_mail: mail, plain_text: text }) => ({
    ...{ recipient, mail, text },
    token: /\/password#([\w.-]+)/.exec(text)?.[1] ?? '',
  }))
}

/** The token of the newest mail. */
async function readToken(workplaceId: string): Promise<string> {
  return (await readMails(workplaceId))[0]?.token ?? ''
}

const ask = (body: { username: string; workplace?: string }) => anonymous().call(links.ask, { body })
const look = (token: string) => anonymous().call(links.look, { body: { token } })
const use = (token: string, password = newPassword) =>
  anonymous().call(links.use, { body: { token, newPassword: password } })
const signInBy = (workplace: string, password: string) =>
  anonymous().call(authCalls.login, { body: { username: 'ann', password, workplace } })

describe('a user who forgot their password', () => {
  it.each(['ann', 'ANN', 'Ann@Example.org'])(
    'asks by %s, and chooses another one by the mailed link',
    async (username) => {
      const { workplace, workplaceId, ann } = await createPlace()
      expect((await ask({ username, workplace })).status).toBe(204)
      const [mail] = await readMails(workplaceId)
      expect(mail).toMatchObject({ recipient: 'ann@example.org', mail: 'passwordReset' })
      expect(mail?.text).toContain('ann')
      const token = mail?.token ?? ''
      expect((await look(token)).body).toMatchObject({ kind: 'reset', username: 'ann', workplace })
      expect((await use(token)).status).toBe(204)
      expect((await signInBy(workplace, newPassword)).status).toBe(200)
      expect((await signInBy(workplace, 'the first one of Ann')).status).toBe(401)
      expect((await use(token)).error.code).toBe('password.link-over')
      const { rows } = await admin.query(
        'select user_id, cause from audit_revision where workplace_id = $1 and cause = $2',
        [workplaceId, 'POST /api/auth/password-links/use'],
      )
      expect(rows).toEqual([{ user_id: ann.username, cause: 'POST /api/auth/password-links/use' }])
    },
  )

  it('loses every session and API token, and is no longer locked', async () => {
    const { workplace, workplaceId, ann } = await createPlace()
    const session = await signIn({ workplaceId, username: 'ben', email: 'ben@example.org', password: newPassword })
    await admin.query(
      `update app_user set status = 'locked', locked_until = $2 where workplace_id = $1 and username = 'ben'`,
      [workplaceId, new Date(clock().getTime() + 3_600_000)],
    )
    await ask({ username: 'ben', workplace })
    expect((await use(await readToken(workplaceId), 'seven blue bottles')).status).toBe(204)
    expect((await session.call(userAccountCalls.groupsInUse)).status).toBe(401)
    const { rows } = await admin.query(
      'select status, locked_until from app_user where workplace_id = $1 and id = $2',
      [workplaceId, session.user.id],
    )
    expect(rows).toEqual([{ status: 'enabled', locked_until: null }])
    expect(ann.username).toBe('ann')
  })

  it('does not learn whether the name is known', async () => {
    const { workplace, workplaceId } = await createPlace()
    await createUser(db, { workplaceId, username: 'nomail', password: newPassword })
    await createUser(db, { workplaceId, username: 'company', email: 'company@example.org' })
    await createUser(db, { workplaceId, username: 'left', email: 'left@example.org', password: newPassword })
    await admin.query(`update app_user set status = 'disabled' where workplace_id = $1 and username = 'left'`, [
      workplaceId,
    ])
    await admin.query(`update app_user set email = null where workplace_id = $1 and username = 'nomail'`, [workplaceId])
    const known = await ask({ username: 'ann', workplace })
    for (const username of ['nobody', 'nomail', 'company', 'left', "' or true --", '%']) {
      const answer = await ask({ username, workplace })
      expect([answer.status, answer.body], username).toEqual([known.status, known.body])
    }
    expect((await ask({ username: 'ann', workplace: 'no-such-place' })).status).toBe(204)
    expect(await readMails(workplaceId)).toHaveLength(1)
  })

  it('gets a mail for each user with the address, and one for the name alone', async () => {
    const { workplace, workplaceId } = await createPlace()
    for (const username of ['twin1', 'twin2'])
      await createUser(db, { workplaceId, username, email: 'twin@example.org', password: newPassword })
    await ask({ username: 'twin@example.org', workplace })
    const mails = await readMails(workplaceId)
    expect(mails.map(({ recipient }) => recipient)).toEqual(['twin@example.org', 'twin@example.org'])
    const names = await Promise.all(mails.map(async ({ token }) => (await look(token)).body.username))
    expect(names.toSorted()).toEqual(['twin1', 'twin2'])
    await ask({ username: 'twin1', workplace })
    expect(await readMails(workplaceId)).toHaveLength(3)
  })

  it('has as much done for an unknown workplace as for an unknown name', async () => {
    const rows = async () =>
      (await admin.query('select count(*)::int as n from password_link where user_id is null')).rows[0].n
    const before = await rows()
    await ask({ username: 'nobody at all', workplace: 'no-such-place' })
    await ask({ username: '', workplace: 'no-such-place' })
    expect(await rows()).toBe(before + 1)
    const { workplace } = await createPlace()
    await ask({ username: 'nobody at all', workplace })
    expect(await rows()).toBe(before + 2)
  })

  it('gets no link at an address that was entered in their own name, by a browser or an API token', async () => {
    const { workplace, workplaceId, ann, params, keeper } = await createPlace()
    const browser = await signInAs(ann)
    expect((await browser.call(profileCalls.save, { body: { email: 'thief@example.org' } })).status).toBe(200)
    expect((await ask({ username: 'ann', workplace })).status).toBe(204)
    expect((await ask({ username: 'thief@example.org', workplace })).status).toBe(204)
    expect(await readMails(workplaceId)).toEqual([])
    const saved = await keeper.call(userAccountCalls.save, { params, body: { email: 'ann@example.org' } })
    expect(saved.status).toBe(200)
    await ask({ username: 'ann', workplace })
    expect((await readMails(workplaceId)).map(({ recipient }) => recipient)).toEqual(['ann@example.org'])
  })

  it('is asked to wait after some tries for one name, and gets few mails at most', async () => {
    const { workplace, workplaceId } = await createPlace()
    const answers: number[] = []
    for (let time = 0; time < 5; time++) answers.push((await ask({ username: 'ann', workplace })).status)
    expect(answers).toEqual([204, 204, 204, 429, 429])
    for (let minute = 0; minute < 4; minute++) {
      clock.advance({ seconds: 61 })
      await ask({ username: 'ann', workplace })
    }
    expect(await readMails(workplaceId)).toHaveLength(passwordLinkLimits.links)
  })
})

describe('a link', () => {
  it('is over after its time', async () => {
    const { workplace, workplaceId } = await createPlace()
    await ask({ username: 'ann', workplace })
    const token = await readToken(workplaceId)
    clock.advance({ minutes: passwordLinkLimits.resetMinutes - 1 })
    expect((await look(token)).status).toBe(200)
    clock.advance({ minutes: 2 })
    expect((await look(token)).error.code).toBe('password.link-over')
    expect((await use(token)).error.code).toBe('password.link-over')
  })

  it.each([
    ['disabled', `update app_user set status = 'disabled' where workplace_id = $1 and username = 'ann'`],
    [
      'given another address',
      `update app_user set email = 'else@example.org' where workplace_id = $1 and username = 'ann'`,
    ],
  ])('is over after its user was %s', async (_, change) => {
    const { workplace, workplaceId } = await createPlace()
    await ask({ username: 'ann', workplace })
    const token = await readToken(workplaceId)
    await admin.query(change, [workplaceId])
    expect((await look(token)).error.code).toBe('password.link-over')
    expect((await use(token)).error.code).toBe('password.link-over')
  })

  it('is over after the user chose a password in another way, with all other links', async () => {
    const { workplace, workplaceId } = await createPlace()
    await ask({ username: 'ann', workplace })
    const first = await readToken(workplaceId)
    await ask({ username: 'ann', workplace })
    expect((await use(await readToken(workplaceId))).status).toBe(204)
    expect((await use(first)).error.code).toBe('password.link-over')
  })

  it('stays valid when the new password is too weak, and is used by one of two who are there at once', async () => {
    const { workplace, workplaceId } = await createPlace()
    await ask({ username: 'ann', workplace })
    const token = await readToken(workplaceId)
    expect((await use(token, 'password1')).error.code).toBe('password.weak')
    const both = await Promise.all([use(token), use(token, 'seven blue bottles')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410])
  })

  it.each(['', 'x', 'a.b', `${'A'.repeat(22)}.${'B'.repeat(43)}`])('that is none is refused: %j', async (token) => {
    expect([400, 410]).toContain((await look(token)).status)
    expect([400, 410]).toContain((await use(token)).status)
  })
})

describe('a user administrator', () => {
  it('invites a new user, who chooses the first password by the link', async () => {
    const { keeper, workplace, workplaceId } = await createPlace()
    const made = await keeper.call(userAccountCalls.create, {
      body: { username: 'new', email: 'new@example.org', firstName: 'Nora', invite: true },
    })
    expect(made.body).toMatchObject({ hasPassword: false, mustChangePassword: false })
    const [mail] = await readMails(workplaceId)
    expect(mail).toMatchObject({ recipient: 'new@example.org', mail: 'invitation' })
    expect(mail?.text).toContain('Hello Nora,')
    expect((await use(mail?.token ?? '')).status).toBe(204)
    const entered = { username: 'new', password: newPassword, workplace }
    expect((await anonymous().call(authCalls.login, { body: entered })).status).toBe(200)
  })

  it('creates nobody who cannot be invited', async () => {
    const { keeper, workplaceId } = await createPlace()
    const made = await keeper.call(userAccountCalls.create, { body: { username: 'new', invite: true } })
    expect(made.error.code).toBe('user.no-email')
    const { rows } = await admin.query(`select from app_user where workplace_id = $1 and username = 'new'`, [
      workplaceId,
    ])
    expect(rows).toEqual([])
  })

  it('sends a link to somebody with more rights, and never learns it', async () => {
    const { keeper, workplaceId } = await createPlace()
    const chief = await createUser(db, {
      ...{ workplaceId, username: 'chief', email: 'chief@example.org', roles: ['RoleAdmin'] as const },
      password: newPassword,
    })
    const sent = await keeper.call(userAccountCalls.sendPasswordLink, { params: { id: chief.id } })
    expect(sent.body).toEqual({ kind: 'reset', expiresAt: expect.any(String) })
    expect((await readMails(workplaceId))[0]?.recipient).toBe('chief@example.org')
    const email = await keeper.call(userAccountCalls.save, {
      params: { id: chief.id },
      body: { email: 'me@example.org' },
    })
    expect(email.status).toBe(403)
  })

  it('sends none to users without an address, disabled ones, and those of another workplace', async () => {
    const { keeper, params, workplaceId } = await createPlace()
    const mute = await createUser(db, { workplaceId, username: 'mute' })
    await admin.query('update app_user set email = null where workplace_id = $1 and id = $2', [workplaceId, mute.id])
    const send = async (id: string) =>
      (await keeper.call(userAccountCalls.sendPasswordLink, { params: { id } })).error.code
    expect(await send(mute.id)).toBe('user.no-email')
    expect(await send((await createPlace()).ann.id)).toBe('thing.not-found')
    await keeper.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } })
    expect(await send(params.id)).toBe('thing.disabled')
    expect(await readMails(workplaceId)).toEqual([])
  })
})
