import { roles } from '@millrace/contract'
import { createApiToken, createTestDatabase } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHeaderAuthentication } from '../../platform/auth/authenticate-header.ts'
import { checkCredentials } from '../../platform/auth/check-credentials.ts'
import { findSession, refreshSession, startSession } from '../../platform/auth/session.ts'
import { noDirectoryPasswords } from '../../platform/directory/testing/no-directories.ts'
import { prepareAdministrator } from './prepare-administrator.ts'

const { db, admin } = await createTestDatabase()
const clock = () => new Date('2030-01-07T09:00:00Z')
beforeEach(() => admin.query('truncate workplace cascade'))

async function signIn(password: string) {
  const { rows } = await admin.query('select workplace_id from workplace where is_default')
  const verified = await checkCredentials(
    { db, clock, ...noDirectoryPasswords },
    { workplaceId: rows[0].workplace_id, username: 'admin', password, origin: { address: '192.0.2.1' } },
  )
  return verified !== null && 'user' in verified ? verified.user : null
}

describe('prepareAdministrator', () => {
  it('creates an administrator with every role and a password that is shown once', async () => {
    const { username, generatedPassword } = await prepareAdministrator({ db }, null)
    expect(username).toBe('admin')
    expect(generatedPassword).toHaveLength(16)
    const user = await signIn(generatedPassword ?? '')
    expect(user?.roles.toSorted()).toEqual(roles.toSorted())
    expect(user?.groups).toEqual(['camunda-admin'])
    expect(await prepareAdministrator({ db }, null)).toEqual({
      username: 'admin',
      isNew: false,
      generatedPassword: null,
    })
  })

  it('shows a generated password that an attempt before has kept without an answer, and no other one', async () => {
    const generated = 'kept once, and shown to nobody'
    await prepareAdministrator({ db }, null, { generated, isRepeated: false })
    const shown = (password: string) => prepareAdministrator({ db }, null, { generated: password, isRepeated: true })
    expect(await shown(generated)).toEqual({ username: 'admin', isNew: true, generatedPassword: generated })
    expect(await shown('of another process')).toMatchObject({ isNew: false, generatedPassword: null })
  })

  it('takes the given password and shows none', async () => {
    expect((await prepareAdministrator({ db }, 'given')).generatedPassword).toBeNull()
    expect(await signIn('given')).not.toBeNull()
  })

  it('lets an operator in again who gives another password at a later start', async () => {
    await prepareAdministrator({ db }, 'forgotten')
    for (let index = 0; index < 5; index++) await signIn('guess')
    await prepareAdministrator({ db }, 'new')
    expect(await signIn('new')).not.toBeNull()
    expect(await signIn('forgotten')).toBeNull()
  })

  it('ends what began with the password that an operator has replaced, and nothing while it stays', async () => {
    await prepareAdministrator({ db }, 'known to others')
    const user = await signIn('known to others')
    if (user === null) throw new Error('Expected the administrator to sign in, but the password is refused.')
    const { access, refresh } = await startSession({ db, clock }, { user })
    const token = await createApiToken(db, user)
    const authenticate = createHeaderAuthentication({ db, clock, ...noDirectoryPasswords })
    const byToken = () => authenticate(`Bearer ${token}`, '192.0.2.1')

    await prepareAdministrator({ db }, 'known to others')
    expect(await findSession({ db, clock }, access)).not.toBeNull()
    expect(await byToken()).not.toBeNull()

    await prepareAdministrator({ db }, 'known to nobody')
    expect(await findSession({ db, clock }, access)).toBeNull()
    expect(await refreshSession({ db, clock, secret: 'a secret' }, refresh)).toEqual({ kind: 'over' })
    expect(await byToken()).toBeNull()
  })

  it('creates one administrator when several processes start for the first time at once', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => prepareAdministrator({ db }, null)))
    const passwords = made.flatMap(({ generatedPassword }) => generatedPassword ?? [])
    expect(passwords).toHaveLength(1)
    expect(await signIn(passwords[0] ?? '')).not.toBeNull()
    const { rows } = await admin.query('select count(*)::int from app_user')
    expect(rows).toEqual([{ count: 1 }])
  })

  it('creates no second one where the administrator was renamed away', async () => {
    await prepareAdministrator({ db }, 'given')
    await admin.query(`update app_user set username = 'root'`)
    await prepareAdministrator({ db }, 'given')
    const { rows } = await admin.query('select username from app_user')
    expect(rows).toEqual([{ username: 'root' }])
  })
})
