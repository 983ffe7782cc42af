import { formCalls, formDesignerCalls, formTemplateCalls } from '@millrace/contract'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createApplication, designOf } from './testing/designs.ts'

const { admin, clock, workplaceId, signIn, signInAs } = await createTestApp()
const grace = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const ada = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'Lovelace' })

let count = 0
const create = async () => {
  const { body } = await grace.call(formTemplateCalls.create, { body: { name: `Template ${++count}` } })
  return { id: body.id }
}
const save = (client: TestClient, params: { id: string }, body: object) =>
  client.call(formTemplateCalls.saveDesign, { params, body })
/** Containers in one another. */
const nested = (depth: number) =>
  `${Array.from({ length: depth }, (_, n) => `[{"id":"a${n}","type":"section","props":{},"children":`).join('')}[]${'}]'.repeat(depth)}`
const versions = async (params: { id: string }) =>
  (await grace.call(formTemplateCalls.history, { params })).body.map(([{ version }]) => version)
const designer = async (client: TestClient, params: { id: string }) =>
  (await client.call(formTemplateCalls.designer, { params })).body

describe('the design of a form', () => {
  it('is saved as the next version, with what the server has compiled of it', async () => {
    const params = await create()
    const { status, body } = await save(grace, params, {
      designerJson: designOf('Name'),
      renderedJson: '{"mine":true}',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Form designer saved successfully', version: 1 })
    const rendered = JSON.parse(body.renderedJson)
    expect(rendered.mine).toBeUndefined()
    expect(rendered.data).toMatchObject([{ key: 'field0', kind: 'field', type: 'text' }])
    const { rows } = await admin.query('select designer_json, rendered_json from form_version where form_id = $1', [
      params.id,
    ])
    expect(rows).toEqual([{ designer_json: designOf('Name'), rendered_json: body.renderedJson }])
    expect((await designer(grace, params)).applicationForm.designerJson).toBe(designOf('Name'))
  })

  it('goes by the calls of an application in the same way', async () => {
    const appId = await createApplication(admin, { workplaceId })
    const { body: form } = await grace.call(formCalls.create, { params: { appId }, body: { name: 'F', formKey: 'f' } })
    const params = { appId, formId: form.id }
    const token = (await grace.call(formCalls.lock, { params, body: {} })).body.token ?? ''
    const saved = await grace.call(formCalls.saveDesign, { params, body: { designerJson: designOf('A'), token } })
    expect(saved.body.version).toBe(1)
    await grace.call(formCalls.autoSave, { params, body: { designerJson: '{', version: 1 } })
    expect((await grace.call(formDesignerCalls.autoSaved)).body.autoSaved).toContainEqual({
      id: form.id,
      applicationId: appId,
      name: 'F',
      savedAt: '2030-01-07T09:00:00.000Z',
    })
    await grace.call(formCalls.discardAutoSaved, { params })
    const restored = await grace.call(formCalls.restoreVersion, {
      params: { ...params, version: 1 },
      body: { version: 1, token },
    })
    expect(restored.body.version).toBe(2)
    const { body: compared } = await grace.call(formCalls.compare, { params, query: { from: 1, to: 2 } })
    expect(compared).toEqual({ from: 1, to: 2, form: [], nodes: [] })
    expect((await grace.call(formCalls.unlock, { params, query: { token } })).status).toBe(204)
    expect((await grace.call(formCalls.history, { params })).body).toHaveLength(2)
  })

  it.each([
    ['no JSON', '{"schema":2', 'document.invalid'],
    ['a list', '[]', 'document.invalid'],
    ['an unknown member', '{"schema":2,"id":"f","root":[],"script":"x"}', 'document.invalid'],
    ['a schema of the future', '{"schema":99,"id":"f","root":[]}', 'document.invalid'],
    ['an unknown type', '{"schema":2,"id":"f","root":[{"id":"a","type":"applet","props":{}}]}', 'node.unknown-type'],
    [
      'a key that reaches a prototype',
      '{"schema":2,"id":"f","root":[{"id":"a","type":"text","key":"__proto__","props":{"label":"A"}}]}',
      'key.invalid',
    ],
    [
      'an expression with a fault',
      '{"schema":2,"id":"f","root":[{"id":"a","type":"text","key":"a","props":{"label":"A","visible":"=1 +"}}]}',
      'expression.invalid',
    ],
    ['10,000 containers in one another', `{"schema":2,"id":"f","root":${nested(10_000)}}`, 'node.too-deep'],
    [
      '5 MB',
      JSON.stringify({ schema: 2, id: 'f', root: [], i18n: { de: { 'x.label': 'x'.repeat(5_000_000) } } }),
      'document.too-large',
    ],
  ])('is refused with %s, and nothing is kept', async (_, designerJson, code) => {
    const params = await create()
    const { status, error } = await save(grace, params, { designerJson })
    expect([status, error.code]).toEqual([422, 'design.invalid'])
    expect(error.details?.map((detail) => detail.code)).toContain(code)
    expect(error.message).toMatch(/^Expected a design without faults, but it has \d+\. /)
    expect(await versions(params)).toEqual([])
    expect((await designer(grace, params)).applicationForm.version).toBe(0)
  })

  it.each([
    {},
    { designerJson: '' },
    { designerJson: {} },
    { designerJson: '{}', version: 'x' },
    { designerJson: '{}', token: 'mine' },
  ])('is refused as %j', async (body) => {
    const { status, error } = await save(grace, await create(), body)
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('is refused above 12 MB before it is read', async () => {
    const { status, error } = await save(grace, await create(), { designerJson: 'x'.repeat(12_500_000) })
    expect([status, error.code]).toEqual([413, 'request.too-large'])
  })

  it('is saved by one of two who began with the same version; the other learns who it was', async () => {
    const params = await create()
    await save(grace, params, { designerJson: designOf('Begin') })
    const [one, other] = await Promise.all([
      save(grace, params, { designerJson: designOf('Of Grace'), version: 1 }),
      save(ada, params, { designerJson: designOf('Of Ada'), version: 1 }),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const [lost, winner] = one.status === 409 ? [one, 'Ada'] : [other, 'Grace']
    expect([lost.error.code, lost.error.details]).toEqual([
      'design.changed',
      [
        { where: 'version', message: '2' },
        { where: 'savedBy', message: expect.stringContaining(winner) },
        { where: 'savedAt', message: '2030-01-07T09:00:00.000Z' },
      ],
    ])
    expect((await designer(grace, params)).applicationForm.designerJson).toBe(designOf(`Of ${winner}`))
    expect(await versions(params)).toEqual([2, 1])
  })

  it('is before or after a save that was cut off, and never between', async () => {
    const params = await create()
    await admin.query(`create or replace function refuse_version() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$;
      create trigger cut before update of version on form for each row execute function refuse_version()`)
    const { status } = await save(grace, params, { designerJson: designOf('A') })
    await admin.query('drop trigger cut on form')
    expect(status).toBe(500)
    expect(await versions(params)).toEqual([])
    expect((await save(grace, params, { designerJson: designOf('A') })).body.version).toBe(1)
  })

  it('is saved once by a request that is sent twice', async () => {
    const params = await create()
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const body = { designerJson: designOf('A') }
    const [one, other] = [
      await grace.call(formTemplateCalls.saveDesign, { params, body, headers }),
      await grace.call(formTemplateCalls.saveDesign, { params, body, headers }),
    ]
    expect(other.body).toEqual(one.body)
    expect(await versions(params)).toEqual([1])
  })
})

describe('the history of a form', () => {
  it('is pairs of a version and its date, compares two versions, and restores one as the next', async () => {
    const params = await create()
    await save(grace, params, { designerJson: designOf('Name'), note: 'First try' })
    clock.advance({ seconds: 60 })
    await save(ada, params, { designerJson: designOf('Full name', 'Street'), version: 1 })
    const { body: compared } = await grace.call(formTemplateCalls.compare, { params, query: { from: 1, to: 2 } })
    expect(compared).toMatchObject({
      from: 1,
      to: 2,
      form: [],
      nodes: [
        { kind: 'changed', name: 'Full name', properties: [{ name: 'label', before: 'Name', after: 'Full name' }] },
        { kind: 'added', name: 'Street' },
      ],
    })
    const restored = await grace.call(formTemplateCalls.restoreVersion, {
      params: { ...params, version: 1 },
      body: { version: 2 },
    })
    expect(restored.body.version).toBe(3)
    expect((await designer(grace, params)).applicationForm.designerJson).toBe(designOf('Name'))
    const { body } = await grace.call(formTemplateCalls.history, { params })
    expect(
      body.map(([{ version, savedBy, note, restoredFrom }]) => [version, savedBy?.displayName, note, restoredFrom]),
    ).toEqual([
      [3, 'Grace Hopper', null, 1],
      [2, 'Ada Lovelace', null, null],
      [1, 'Grace Hopper', 'First try', null],
    ])
    expect(body[2]?.[1]).toBe('2030-01-07T09:00:00.000Z')
    expect(body[1]?.[1]).toBe('2030-01-07T09:01:00.000Z')
    const late = { params: { ...params, version: 1 }, body: { version: 2 } }
    expect((await grace.call(formTemplateCalls.restoreVersion, late)).error.code).toBe('design.changed')
    const none = { params: { ...params, version: 9 }, body: { version: 3 } }
    expect((await grace.call(formTemplateCalls.restoreVersion, none)).status).toBe(404)
    expect((await grace.call(formTemplateCalls.compare, { params, query: { from: 1, to: 9 } })).status).toBe(404)
  })
})

describe('the lock of a design', () => {
  const lock = (client: TestClient, params: { id: string }, body: object = {}) =>
    client.call(formTemplateCalls.lock, { params, body })

  it('is one designer’s until they give it back, and the others learn whose it is', async () => {
    const params = await create()
    const { body: mine } = await lock(grace, params)
    expect(mine).toMatchObject({ token: expect.any(String), holder: { displayName: 'Grace Hopper' } })
    const { body: hers } = await lock(ada, params)
    expect(hers).toEqual({ ...mine, token: null })
    const { token: _, ...editor } = mine
    expect((await designer(ada, params)).applicationForm.editor).toEqual(editor)
    const refused = await save(ada, params, { designerJson: designOf('Of Ada'), version: 0 })
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      409,
      'design.locked',
      [
        { where: 'lockedBy', message: 'Grace Hopper' },
        { where: 'lockedSince', message: mine.since },
      ],
    ])
    const query = { token: mine.token ?? '' }
    await ada.call(formTemplateCalls.unlock, { params, query })
    expect((await designer(ada, params)).applicationForm.editor).not.toBeNull()
    await grace.call(formTemplateCalls.unlock, { params, query })
    expect((await designer(ada, params)).applicationForm.editor).toBeNull()
    expect((await save(ada, params, { designerJson: designOf('Of Ada'), version: 0 })).status).toBe(200)
  })

  it('is taken over by force, and the previous holder is notified by their next renewal and their next save', async () => {
    const params = await create()
    const { body: mine } = await lock(grace, params)
    const { body: hers } = await lock(ada, params, { takeOver: true })
    expect(hers).toMatchObject({ token: expect.any(String), holder: { displayName: 'Ada Lovelace' } })
    expect((await lock(grace, params, { token: mine.token })).body).toMatchObject({
      token: null,
      holder: { displayName: 'Ada Lovelace' },
    })
    const refused = await save(grace, params, { designerJson: designOf('Mine'), version: 0, token: mine.token })
    expect([refused.error.code, refused.error.message]).toEqual([
      'design.locked',
      expect.stringContaining('but Ada Lovelace has been editing it since'),
    ])
    const saved = await save(ada, params, { designerJson: designOf('Hers'), version: 0, token: hers.token })
    expect(saved.status).toBe(200)
  })

  it('is kept by renewing, and free when nobody does, by the clock of PostgreSQL', async () => {
    const params = await create()
    const { body: mine } = await lock(grace, params)
    const renewed = await lock(grace, params, { token: mine.token })
    expect(renewed.body).toMatchObject({ token: mine.token, since: mine.since })
    expect(Date.parse(renewed.body.until)).toBeGreaterThanOrEqual(Date.parse(mine.until))
    expect(Math.round((Date.parse(mine.until) - Date.parse(mine.since)) / 1000)).toBe(90)
    clock.advance({ seconds: 120 })
    expect((await lock(ada, params)).body.token).toBeNull()
    await admin.query("update design_lock set until = now() - interval '1 second' where design_id = $1", [params.id])
    expect((await lock(ada, params)).body).toMatchObject({
      token: expect.any(String),
      holder: { displayName: 'Ada Lovelace' },
    })
  })

  it('is a window’s: another window of the same user has to take it over', async () => {
    const params = await create()
    const { body: mine } = await lock(grace, params)
    const again = await signInAs(grace.user)
    expect((await lock(again, params)).body.token).toBeNull()
    const refused = await save(again, params, {
      designerJson: designOf('A'),
      version: 0,
      token: '00000000-0000-4000-8000-000000000000',
    })
    expect(refused.error.message).toContain('you have opened it in another window')
    expect((await save(grace, params, { designerJson: designOf('A'), version: 0, token: mine.token })).status).toBe(200)
  })

  it('cannot be renewed by somebody who has only seen its token', async () => {
    const params = await create()
    const { body: mine } = await lock(grace, params)
    expect((await lock(ada, params, { token: mine.token })).body.holder.displayName).toBe('Grace Hopper')
  })
})

describe('saving by itself', () => {
  const configure = (query: object) => grace.call(formDesignerCalls.configureAutoSave, { query: query as never })

  it('is switched on with an interval, and off', async () => {
    expect((await grace.call(formDesignerCalls.autoSaved)).body).toMatchObject({
      autoSaveFormDesigner: false,
      autoSaveIntervalFormDesigner: null,
    })
    expect((await configure({ autoSaveFormDesigner: 'true', interval: 60 })).body).toEqual({
      message: 'Auto save data updated successfully',
      autoSaveFormDesigner: true,
      autoSaveIntervalFormDesigner: 60,
    })
    expect((await grace.call(formDesignerCalls.autoSaved)).body.autoSaveIntervalFormDesigner).toBe(60)
    expect((await ada.call(formDesignerCalls.autoSaved)).body.autoSaveFormDesigner).toBe(false)
    for (const interval of [60, ''])
      expect((await configure({ autoSaveFormDesigner: 'false', interval })).body).toMatchObject({
        autoSaveFormDesigner: false,
        autoSaveIntervalFormDesigner: null,
      })
  })

  it.each([
    { autoSaveFormDesigner: 'true' },
    { autoSaveFormDesigner: 'true', interval: 59 },
    { autoSaveFormDesigner: 'true', interval: '' },
    { autoSaveFormDesigner: 'true', interval: 1761 },
    { autoSaveFormDesigner: 'true', interval: 60.5 },
    { autoSaveFormDesigner: 'true', interval: 'often' },
    { autoSaveFormDesigner: 'yes', interval: 60 },
    { interval: 60 },
  ])('is refused with %j', async (query) => {
    expect((await configure(query)).error.code).toBe('request.invalid')
  })

  it('takes an interval of the session less ten seconds, and no longer one', async () => {
    expect((await configure({ autoSaveFormDesigner: 'true', interval: 1490 })).status).toBe(200)
    const { status, error } = await configure({ autoSaveFormDesigner: 'true', interval: 1491 })
    expect([status, error.code, error.message]).toEqual([
      422,
      'design.interval-too-long',
      'Expected at most 1490 seconds, 10 less than the session timeout, but it is 1491.',
    ])
  })

  it('keeps what is not finished for its user alone, offers it, and forgets it with the next save', async () => {
    const params = await create()
    const unfinished = '{"schema":2,"root":[{"half'
    const keep = await grace.call(formTemplateCalls.autoSave, {
      params,
      body: { designerJson: unfinished, version: 0 },
    })
    const savedAt = clock().toISOString()
    expect(keep.body).toEqual({ savedAt })
    expect((await designer(grace, params)).autoSaved).toEqual({
      designerJson: unfinished,
      version: 0,
      savedAt,
    })
    expect((await designer(ada, params)).autoSaved).toBeNull()
    await save(ada, params, { designerJson: designOf('Of Ada') })
    expect((await designer(grace, params)).autoSaved).toMatchObject({ designerJson: unfinished, version: 0 })
    await save(grace, params, { designerJson: designOf('Of Grace') })
    expect((await designer(grace, params)).autoSaved).toBeNull()
    await grace.call(formTemplateCalls.autoSave, { params, body: { designerJson: 'x', version: 2 } })
    await grace.call(formTemplateCalls.discardAutoSaved, { params })
    expect((await designer(grace, params)).autoSaved).toBeNull()
  })

  it('refuses more than a design may have', async () => {
    const params = await create()
    const body = { designerJson: 'x'.repeat(2_000_001), version: 0 }
    const { status, error } = await grace.call(formTemplateCalls.autoSave, { params, body })
    expect([status, error.code]).toEqual([413, 'request.too-large'])
    expect((await designer(grace, params)).autoSaved).toBeNull()
  })
})

describe('a file', () => {
  it('of this product is read, in an older schema too', async () => {
    const text = '{"schema":1,"id":"old","root":[{"id":"a","type":"text","key":"a","props":{"label":"A"}}]}'
    const { body } = await grace.call(formDesignerCalls.readFile, { body: { text } })
    expect(body).toMatchObject({ format: 'Millrace', mapped: 1, notes: [] })
    expect(JSON.parse(body.designerJson)).toMatchObject({ schema: 2, id: 'old', root: [{ key: 'a' }] })
  })

  it('of form-js is read, with a line for what could not be taken over', async () => {
    const text = JSON.stringify({
      type: 'default',
      schemaVersion: 18,
      id: 'leave',
      components: [
        { type: 'textfield', id: 'F1', key: 'name', label: 'Name' },
        { type: 'iframe', id: 'F2', url: 'https://example.org' },
      ],
    })
    const { body } = await grace.call(formDesignerCalls.readFile, { body: { text } })
    expect(body).toMatchObject({ format: 'form-js', mapped: 1 })
    expect(JSON.parse(body.designerJson)).toMatchObject({ root: [{ type: 'text', key: 'name' }] })
    expect(body.notes).toMatchObject([{ at: 'components[1]', kind: 'left-out', message: expect.any(String) }])
  })

  it('of Form.io is read, and its JavaScript is left out', async () => {
    const custom = 'valid = (input === "x")'
    const text = JSON.stringify({
      display: 'form',
      components: [{ type: 'textfield', key: 'name', label: 'Name', input: true, validate: { custom } }],
    })
    const { body } = await grace.call(formDesignerCalls.readFile, { body: { text } })
    expect(body).toMatchObject({ format: 'Form.io', mapped: 1 })
    expect(body.notes).toMatchObject([{ at: expect.stringContaining('components[0]'), kind: 'left-out' }])
    expect(body.designerJson).not.toContain('input ===')
  })

  it.each([
    '{',
    '[]',
    '"text"',
    '{"type":"unknown"}',
    'PK\u0003\u0004',
    '{"__proto__":{"schema":2,"root":[]}}',
    '{"components":{}}',
  ])('that is %j is refused', async (text) => {
    const { status, error } = await grace.call(formDesignerCalls.readFile, { body: { text } })
    expect([status, error.code]).toEqual([422, 'design.invalid'])
  })
})

it('the designs of forms are in the audit, with who and by which call', async () => {
  const params = await create()
  await save(grace, params, { designerJson: designOf('A') })
  const { rows } = await admin.query(
    `select r.user_id, r.cause, e.entity, e.operation from audit_entry e join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision
     where e.workplace_id = $1 and (e.key = $2 or e.key like $2 || '/%') order by e.revision, e.id`,
    [workplaceId, params.id],
  )
  const user_id = grace.user.username
  const cause = 'POST /api/templates/form-template/{id}/save-form-design'
  expect(rows).toEqual([
    { user_id, cause: 'POST /api/templates/form-template', entity: 'form', operation: 'insert' },
    { user_id, cause, entity: 'form-version', operation: 'insert' },
    { user_id, cause, entity: 'form', operation: 'update' },
  ])
})
