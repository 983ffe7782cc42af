import { randomUUID } from 'node:crypto'
import { profileCalls, shellCalls, themeCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../platform/auth/user.ts'

const { anonymous, signIn, signInAs, db, admin } = await createTestApp()

describe('the profile', () => {
  it('is for users who are signed in', async () => {
    expect((await anonymous().call(profileCalls.get)).error.code).toBe('session.missing')
    expect((await anonymous().call(profileCalls.save, { body: {} })).error.code).toBe('session.missing')
  })

  it('has the user and no details at first', async () => {
    const client = await signIn({ email: 'ada@example.org' })
    expect((await client.call(profileCalls.get)).body).toEqual({
      user: {
        id: client.user.id,
        username: client.user.username,
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.org',
      },
      customer_reference: null,
      organisation_reference: null,
      themeCode: null,
      language: null,
    })
  })

  it('is changed part by part, also to nothing', async () => {
    const client = await signIn()
    const first = await client.call(profileCalls.save, {
      body: { firstName: ' Zoë ', customer_reference: 'C-1', organisation_reference: 'O-1', language: 'pt-BR' },
    })
    expect(first.body).toMatchObject({ user: { firstName: 'Zoë', lastName: 'Example' }, customer_reference: 'C-1' })
    const second = await client.call(profileCalls.save, { body: { customer_reference: '', lastName: null, email: '' } })
    expect(second.body).toMatchObject({
      user: { firstName: 'Zoë', lastName: null, email: null },
      customer_reference: null,
      organisation_reference: 'O-1',
      language: 'pt-BR',
    })
    expect((await (await signInAs(client.user)).call(profileCalls.get)).body).toEqual(second.body)
  })

  it('is of nobody else, whoever the body names', async () => {
    const other = await signIn()
    const before = (await other.call(profileCalls.get)).body
    const client = await signIn()
    await client.call(profileCalls.save, {
      body: {
        id: other.user.id,
        user_id: other.user.id,
        user: { id: other.user.id, username: 'root' },
        username: 'root',
        roles: ['RoleAdmin'],
        status: 'locked',
        password_hash: 'x',
        firstName: 'Eve',
      },
    })
    expect((await other.call(profileCalls.get)).body).toEqual(before)
    expect((await client.call(profileCalls.get)).body.user).toMatchObject({
      username: client.user.username,
      firstName: 'Eve',
    })
    expect((await client.call(shellCalls.init)).body.ROLES).toEqual(['RoleUser'])
  })

  it.each([
    [{ firstName: '<script>' }, 'firstName'],
    [{ lastName: 'x'.repeat(101) }, 'lastName'],
    [{ email: 'nobody' }, 'email'],
    [{ customer_reference: 'x'.repeat(256) }, 'customer_reference'],
    [{ organisation_reference: '{{7*7}}' }, 'organisation_reference'],
    [{ language: '../en' }, 'language'],
    [{ themeCode: 7 }, 'themeCode'],
  ])('refuses %o', async (body, where) => {
    const { status, error } = await (await signIn()).call(profileCalls.save, { body })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([400, 'request.invalid', where])
  })

  it('takes a theme that exists in the own workplace', async () => {
    const client = await signIn({ roles: ['RoleAdmin'] })
    await client.call(themeCalls.saveTheme, { body: { name: 'Nordic', code: 'nordic', variables: '{}' } })
    for (const themeCode of ['nordic', 'theme-default', null])
      expect((await client.call(profileCalls.save, { body: { themeCode } })).body.themeCode).toBe(themeCode)
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db) })
    const { status, error } = await elsewhere.call(profileCalls.save, {
      body: { themeCode: 'nordic', firstName: 'No' },
    })
    expect([status, error.code]).toEqual([422, 'theme.unknown'])
    expect((await elsewhere.call(profileCalls.get)).body.user.firstName).toBe('Ada')
  })

  it('goes with its user', async () => {
    const client = await signIn()
    await client.call(profileCalls.save, { body: { customer_reference: 'C' } })
    await admin.query('delete from app_user where id = $1', [client.user.id])
    const { rows } = await admin.query('select from user_profile where user_id = $1', [client.user.id])
    expect(rows).toEqual([])
  })
})

it('gives a user everything that the server has of them, without secrets and without others', async () => {
  const password = 'correct horse battery'
  const ada = await signIn({ password, email: 'ada.data@example.org', roles: ['RoleUser'] })
  const other = await signIn({ roles: ['RoleUser'] })
  const message = (text: string, who: string) =>
    admin.query(
      `insert into task_comment (workplace_id, id, message, user_id, created_at) values ($1, gen_random_uuid(), $2, $3, now())`,
      [ada.user.workplaceId, text, who],
    )
  await addWorkOfAnEarlierAccount(ada.user)
  for (let count = 0; count < 3; count++) await message(`mine ${count}`, ada.user.username)
  await message('not mine', other.user.username)
  const { status, headers, body } = await ada.call(profileCalls.data)
  expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining(ada.user.username)])
  const data = (typeof body === 'string' ? JSON.parse(body) : body) as Record<string, Record<string, unknown>[]>
  expect(data['account']).toMatchObject([
    { username: ada.user.username, email: 'ada.data@example.org', roles: ['RoleUser'] },
  ])
  expect(data['comments']?.map((one) => one['message']).toSorted()).toEqual(['mine 0', 'mine 1', 'mine 2'])
  for (const part of ['files', 'startedProcesses', 'endedTasks']) expect(data[part]).toEqual([])
  expect(data['sessions']).toHaveLength(1)
  expect(Object.keys(data)).toHaveLength(11)
  expect(JSON.stringify(data)).not.toMatch(/hash|secret|argon/i)
  expect((await anonymous().call(profileCalls.data)).status).toBe(401)
})

/** Rows with the user name from before the account was created. */
async function addWorkOfAnEarlierAccount({
  workplaceId,
  id,
  username,
}: Pick<Person, 'workplaceId' | 'id' | 'username'>) {
  for (const statement of [
    `insert into task_comment (workplace_id, id, message, user_id, created_at) values ($1, $3, 'of an earlier account', $2, now())`,
    `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_by, uploaded_at) values ($1, $3, 'earlier.txt', 'text/plain', 1, '1', $2, now())`,
    `insert into history_instance (workplace_id, id, root_id, definition_id, start_user_id, started_at, ended_at, outcome)
      values ($1, $3, $3, $3, $2, now(), now(), 'completed')`,
    `insert into history_task (workplace_id, id, instance_id, root_id, element_id, execution_id, definition_id, task_key, assignee, priority, created_at, ended_at, reason)
      values ($1, $3, $3, $3, $3, $3, $3, 'earlier', $2, 50, now(), now(), 'completed')`,
  ])
    await admin.query(statement, [workplaceId, username, randomUUID()])
  await admin.query('update app_user set created_at = now() where workplace_id = $1 and id = $2', [workplaceId, id])
}
