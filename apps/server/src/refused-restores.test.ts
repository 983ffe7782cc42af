import { auditCalls } from '@millrace/contract'
import { createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createRestoreTest, dataColumns } from './testing/restores/restore-test.ts'

/** The ways in which a restore from the audit is refused. */
const { rest, signIn, send, post, put, make, makeTheme, history, preview, restore, newestOf, db, admin, workplaceId } =
  await createRestoreTest()

describe('a restore is refused', () => {
  it('for users without RoleAdmin, and for those without the right to change the entity', async () => {
    const id = await make('/templates/email-template', { name: 'Held', subject: 'Old', html: '<p>a</p>' })
    const number = await newestOf('email-template', id)
    await put(`/templates/email-template/${id}`, { name: 'Held', subject: 'New', html: '<p>a</p>' })
    const seen = await newestOf('email-template', id)
    for (const roles of [['RoleDesign'], ['RoleAdmin']] as const) {
      const client = await signIn({ roles: [...roles] })
      expect((await preview('email-template', id, number, client)).error.code).toBe('right.missing')
      expect((await restore('email-template', id, { number, seen }, client)).error.code).toBe('right.missing')
      const state = { params: { entity: 'email-template', number: String(number) }, query: { id } }
      const { status, body } = await client.call(auditCalls.state, state)
      expect([status, body.mayRestore]).toEqual(roles[0] === 'RoleAdmin' ? [200, false] : [403, undefined])
    }
    expect(await newestOf('email-template', id)).toBe(seen)
  })

  it('in another workplace, as if the entity did not exist', async () => {
    const id = await makeTheme({ name: 'Own', code: 'own', variables: '{}' })
    const number = await newestOf('theme', id)
    const stranger = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await preview('theme', id, number, stranger)).error.code).toBe('thing.not-found')
    expect((await restore('theme', id, { number, seen: number }, stranger)).error.code).toBe('thing.not-found')
  })

  it.each([
    ['theme', 'nothing'],
    ['theme', '00000000-0000-7000-8000-000000000000'],
    ['system-template', 'a/b/c'],
    ['group', "' or true --"],
    ['setting', ''],
  ])('of %s with the key “%s”, which the audit does not know', async (entity, id) => {
    expect((await preview(entity, id, 1)).error.code).toBe('thing.not-found')
    expect((await restore(entity, id, { number: 1, seen: 1 })).error.code).toBe('thing.not-found')
  })

  it('of kinds that are parts or records of events, and of revisions before the entity', async () => {
    expect((await preview('group-role', 'a/b', 1)).error.code).toBe('audit.not-restorable')
    const id = await makeTheme({ name: 'Late', code: 'late', variables: '{}' })
    expect((await preview('theme', id, 1)).error.code).toBe('audit.not-restorable')
  })

  it('of members whose group or account was deleted, and for users who may not change the group', async () => {
    const groupId = await make('/usersgroups/groups', { key: 'crew', name: 'Crew' })
    const { id: userId } = await createUser(db, { workplaceId, username: 'mate', groups: ['crew'] })
    const id = `${groupId}/${userId}`
    const number = await newestOf('group-member', id)
    await rest.delete('/group/crew/members/mate')
    const seen = await newestOf('group-member', id)
    const client = await signIn({ roles: ['RoleAdmin'] })
    expect((await restore('group-member', id, { number, seen }, client)).error.code).toBe('right.missing')
    await rest.delete('/group/crew')
    const { error } = await restore('group-member', id, { number, seen: await newestOf('group-member', id) })
    expect(error.code).toBe('audit.not-restorable')
  })

  it('when somebody changed the entity meanwhile, and of two at the same time one is done', async () => {
    const id = await make('/usersgroups/hierarchies', { name: 'First name' })
    const number = await newestOf('hierarchy', id)
    await put(`/usersgroups/hierarchies/${id}`, { name: 'Second name' })
    const seen = await newestOf('hierarchy', id)
    await put(`/usersgroups/hierarchies/${id}`, { name: 'Third name' })
    const late = await restore('hierarchy', id, { number, seen })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
    const both = await newestOf('hierarchy', id)
    const answers = await Promise.all([1, 2].map(() => restore('hierarchy', id, { number, seen: both })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await history('hierarchy', id)).filter(({ restoredFrom }) => restoredFrom !== null)).toHaveLength(1)
  })

  it('when somebody saves while it waits for their lock, of a kind whose operation compares no revision', async () => {
    const id = await make('/data-lists', { name: 'Waited for', key: 'waited', description: '', columns: dataColumns })
    const add = (version: number, code: string) =>
      post(`/data-lists/${id}/rows`, { version, added: [{ after: null, cells: { code } }] })
    await add(1, 'LIS')
    const number = await newestOf('data-list', id)
    await add(2, 'OPO')
    const seen = await newestOf('data-list', id)
    const other = await admin.connect()
    await other.query('begin')
    await other.query('select from data_list where id = $1 for update', [id])
    const waiting = restore('data-list', id, { number, seen })
    await expect
      .poll(async () => (await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount)
      .toBeGreaterThan(0)
    await other.query(`update data_list set description = 'Saved by Ben', revision = revision + 1 where id = $1`, [id])
    await other.query('commit')
    other.release()
    expect((await waiting).error.code).toBe('thing.changed')
    const { rows } = await admin.query('select description from data_list where id = $1', [id])
    expect(rows).toEqual([{ description: 'Saved by Ben' }])
  })

  it('when its name was given to another meanwhile, and nothing of it is written', async () => {
    const id = await make('/templates/email-template', { name: 'Taken', subject: 'Old', html: '<p>a</p>' })
    const number = await newestOf('email-template', id)
    await put(`/templates/email-template/${id}`, { name: 'Renamed', subject: 'New', html: '<p>a</p>' })
    await send('DELETE', `/templates/email-template/${id}?deletedReason=Old`)
    await make('/templates/email-template', { name: 'Taken', subject: 'Other', html: '<p>a</p>' })
    const seen = await newestOf('email-template', id)
    expect((await restore('email-template', id, { number, seen })).error.code).toBe('thing.name-taken')
    expect(await send('GET', `/templates/email-template/${id}`)).toMatchObject({
      name: 'Renamed',
      disabled: { reason: 'Old' },
    })
  })
})
