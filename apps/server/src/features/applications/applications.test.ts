import { type Application, applicationCalls, formCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, workplaceId, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const elsewhere = await createWorkplace(db)
const stranger = await signIn({ workplaceId: elsewhere, roles: ['RoleDesign'] })
await admin.query(`insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), 'Sales')`, [
  workplaceId,
])

const grace = { username: designer.user.username, displayName: 'Grace Hopper' }
const designerJson = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'a', type: 'text', key: 'a', props: { label: 'Where to' } }],
})
const at = '2030-01-07T09:00:00.000Z'
let count = 0
const create = async (more: object = {}, client: TestClient = designer): Promise<Application> => {
  const body = { name: `Application ${++count}`, key: `app-${count}`, ...more }
  const answer = await client.call(applicationCalls.create, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}
const addForm = async (appId: string, name: string, formKey: string) => {
  const made = await designer.call(formCalls.create, { params: { appId }, body: { name, formKey, labels: 'a,b' } })
  if (made.status !== 200) throw new Error(JSON.stringify(made.error))
  return made.body.id
}

describe('an application', () => {
  it('is created, found, changed and listed', async () => {
    const made = await create({ name: 'Orders', key: 'orders', description: 'All orders', category: 'sales' })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Orders',
      key: 'orders',
      description: 'All orders',
      category: 'Sales',
      processes: 0,
      forms: 0,
      decisions: 0,
      revision: 1,
      disabled: null,
      createdAt: at,
      createdBy: grace,
      updatedAt: at,
      updatedBy: grace,
    })
    const params = { appId: made.id }
    const body = { name: 'Orders', key: 'ordering', description: '', category: null, revision: 1 }
    const changed = await designer.call(applicationCalls.save, { params, body })
    expect(changed.body).toMatchObject({ key: 'ordering', description: null, category: null, revision: 2 })
    expect((await designer.call(applicationCalls.get, { params })).body).toEqual(changed.body)
    const late = await designer.call(applicationCalls.save, { params, body })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
    expect(late.error.message).toContain('Grace Hopper has changed it')
    await addForm(made.id, 'Order', 'order-1')
    const { body: page } = await designer.call(applicationCalls.list, { query: { q: 'ordering' } })
    const row = {
      id: made.id,
      name: 'Orders',
      key: 'ordering',
      category: null,
      processes: 0,
      forms: 1,
      isDisabled: false,
    }
    expect(page.items).toEqual([{ ...row, updatedAt: at, updatedBy: grace }])
  })

  it('is listed by its category', async () => {
    const { id } = await create({ category: 'Sales' })
    const { body } = await designer.call(applicationCalls.list, { query: { category: 'sales' } })
    expect(body.items.map((row) => row.id)).toEqual([id])
  })

  it.each([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(51) }, 400],
    [{ name: 'two  spaces' }, 400],
    [{ name: '<b>' }, 400],
    [{ key: 'a b' }, 400],
    [{ key: 'x'.repeat(51) }, 400],
    [{ description: 'x'.repeat(151) }, 400],
    [{ description: '<script>' }, 400],
    [{ category: 'Nowhere' }, 404],
  ])('refuses %j', async (more, status) => {
    const body = { name: 'Wrong', key: 'wrong', ...more }
    expect((await designer.call(applicationCalls.create, { body })).status).toBe(status)
    expect((await designer.call(applicationCalls.list, { query: { q: 'wrong' } })).body.items).toEqual([])
  })

  it('has a name and a key of its own, regardless of their case', async () => {
    const one = await create()
    const twice = [
      await designer.call(applicationCalls.create, { body: { name: one.name.toUpperCase(), key: 'other' } }),
      await designer.call(applicationCalls.create, { body: { name: 'Other', key: one.key.toUpperCase() } }),
    ]
    expect(
      twice.map(({ status, error: { code, message, details } }) => [status, code, message, details?.[0]?.where]),
    ).toEqual([
      [409, 'thing.name-taken', 'An application has this name already', 'name'],
      [409, 'thing.key-taken', 'An application has this key already', 'key'],
    ])
  })

  it('is disabled with a reason, takes nothing up then, and is restored', async () => {
    const { id: appId } = await create()
    const other = await create()
    const form = await addForm(other.id, 'Form', 'form-of-other')
    const params = { appId }
    const query = { deletedReason: 'Nobody uses it' }
    expect((await designer.call(applicationCalls.disable, { params, query: {} })).error.code).toBe('request.invalid')
    expect((await designer.call(applicationCalls.disable, { params, query })).body.disabled).toEqual({
      at,
      by: grace,
      reason: 'Nobody uses it',
    })
    const copy = { sourceId: form, applicationId: appId, name: 'Form', formKey: 'form-copy' }
    const refused = [
      await designer.call(applicationCalls.disable, { params, query }),
      await designer.call(applicationCalls.save, { params, body: { name: 'x', key: 'x' } }),
      await designer.call(formCalls.create, { params, body: { name: 'x', formKey: 'x' } }),
      await designer.call(formCalls.saveMultiple, { body: { forms: [copy] } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'thing.disabled'))
    const offered = await designer.call(formCalls.allApplications)
    expect(offered.body.map(({ id }) => id)).toEqual(expect.not.arrayContaining([appId]))
    expect((await designer.call(applicationCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(applicationCalls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is copied with the forms that are in use, under keys that are free', async () => {
    const { id: appId } = await create({ name: 'Travel', key: 'travel', category: 'Sales' })
    const designed = await addForm(appId, 'Trip', 'trip')
    await addForm(appId, 'Report', 'report')
    const old = await addForm(appId, 'Old', 'old')
    await designer.call(formCalls.disable, { params: { appId, formId: old }, query: { deletedReason: 'Old' } })
    const design = { params: { appId, formId: designed }, body: { designerJson } }
    expect((await designer.call(formCalls.saveDesign, design)).status).toBe(200)
    const { body: proposal } = await designer.call(applicationCalls.copyDetails, { params: { appId } })
    expect(proposal).toEqual({
      sourceId: appId,
      name: 'Travel copy',
      key: 'travel-copy',
      description: null,
      category: 'Sales',
      processes: 0,
      forms: 2,
      decisions: 0,
    })
    const body = { name: 'Travel copy', key: 'travel-copy', category: 'Sales' }
    const copied = await designer.call(applicationCalls.copy, { params: { appId }, body })
    expect(copied.body).toMatchObject({ name: 'Travel copy', forms: 2, revision: 1 })
    const { body: forms } = await designer.call(formCalls.list, { query: { application: copied.body.id } })
    expect(forms.items.map(({ name, formKey, labels, version }) => [name, formKey, labels, version])).toEqual([
      ['Report', 'report-copy', 'a,b', 0],
      ['Trip', 'trip-copy', 'a,b', 1],
    ])
    const again = await designer.call(applicationCalls.copyDetails, { params: { appId } })
    expect([again.body.name, again.body.key]).toEqual(['Travel copy 2', 'travel-copy-2'])
    expect((await designer.call(applicationCalls.copy, { params: { appId }, body })).error.code).toBe(
      'thing.name-taken',
    )
    expect((await designer.call(formCalls.list, { query: { q: 'trip' } })).body.items).toHaveLength(2)
  })

  it('is for designers of its workplace', async () => {
    const { id: appId } = await create()
    const params = { appId }
    const body = { name: 'x', key: 'x' }
    const ask = async (client: TestClient) =>
      (
        await Promise.all([
          client.call(applicationCalls.get, { params }),
          client.call(applicationCalls.save, { params, body }),
          client.call(applicationCalls.disable, { params, query: { deletedReason: 'No' } }),
          client.call(applicationCalls.restore, { params }),
          client.call(applicationCalls.copyDetails, { params }),
          client.call(applicationCalls.copy, { params, body }),
        ])
      ).map(({ error }) => error.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn()))).toEqual(new Set(['right.missing']))
    expect(new Set(await ask(stranger))).toEqual(new Set(['thing.not-found']))
    expect((await stranger.call(applicationCalls.list)).body.items).toEqual([])
    for (const appId of ['nothing', '00000000-0000-7000-8000-000000000000'])
      expect((await designer.call(applicationCalls.get, { params: { appId } })).status).toBe(404)
  })
})

describe('the licence', () => {
  it('covers so many applications, of which disabled ones do not count', async () => {
    const limited = await createWorkplace(db)
    const client = await signIn({ workplaceId: limited, roles: ['RoleDesign'] })
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'licence.applications', '"2"')`, [
      limited,
    ])
    const [first] = [await create({}, client), await create({}, client)]
    const params = { appId: first.id }
    const beyond = [
      await client.call(applicationCalls.create, { body: { name: 'Third', key: 'third' } }),
      await client.call(applicationCalls.copy, { params, body: { name: 'Third', key: 'third' } }),
    ]
    expect(beyond.map(({ status, error }) => [status, error.code])).toEqual(
      beyond.map(() => [409, 'licence.applications']),
    )
    expect(beyond[0]?.error.message).toMatch(/^The licence covers 2 applications\. /)
    await client.call(applicationCalls.disable, { params, query: { deletedReason: 'Old' } })
    await create({}, client)
    expect((await client.call(applicationCalls.restore, { params })).error.code).toBe('licence.applications')
  })

  it('does not give the last one to two who ask at once', async () => {
    const limited = await createWorkplace(db)
    const client = await signIn({ workplaceId: limited, roles: ['RoleDesign'] })
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'licence.applications', '"1"')`, [
      limited,
    ])
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => client.call(applicationCalls.create, { body: { name, key: name } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
