import { dataListCalls, formCalls, formDesignerCalls, formTemplateCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { createApplication, designOf } from './testing/designs.ts'

const { db, admin, workplaceId, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const appId = await createApplication(admin, { workplaceId })
const elsewhere = await createWorkplace(db)
const stranger = await signIn({ workplaceId: elsewhere, roles: ['RoleDesign'] })
const grace = { username: designer.user.username, displayName: 'Grace Hopper' }

const nowhere = '00000000-0000-7000-8000-000000000000'
let count = 0
const unique = (name: string) => `${name} ${++count}`
const create = async (more: object = {}, client: TestClient = designer) => {
  const name = unique('Form')
  const { body } = await client.call(formCalls.create, {
    params: { appId },
    body: { name, formKey: name.replace(' ', '-'), ...more },
  })
  return { ...body, params: { appId, formId: body.id } }
}
const versionOf = async ({ params }: { params: { appId: string; formId: string } }) =>
  (await designer.call(formCalls.get, { params })).body.version

describe('a form', () => {
  it('is created in an application, found, changed and listed', async () => {
    const { status, body } = await designer.call(formCalls.create, {
      params: { appId },
      body: { name: 'Order', formKey: 'order', labels: ' new , ,sales,new' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      application: { id: appId, name: 'Orders' },
      name: 'Order',
      formKey: 'order',
      labels: 'new,sales',
      revision: 1,
      version: 0,
      disabled: null,
      editor: null,
      createdAt: '2030-01-07T09:00:00.000Z',
      createdBy: grace,
      updatedAt: '2030-01-07T09:00:00.000Z',
      updatedBy: grace,
    })
    const params = { appId, formId: body.id }
    const changed = await designer.call(formCalls.save, {
      params,
      body: { name: 'Order form', formKey: 'order', labels: '', revision: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Order form', labels: '', revision: 2 })
    expect((await designer.call(formCalls.get, { params })).body).toEqual(changed.body)
    const { body: page } = await designer.call(formCalls.list, { query: { q: 'order f' } })
    expect(page.items).toEqual([
      {
        id: body.id,
        name: 'Order form',
        application: { id: appId, name: 'Orders' },
        formKey: 'order',
        labels: '',
        version: 0,
        isDisabled: false,
        updatedAt: '2030-01-07T09:00:00.000Z',
        updatedBy: grace,
      },
    ])
  })

  it.each([
    ['no name', { name: ' ', formKey: 'k' }],
    ['a name of 51 characters', { name: 'x'.repeat(51), formKey: 'k' }],
    ['a name with HTML', { name: '<b>x</b>', formKey: 'k' }],
    ['two spaces in a name', { name: 'a  b', formKey: 'k' }],
    ['a key of 51 characters', { name: 'a', formKey: 'x'.repeat(51) }],
    ['a key with a space', { name: 'a', formKey: 'a b' }],
    ['no key', { name: 'a' }],
    ['a tag of 51 characters', { name: 'a', formKey: 'k', labels: 'x'.repeat(51) }],
    ['21 tags', { name: 'a', formKey: 'k', labels: Array.from({ length: 21 }, (_, n) => `t${n}`).join(',') }],
    ['a tag with HTML', { name: 'a', formKey: 'k', labels: '<script>' }],
    ['another type', { name: 7, formKey: {}, labels: [] }],
    ['a list', []],
  ])('refuses %s', async (_, body) => {
    const { status, error } = await designer.call(formCalls.create, { params: { appId }, body })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('takes no member that reaches a prototype', async () => {
    const { status } = await designer.send({
      method: 'POST',
      url: `/api/applications/${appId}/appforms`,
      headers: { 'content-type': 'application/json' },
      payload:
        '{"name":"Proto","formKey":"proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    })
    expect(status).toBe(400)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('has a name of its own in its application, and a key of its own in the workplace', async () => {
    const other = await createApplication(admin, { workplaceId, name: unique('Application') })
    const first = await create()
    const make = (application: string, name: string, formKey: string) =>
      designer.call(formCalls.create, { params: { appId: application }, body: { name, formKey } })
    const sameName = await make(appId, first.name.toUpperCase(), unique('k').replace(' ', ''))
    expect([sameName.status, sameName.error.code, sameName.error.message, sameName.error.details]).toEqual([
      409,
      'thing.name-taken',
      'A form has this name already',
      [{ where: 'name', message: 'A form has this name already' }],
    ])
    const sameKey = await make(other, first.name, first.formKey?.toUpperCase() ?? '')
    expect([sameKey.status, sameKey.error.code, sameKey.error.message]).toEqual([
      409,
      'thing.key-taken',
      'A form has this key already',
    ])
    expect((await make(other, first.name, unique('k').replace(' ', ''))).status).toBe(200)
  })

  it('is changed by one of two who have read it; the other learns who it was', async () => {
    const { params, name, formKey } = await create()
    const rival = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'Lovelace' })
    const body = { name, formKey, labels: 'mine', revision: 1 }
    const [one, other] = await Promise.all([
      designer.call(formCalls.save, { params, body }),
      rival.call(formCalls.save, { params, body: { ...body, labels: 'hers' } }),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const [lost, winner] = one.status === 409 ? [one, 'Ada Lovelace'] : [other, 'Grace Hopper']
    expect(lost.error.code).toBe('thing.changed')
    expect(lost.error.message).toContain(`${winner} has changed it at 2030-01-07T09:00:00.000Z`)
    expect(lost.error.details).toContainEqual({ where: 'revision', message: '2' })
    expect((await designer.call(formCalls.get, { params })).body.labels).toBe(
      winner.startsWith('Ada') ? 'hers' : 'mine',
    )
  })

  it('is disabled with a reason, cannot be worked at then, and is restored', async () => {
    const { params, name, formKey } = await create()
    await designer.call(formCalls.saveDesign, { params, body: { designerJson: designOf('A') } })
    for (const query of [{}, { deletedReason: '' }, { deletedReason: '<b>' }, { deletedReason: 'x'.repeat(256) }])
      expect((await designer.call(formCalls.disable, { params, query })).error.code).toBe('request.invalid')
    const query = { deletedReason: 'Replaced by another' }
    const disabled = await designer.call(formCalls.disable, { params, query })
    expect(disabled.body.disabled).toEqual({
      at: '2030-01-07T09:00:00.000Z',
      by: grace,
      reason: 'Replaced by another',
    })
    const refused = [
      await designer.call(formCalls.disable, { params, query }),
      await designer.call(formCalls.save, { params, body: { name, formKey } }),
      await designer.call(formCalls.saveDesign, { params, body: { designerJson: designOf('B') } }),
      await designer.call(formCalls.restoreVersion, { params: { ...params, version: 1 }, body: { version: 1 } }),
      await designer.call(formCalls.lock, { params, body: {} }),
      await designer.call(formCalls.autoSave, { params, body: { designerJson: '{}', version: 1 } }),
      await designer.call(formCalls.copyDetails, { params }),
      await designer.call(formCalls.copyMultiple, { query: { formIds: params.formId } as never }),
      await designer.call(formCalls.saveMultiple, {
        body: { forms: [{ sourceId: params.formId, applicationId: appId, name: unique('Copy'), formKey: 'a-copy' }] },
      }),
    ]
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [409, 'thing.disabled']))
    expect(refused[0]?.error.message).toBe(
      `Expected a form that is not disabled, but “${name}” is disabled: Replaced by another. Restore it first.`,
    )
    const id = params.formId
    expect((await designer.call(formDesignerCalls.formForImport, { params: { id } })).status).toBe(404)
    const listed = async (isDisabled: string) =>
      (await designer.call(formCalls.list, { query: { q: name, isDisabled } })).body.items.map((row) => row.name)
    expect([await listed('true'), await listed('false')]).toEqual([[name], []])
    expect((await designer.call(formCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(formCalls.restore, { params })).error.code).toBe('thing.exists')
    expect(await versionOf({ params })).toBe(1)
  })
})

describe('copies of forms', () => {
  it('are proposed with names and keys that are free, and made together with their designs', async () => {
    const [one, other] = [await create({ labels: 'a,b' }), await create()]
    await designer.call(formCalls.saveDesign, { params: one.params, body: { designerJson: designOf('First') } })
    await designer.call(formCalls.saveDesign, { params: one.params, body: { designerJson: designOf('Second') } })
    const { body: proposal } = await designer.call(formCalls.copyDetails, { params: one.params })
    expect(proposal).toEqual({
      sourceId: one.id,
      applicationId: appId,
      name: `${one.name} copy`,
      formKey: `${one.formKey}-copy`,
      labels: 'a,b',
    })
    const query = { formIds: `${one.id},${other.id}` }
    const { body: proposals } = await designer.call(formCalls.copyMultiple, { query: query as never })
    expect(proposals.map(({ name }) => name)).toEqual([`${one.name} copy`, `${other.name} copy`])
    const { body: copies } = await designer.call(formCalls.saveMultiple, { body: { forms: proposals } })
    expect(copies.map(({ name, version, labels }) => [name, version, labels])).toEqual([
      [`${one.name} copy`, 1, 'a,b'],
      [`${other.name} copy`, 0, ''],
    ])
    const params = { appId, formId: copies[0]?.id ?? '' }
    const { body: detail } = await designer.call(formCalls.designer, { params })
    expect(detail.applicationForm.designerJson).toBe(designOf('Second'))
    expect((await designer.call(formCalls.copyDetails, { params: one.params })).body.name).toBe(`${one.name} copy 2`)
  })

  it('are created all or none, and the refusal names the one', async () => {
    const [one, other, disabled] = [await create(), await create(), await create()]
    await designer.call(formCalls.disable, { params: disabled.params, query: { deletedReason: 'Old' } })
    const copy = (source: typeof one, name: string) => ({
      sourceId: source.id,
      applicationId: appId,
      name,
      formKey: name.replace(' ', '-'),
    })
    const fresh = unique('Fresh')
    const answers = [
      await designer.call(formCalls.saveMultiple, { body: { forms: [copy(one, fresh), copy(other, one.name)] } }),
      await designer.call(formCalls.saveMultiple, { body: { forms: [copy(one, fresh), copy(other, fresh)] } }),
      await designer.call(formCalls.saveMultiple, {
        body: { forms: [copy(one, fresh), { ...copy(other, 'Gone'), sourceId: nowhere }] },
      }),
      await designer.call(formCalls.saveMultiple, {
        body: { forms: [copy(one, fresh), { ...copy(other, 'Gone'), applicationId: nowhere }] },
      }),
      await designer.call(formCalls.saveMultiple, {
        body: {
          forms: [copy(one, fresh), copy(one, 'Second'), { ...copy(other, 'Third'), formKey: one.formKey ?? '' }],
        },
      }),
      await designer.call(formCalls.saveMultiple, { body: { forms: [copy(one, fresh), copy(disabled, 'Second')] } }),
    ]
    expect(answers.map(({ error }) => [error.code, error.details?.[0]?.where])).toEqual([
      ['thing.name-taken', 'forms.1.name'],
      ['thing.name-taken', 'forms.1.name'],
      ['thing.not-found', 'forms.1.sourceId'],
      ['thing.not-found', 'forms.1.applicationId'],
      ['thing.key-taken', 'forms.2.formKey'],
      ['thing.disabled', 'forms.1.sourceId'],
    ])
    expect((await designer.call(formCalls.list, { query: { q: fresh } })).body.items).toEqual([])
  })

  it('take no more round trips however many there are', async () => {
    const sources = await Promise.all(Array.from({ length: 12 }, () => create()))
    const cost = async (some: typeof sources) => {
      const forms = some.map(({ id }) => ({
        sourceId: id,
        applicationId: appId,
        name: unique('N'),
        formKey: unique('k-').replace(' ', ''),
      }))
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      const { status } = await designer.call(formCalls.saveMultiple, { body: { forms } })
      const trips = spy.mock.calls.length
      spy.mockRestore()
      expect(status).toBe(200)
      return trips
    }
    // The server may send something of its own meanwhile, and what it remembers after the first time is not read again.
    const least = async (some: typeof sources) => Math.min(await cost(some), await cost(some), await cost(some))
    expect(await least(sources.slice(2))).toBe(await least(sources.slice(0, 2)))
  })

  it('stay within the length of names, and are fifty at most', async () => {
    const long = await create({ name: 'L'.repeat(50), formKey: 'l'.repeat(50) })
    const { body } = await designer.call(formCalls.copyDetails, { params: long.params })
    expect([body.name, body.formKey]).toEqual([`${'L'.repeat(45)} copy`, `${'l'.repeat(45)}-copy`])
    const formIds = Array.from({ length: 51 }, (_, n) => `id${n}`).join(',')
    expect((await designer.call(formCalls.copyMultiple, { query: { formIds } as never })).error.code).toBe(
      'request.invalid',
    )
  })
})

describe('form templates', () => {
  it('belong to no application, and are created, changed, copied, disabled and restored', async () => {
    const name = unique('Address')
    const { body: made } = await designer.call(formTemplateCalls.create, { body: { name, labels: 'part' } })
    expect(made).toMatchObject({ name, application: null, formKey: null, labels: 'part', version: 0 })
    const params = { id: made.id }
    await designer.call(formTemplateCalls.saveDesign, { params, body: { designerJson: designOf('Street') } })
    const taken = await designer.call(formTemplateCalls.create, { body: { name: name.toLowerCase() } })
    expect([taken.error.code, taken.error.message]).toEqual([
      'thing.name-taken',
      'A form template has this name already',
    ])
    const copied = await designer.call(formTemplateCalls.copy, { params, body: { name: `${name} copy` } })
    expect(copied.body).toMatchObject({ name: `${name} copy`, labels: 'part', version: 1, application: null })
    expect((await designer.call(formTemplateCalls.copy, { params, body: { name } })).error.code).toBe(
      'thing.name-taken',
    )
    const { body: detail } = await designer.call(formTemplateCalls.designer, { params: { id: copied.body.id } })
    expect(detail.applicationForm).toMatchObject({
      templateData: designOf('Street'),
      designerJson: designOf('Street'),
    })
    expect(detail).toMatchObject({ timeout: 1500, baseHelpUrl: '/help', autoSaved: null })
    const offered = async () => (await designer.call(formDesignerCalls.templates)).body.map((one) => one.name)
    expect(await offered()).toEqual(expect.arrayContaining([name, `${name} copy`]))
    expect((await designer.call(formDesignerCalls.templateData, { params })).body.data.templateData).toBe(
      designOf('Street'),
    )
    await designer.call(formTemplateCalls.disable, { params, query: { deletedReason: 'Old' } })
    expect(await offered()).not.toContain(name)
    const late = await designer.call(formTemplateCalls.copy, { params, body: { name: `${name} late` } })
    expect(late.error.code).toBe('thing.disabled')
    expect((await designer.call(formTemplateCalls.save, { params, body: { name: 'Other' } })).error.code).toBe(
      'thing.disabled',
    )
    expect((await designer.call(formTemplateCalls.restore, { params })).body.disabled).toBeNull()
    const { body: page } = await designer.call(formTemplateCalls.list, { query: { q: name } })
    expect(page.items.map((one) => one.name)).toEqual([name, `${name} copy`])
  })

  it('are no forms, and forms are none of them', async () => {
    const { body: template } = await designer.call(formTemplateCalls.create, { body: { name: unique('Part') } })
    const form = await create()
    const answers = [
      await designer.call(formCalls.get, { params: { appId, formId: template.id } }),
      await designer.call(formTemplateCalls.get, { params: { id: form.id } }),
      await designer.call(formTemplateCalls.copy, { params: { id: form.id }, body: { name: 'Copy' } }),
      await designer.call(formDesignerCalls.templateData, { params: { id: form.id } }),
      await designer.call(formCalls.copyMultiple, { query: { formIds: template.id } as never }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'thing.not-found'))
  })
})

describe('what designers choose from', () => {
  it('are the applications by name, and the forms that have a design', async () => {
    expect((await designer.call(formCalls.allApplications)).body).toContainEqual({ id: appId, name: 'Orders' })
    expect((await designer.call(formCalls.formApplication, { params: { appId } })).body).toEqual({
      id: appId,
      name: 'Orders',
    })
    const [empty, designed] = [await create(), await create()]
    await designer.call(formCalls.saveDesign, { params: designed.params, body: { designerJson: designOf('A') } })
    const { body } = await designer.call(formDesignerCalls.formsForImport)
    expect(body).toContainEqual({ id: designed.id, name: designed.name, application: 'Orders' })
    expect(body.map(({ id }) => id)).not.toContain(empty.id)
    const read = await designer.call(formDesignerCalls.formForImport, { params: { id: designed.id } })
    expect(read.body).toEqual({ data: designOf('A') })
    expect((await designer.call(formDesignerCalls.formForImport, { params: { id: empty.id } })).status).toBe(404)
  })
})

describe('a user who has no right to them', () => {
  it('is turned away, or finds nothing', async () => {
    const form = await create()
    await designer.call(formCalls.saveDesign, { params: form.params, body: { designerJson: designOf('A') } })
    const { body: template } = await designer.call(formTemplateCalls.create, { body: { name: unique('Part') } })
    const user = await signIn()
    const ofForm = (client: TestClient) => [
      client.call(formCalls.get, { params: form.params }),
      client.call(formCalls.save, { params: form.params, body: { name: 'Mine', formKey: 'mine' } }),
      client.call(formCalls.disable, { params: form.params, query: { deletedReason: 'No' } }),
      client.call(formCalls.restore, { params: form.params }),
      client.call(formCalls.copyDetails, { params: form.params }),
      client.call(formCalls.copyMultiple, { query: { formIds: form.id } as never }),
      client.call(formCalls.saveMultiple, {
        body: { forms: [{ sourceId: form.id, applicationId: appId, name: 'Mine', formKey: 'mine' }] },
      }),
      client.call(formCalls.formApplication, { params: { appId } }),
      client.call(formCalls.create, { params: { appId }, body: { name: 'Mine', formKey: 'mine' } }),
      client.call(formCalls.designer, { params: form.params }),
      client.call(formCalls.saveDesign, { params: form.params, body: { designerJson: designOf('Mine') } }),
      client.call(formCalls.history, { params: form.params }),
      client.call(formCalls.compare, { params: form.params, query: { from: 1, to: 1 } }),
      client.call(formCalls.restoreVersion, { params: { ...form.params, version: 1 }, body: { version: 1 } }),
      client.call(formCalls.lock, { params: form.params, body: { takeOver: true } }),
      client.call(formCalls.unlock, { params: form.params, query: { token: crypto.randomUUID() } }),
      client.call(formCalls.autoSave, { params: form.params, body: { designerJson: '{}', version: 1 } }),
      client.call(formCalls.discardAutoSaved, { params: form.params }),
      client.call(formDesignerCalls.formForImport, { params: { id: form.id } }),
      client.call(formTemplateCalls.get, { params: { id: template.id } }),
      client.call(formTemplateCalls.designer, { params: { id: template.id } }),
      client.call(formTemplateCalls.disable, { params: { id: template.id }, query: { deletedReason: 'No' } }),
    ]
    const codes = async (client: TestClient) => (await Promise.all(ofForm(client))).map(({ error }) => error.code)
    expect(new Set(await codes(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await codes(user))).toEqual(new Set(['right.missing']))
    expect(new Set(await codes(stranger))).toEqual(new Set(['thing.not-found']))
    expect((await stranger.call(formCalls.list)).body.items).toEqual([])
    expect((await stranger.call(formTemplateCalls.list)).body.items).toEqual([])
    expect((await stranger.call(formCalls.allApplications)).body).toEqual([])
    expect((await designer.call(formCalls.get, { params: form.params })).body).toMatchObject({
      version: 1,
      revision: 1,
    })
  })

  it.each(['nothing', nowhere, '%00', "' or 1=1"])('finds nothing by the id %j', async (id) => {
    expect((await designer.call(formCalls.get, { params: { appId, formId: id } })).status).toBeOneOf([400, 404])
    expect((await designer.call(formCalls.get, { params: { appId: id, formId: nowhere } })).status).toBeOneOf([
      400, 404,
    ])
    expect((await designer.call(formTemplateCalls.get, { params: { id } })).status).toBeOneOf([400, 404])
  })
})

it('fields are offered the data lists of the workplace with their columns, and nobody else those', async () => {
  const columns = [
    { key: 'code', name: 'Code', type: 'text' as const, isKey: true },
    { key: 'city', name: 'City name', type: 'text' as const },
  ]
  const body = { name: 'Cities', key: 'cities', description: '', columns }
  expect((await designer.call(dataListCalls.create, { body })).status).toBe(200)
  const offered = [
    { key: 'code', name: 'Code' },
    { key: 'city', name: 'City name' },
  ]
  expect((await designer.call(formDesignerCalls.dataLists)).body).toEqual({
    items: [{ key: 'cities', name: 'Cities', isDisabled: false, columns: offered }],
    isMore: false,
  })
  const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
  expect((await stranger.call(formDesignerCalls.dataLists)).body).toEqual({ items: [], isMore: false })
})
