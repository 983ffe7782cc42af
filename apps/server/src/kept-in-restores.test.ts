import { describe, expect, it } from 'vitest'
import { createRestoreTest, type Json } from './testing/restores/restore-test.ts'

/** What a restore from the audit leaves as it is, and why. */
const { send, post, put, make, application, system, history, preview, restore, newestOf, admin } =
  await createRestoreTest()

describe('what a restore leaves as it is', () => {
  it('names a reference that no longer exists, or is disabled', async () => {
    const parentId = await make('/usersgroups/groups', { key: 'roof', name: 'Roof' })
    const id = await make('/usersgroups/groups', { key: 'room', name: 'Room', parentId })
    const number = await newestOf('group', id)
    await put(`/usersgroups/groups/${id}`, { name: 'Hall', parentId: null, roles: [] })
    await send('DELETE', `/usersgroups/groups/${parentId}?deletedReason=Old`)
    const { body } = await preview('group', id, number)
    expect(body.kept).toEqual([{ column: 'parent_id', reason: 'disabled', name: 'Roof' }])
    expect((await restore('group', id, { number, seen: body.seen })).status).toBe(200)
    expect(await send('GET', `/usersgroups/groups/${id}`)).toMatchObject({ name: 'Room', parent: null })

    const category = await make('/categories', { name: 'Short-lived' })
    const app = await make('/applications', { name: 'Placed', key: 'placed', category: 'Short-lived' })
    const placed = await newestOf('application', app)
    await put(`/applications/${app}`, { name: 'Moved', key: 'placed', category: null })
    await send('DELETE', `/categories/${category}`)
    const shown = await preview('application', app, placed)
    expect(shown.body.kept).toEqual([{ column: 'category_id', reason: 'missing', name: 'Short-lived' }])
    expect(shown.body.after).toEqual({ name: 'Placed' })
  })

  it('names the object of a permission that no longer exists', async () => {
    const category = await make('/categories', { name: 'Short permission' })
    const permissions = [
      { kind: 'category', thing: category, actions: ['see'] },
      { kind: 'application', thing: await application(), actions: ['see'] },
    ]
    const id = await make('/usersgroups/own-roles', { key: 'visitor', name: 'Visitor', permissions })
    const number = await newestOf('own-role', id)
    await put(`/usersgroups/own-roles/${id}`, { name: 'Guest', permissions: [] })
    await send('DELETE', `/categories/${category}`)
    const { body } = await preview('own-role', id, number)
    expect(body.kept).toEqual([{ column: 'permissions', reason: 'missing', name: 'Short permission' }])
    expect(body.after.permissions).toEqual([permissions[1]])
  })

  it('names long texts that differ, and none that are the same', async () => {
    const html = (text: string) => `<p>${text.repeat(70_000)}</p>`
    const about = { name: 'Long', subject: 'Old', html: html('a') }
    const id = await make('/templates/email-template', about)
    const number = await newestOf('email-template', id)
    await put(`/templates/email-template/${id}`, { ...about, subject: 'New' })
    const same = await preview('email-template', id, number)
    expect(same.body).toMatchObject({ after: { subject: 'Old' }, kept: [] })
    await put(`/templates/email-template/${id}`, { ...about, subject: 'New', html: html('b') })
    const { body } = await preview('email-template', id, number)
    expect(body).toMatchObject({ after: { subject: 'Old' }, kept: [{ column: 'html', reason: 'long', name: null }] })
    expect((await restore('email-template', id, { number, seen: body.seen })).status).toBe(200)
    expect((await send('GET', `/templates/email-template/${id}`)).html).toBe(html('b'))
  })

  it('names secrets, which stay', async () => {
    const id = await make('/global-properties', {
      key: 'pass',
      name: 'Pass',
      type: 'text',
      value: 'hush',
      isSecret: true,
    })
    const number = await newestOf('global-property', id)
    await put(`/global-properties/${id}`, { name: 'Word', type: 'text', value: 'other' })
    const { body } = await preview('global-property', id, number)
    expect(body).toMatchObject({ after: { name: 'Pass' }, kept: [{ column: 'sealed', reason: 'secret', name: null }] })
    const sealed = async () =>
      (await admin.query('select sealed from global_property where id = $1', [id])).rows[0].sealed.toString('hex')
    const before = await sealed()
    expect((await restore('global-property', id, { number, seen: body.seen })).status).toBe(200)
    expect(await sealed()).toBe(before)
  })

  it('does not send a secret to an earlier address', async () => {
    const settings = { kind: 'rest', baseUrl: 'https://old.example.org', signIn: 'bearer' }
    const id = await make(`/external-systems/${await system()}/connections`, {
      name: 'Moved',
      settings,
      secret: 'hush',
    })
    const number = await newestOf('external-connection', id)
    await put(`/external-connections/${id}`, {
      name: 'Moved',
      settings: { ...settings, baseUrl: 'https://new.example.org' },
      secret: 'new secret',
    })
    const seen = await newestOf('external-connection', id)
    expect((await restore('external-connection', id, { number, seen })).error.code).toBe('external.secret-missing')
    expect(await newestOf('external-connection', id)).toBe(seen)
  })

  it('does not send the password of a directory to an earlier address', async () => {
    const about = { name: 'People', addresses: 'old.example.org', bindDn: 'cn=reader', baseDn: 'dc=people' }
    const id = await make('/usersgroups/directories', { ...about, password: 'hush' })
    const number = await newestOf('directory', id)
    await put(`/usersgroups/directories/${id}`, { ...about, addresses: 'new.example.org', password: 'new secret' })
    const seen = await newestOf('directory', id)
    expect((await restore('directory', id, { number, seen })).error.code).toBe('directory.invalid')
    expect(await newestOf('directory', id)).toBe(seen)
  })

  it('does not delete the address of a webhook by an earlier kind of signature', async () => {
    const apiId = await make(`/external-systems/${await system()}/apis`, {
      name: 'Hooks',
      connectionId: await make(`/external-systems/${await system()}/connections`, {
        name: 'Hooks',
        settings: { kind: 'rest', baseUrl: 'https://hooks.example.org' },
      }),
    })
    const target = { action: 'message', message: 'order' }
    const id = await make(`/external-apis/${apiId}/listeners`, { name: 'Hook', settings: { kind: 'webhook', target } })
    const number = await newestOf('external-listener', id)
    const settings = { kind: 'webhook', signature: 'hmac', header: 'X-Sign', target }
    await put(`/external-listeners/${id}`, { name: 'Hook', settings })
    await post(`/external-listeners/${id}/secret`)
    const seen = await newestOf('external-listener', id)
    expect((await restore('external-listener', id, { number, seen })).error.code).toBe('audit.not-restorable')
    const { rows } = await admin.query(
      'select token_hash is not null as kept, disabled_at from external_listener where id = $1',
      [id],
    )
    expect(rows).toEqual([{ kept: true, disabled_at: null }])
  })

  it('does not remove the secret of a connection whose earlier settings do not use it', async () => {
    const settings = { kind: 'rest', baseUrl: 'https://same.example.org' }
    const id = await make(`/external-systems/${await system()}/connections`, { name: 'Signed', settings })
    const number = await newestOf('external-connection', id)
    await put(`/external-connections/${id}`, {
      name: 'Signed',
      settings: { ...settings, signIn: 'bearer' },
      secret: 'hush',
    })
    const seen = await newestOf('external-connection', id)
    expect((await restore('external-connection', id, { number, seen })).error.code).toBe('audit.not-restorable')
    const { rows } = await admin.query('select sealed is not null as kept from external_connection where id = $1', [id])
    expect(rows).toEqual([{ kept: true }])
  })

  it('does not show a category to everybody because its groups no longer exist', async () => {
    const groups = await Promise.all(['board', 'desk'].map((key) => make('/usersgroups/groups', { name: key, key })))
    const about = { name: 'Secret plans', description: '', icon: null, roles: [] }
    const id = await make('/categories', { ...about, groups: ['board'] })
    const number = await newestOf('category', id)
    await put(`/categories/${id}`, { ...about, groups: ['desk'] })
    await admin.query('delete from user_group where id = $1', [groups[0]])
    const seen = await newestOf('category', id)
    expect((await restore('category', id, { number, seen })).error.code).toBe('audit.not-restorable')
    expect(await newestOf('category', id)).toBe(seen)
  })

  it('leaves secret settings alone, which the audit does not have', async () => {
    for (const key of ['mail.password', 'sso.clientSecret']) {
      const set = async (value: string | null) => {
        const { settings } = await send('GET', '/admin/settings')
        const { revision } = settings.find((one: Json) => one.key === key)
        await put('/admin/settings', { changes: [{ key, value, revision }] })
      }
      await set('first-secret')
      await set('second-secret')
      const entries = await history('setting', key)
      expect(JSON.stringify(entries)).not.toContain('sealed')
      const { error } = await preview('setting', key, await newestOf('setting', key))
      expect(error.code).toBe('audit.not-restorable')
    }
  })

  it('does not bring back an erased user', async () => {
    const id = await make('/users/manage/new-user', { username: 'lost', firstName: 'Lena', lastName: 'Lost' })
    const number = await newestOf('user', id)
    await send('DELETE', `/users/${id}?deletedReason=Left`)
    await post(`/users/${id}/erase`, { username: 'lost' })
    const shown = await preview('user', id, number)
    expect([shown.status, shown.error.code]).toEqual([409, 'audit.not-restorable'])
    expect(JSON.stringify(shown.body)).not.toContain('Lena')
  })
})
