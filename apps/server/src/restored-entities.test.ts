import { auditCalls, type RestorableEntity, restorableEntities } from '@millrace/contract'
import { createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createRestTest } from './engine-rest/testing/rest-test.ts'

/**
 * Every kind of entity that can be restored from the audit: it is made, changed and restored, and the audit has the
 * restore. Then the ways in which a restore is refused.
 */
const { rest, signIn, db, admin, workplaceId } = await createRestTest()
const root = await signIn({
  username: 'root',
  roles: ['RoleAdmin', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin', 'RoleProcessAdmin', 'RoleFullAPI', 'RoleUser'],
})

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what a case is about to tell.
type Json = any

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Json> {
  const { status, body } = await root.send({ method, url: `/api${url}`, ...(payload === undefined ? {} : { payload }) })
  if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
  return body
}
const post = (url: string, payload: object = {}) => send('POST', url, payload)
const put = (url: string, payload: object = {}) => send('PUT', url, payload)
const make = async (url: string, payload: object) => (await post(url, payload)).id as string
const makeTheme = async (payload: object) =>
  (await post('/admin/themes-api/user-defined-theme/save', payload)).data.id as string

const restConnection = (path: string) => ({ kind: 'rest', baseUrl: `https://shop.example.org${path}` })
const adapterSettings = (path: string) => ({ kind: 'rest', path, columns: [{ key: 'code', path: 'code' }] })
const designOf = (label: string) => ({
  designerJson: JSON.stringify({
    schema: 2,
    id: 'form',
    root: [{ id: 'a', type: 'text', key: 'a', props: { label } }],
  }),
})
const columns = [{ key: 'code', name: 'Code', type: 'text' }]

interface Case {
  /** Makes an entity. @returns its key in the audit. */
  readonly make: () => Promise<string>
  readonly change: (key: string) => Promise<unknown>
  /** The columns that the restore writes. */
  readonly columns: readonly string[]
  /** The sentence of the audit about the restore. */
  readonly what: RegExp
}

const application = make('/applications', { name: 'Home of designs', key: 'home' })
const system = make('/external-systems', { name: 'Home of parts' })
const connection = system.then((id) =>
  make(`/external-systems/${id}/connections`, { name: 'Plain', settings: restConnection('/a') }),
)
const api = Promise.all([system, connection]).then(([id, connectionId]) =>
  make(`/external-systems/${id}/apis`, { name: 'Places', connectionId }),
)

const cases: Readonly<Record<RestorableEntity, Case>> = {
  application: {
    make: () => make('/applications', { name: 'Orders', key: 'orders', description: 'First' }),
    change: (id) => put(`/applications/${id}`, { name: 'Purchases', key: 'purchases', description: 'Second' }),
    columns: ['description', 'key', 'name'],
    what: /^Application(?: “Orders”|: \d) changed$/,
  },
  'app-process': {
    make: async () => make(`/applications/${await application}/appprocesses`, { name: 'Buy', key: 'buy' }),
    change: async (id) =>
      put(`/applications/${await application}/appprocesses/${id}`, { name: 'Sell', key: 'sell', documentation: 'Why' }),
    columns: ['documentation', 'name', 'process_key', 'version'],
    what: /^Process(?: “Buy”|: \d) changed$/,
  },
  'app-decision': {
    make: async () => make(`/applications/${await application}/appdecisions`, { name: 'Rate', key: 'rate' }),
    change: async (id) => put(`/applications/${await application}/appdecisions/${id}`, { name: 'Price', key: 'price' }),
    columns: ['decision_key', 'name', 'version'],
    what: /^Decision(?: “Rate”|: \d) changed$/,
  },
  form: {
    make: async () => {
      const forms = `/applications/${await application}/appforms`
      const id = await make(forms, { name: 'Visit', formKey: 'visit', labels: 'old' })
      await post(`${forms}/${id}/saveFormDesign`, designOf('First'))
      return id
    },
    change: async (id) => {
      const form = `/applications/${await application}/appforms/${id}`
      await post(`${form}/saveFormDesign`, designOf('Second'))
      await put(form, { name: 'Call', formKey: 'call', labels: 'new' })
    },
    columns: ['form_key', 'labels', 'name', 'version'],
    what: /^Form(?: “Visit”|: \d) changed$/,
  },
  'data-list': {
    make: async () => {
      const id = await make('/data-lists', { name: 'Cities', key: 'cities', description: 'First', columns })
      await post(`/data-lists/${id}/rows`, { version: 1, added: [{ after: null, cells: { code: 'LIS' } }] })
      return id
    },
    change: async (id) => {
      await post(`/data-lists/${id}/rows`, { version: 2, added: [{ after: null, cells: { code: 'OPO' } }] })
      await put(`/data-lists/${id}`, { name: 'Towns', description: 'Second', columns })
    },
    columns: ['description', 'name', 'version'],
    what: /^Custom data list(?: “Cities”|: \d) changed$/,
  },
  category: {
    make: () => make('/categories', { name: 'Sales', description: 'First', roles: ['RoleUser'] }),
    change: async (id) => {
      const parentId = await make('/categories', { name: 'Above' })
      await put(`/categories/${id}`, { name: 'Shop', description: 'Second', roles: [] })
      await put(`/categories/${id}/place`, { parentId, before: null })
    },
    columns: ['description', 'name', 'parent_id', 'roles'],
    what: /^Category(?: “Sales”|: \d) changed$/,
  },
  'global-property': {
    make: () => make('/global-properties', { key: 'limit', name: 'Limit', type: 'number', value: '5' }),
    change: (id) => put(`/global-properties/${id}`, { name: 'Bound', type: 'text', value: 'five' }),
    columns: ['name', 'type', 'value'],
    what: /^Global property(?: “Limit”|: \d) changed$/,
  },
  'email-template': {
    make: () => make('/templates/email-template', { name: 'Order', subject: 'Old', html: '<p>Old</p>' }),
    change: (id) => put(`/templates/email-template/${id}`, { name: 'Bill', subject: 'New', html: '<p>New</p>' }),
    columns: ['html', 'name', 'subject'],
    what: /^Email template(?: “Order”|: \d) changed$/,
  },
  'system-template': {
    make: async () => {
      await put('/admin/system-templates/overdue', { subject: 'Old', html: '<p>Old</p>' })
      return 'overdue/'
    },
    change: () => put('/admin/system-templates/overdue', { subject: 'New', html: '<p>New</p>' }),
    columns: ['html', 'subject'],
    what: /^System template(?:|: \d) changed$/,
  },
  'external-system': {
    make: () => make('/external-systems', { name: 'Shop', description: 'First' }),
    change: (id) => put(`/external-systems/${id}`, { name: 'Depot', description: 'Second' }),
    columns: ['description', 'name'],
    what: /^External system(?: “Shop”|: \d) changed$/,
  },
  'external-connection': {
    make: async () =>
      make(`/external-systems/${await system}/connections`, { name: 'Test', settings: restConnection('/a') }),
    change: (id) =>
      put(`/external-connections/${id}`, { name: 'Live', settings: { ...restConnection('/a'), retries: 2 } }),
    columns: ['name', 'settings'],
    what: /^Connection(?: “Test”|: \d) changed$/,
  },
  'external-api': {
    make: async () => make(`/external-systems/${await system}/apis`, { name: 'Towns', connectionId: await connection }),
    change: async (id) => {
      const connectionId = await make(`/external-systems/${await system}/connections`, {
        name: 'Other',
        settings: restConnection('/b'),
      })
      await put(`/external-apis/${id}`, { name: 'Villages', connectionId })
    },
    columns: ['connection_id', 'name'],
    what: /^API of an external system(?: “Towns”|: \d) changed$/,
  },
  'external-adapter': {
    make: async () =>
      make(`/external-apis/${await api}/adapters`, {
        name: 'Streets',
        key: 'streets',
        settings: adapterSettings('/a'),
      }),
    change: (id) => put(`/external-adapters/${id}`, { name: 'Roads', settings: adapterSettings('/b') }),
    columns: ['name', 'settings'],
    what: /^Adapter(?: “Streets”|: \d) changed$/,
  },
  filter: {
    make: async () =>
      (
        await rest.post('/filter/create', {
          resourceType: 'Task',
          name: 'Mine',
          owner: 'root',
          query: { assignee: 'a' },
        })
      ).body.id,
    change: (id) =>
      rest.put(`/filter/${id}`, { resourceType: 'Task', name: 'Yours', owner: 'root', query: { assignee: 'b' } }),
    columns: ['name', 'query'],
    what: /^Filter for tasks(?: “Mine”|: \d) changed$/,
  },
  group: {
    make: async () => {
      await createUser(db, { workplaceId, username: 'boss' })
      return make('/usersgroups/groups', {
        key: 'clerks-of',
        name: 'Filing clerks',
        description: 'First',
        manager: 'boss',
      })
    },
    change: async (id) => {
      const parentId = await make('/usersgroups/groups', { key: 'above', name: 'Above' })
      await put(`/usersgroups/groups/${id}`, {
        name: 'Typists',
        description: 'Second',
        manager: null,
        parentId,
        roles: [],
      })
    },
    columns: ['description', 'manager_id', 'name', 'parent_id'],
    what: /^Group(?: “Filing clerks”|: \d) changed$/,
  },
  hierarchy: {
    make: () => make('/usersgroups/hierarchies', { name: 'Line', description: 'First' }),
    change: (id) => put(`/usersgroups/hierarchies/${id}`, { name: 'Project', description: 'Second' }),
    columns: ['description', 'name'],
    what: /^Hierarchy(?: “Line”|: \d) changed$/,
  },
  'list-view': {
    make: () =>
      make('/list-views', {
        list: 'tasks.open',
        name: 'Late',
        search: { q: 'a' },
        columns: { order: ['due'] },
        sharing: { with: 'everybody' },
      }),
    change: (id) =>
      put(`/list-views/${id}`, { name: 'Early', search: { q: 'b' }, columns: {}, sharing: { with: 'nobody' } }),
    columns: ['columns', 'name', 'search', 'sharing'],
    what: /^List view(?: “Late”|: \d) changed$/,
  },
  'own-role': {
    make: async () => {
      const permissions = [{ kind: 'application', thing: await application, actions: ['see'] }]
      return make('/usersgroups/own-roles', { key: 'reader', name: 'Reader', permissions })
    },
    change: (id) => put(`/usersgroups/own-roles/${id}`, { name: 'Writer', needsSecondFactor: true, permissions: [] }),
    columns: ['name', 'needs_second_factor', 'permissions'],
    what: /^Own role(?: “Reader”|: \d) changed$/,
  },
  'role-description': {
    make: async () => {
      await put('/usersgroups/roles/RoleDesign', { description: 'First' })
      return 'RoleDesign'
    },
    change: () => put('/usersgroups/roles/RoleDesign', { description: 'Second' }),
    columns: ['description'],
    what: /^Description of a role(?:|: \d) changed$/,
  },
  setting: {
    make: () => changeSetting(600, 0),
    change: () => changeSetting(900, 1),
    columns: ['value'],
    what: /^Setting(?: “session.idleSeconds”|: \d) changed$/,
  },
  tenant: {
    make: async () => {
      await rest.post('/tenant/create', { id: 'north', name: 'North' })
      return 'north'
    },
    change: () => rest.put('/tenant/north', { id: 'north', name: 'South' }),
    columns: ['name'],
    what: /^Tenant(?: “North”|: \d) changed$/,
  },
  theme: {
    make: () => makeTheme({ name: 'Dusk', code: 'dusk', variables: '{}' }),
    change: (id) => post('/admin/themes-api/user-defined-theme/save', { id, name: 'Dawn', variables: '{}' }),
    columns: ['name'],
    what: /^Theme(?: “Dusk”|: \d) changed$/,
  },
  user: {
    make: () =>
      make('/users/manage/new-user', {
        username: 'rosa',
        firstName: 'Rosa',
        lastName: 'Keller',
        email: 'r@example.org',
      }),
    change: (id) =>
      post(`/users/${id}`, { firstName: 'Rosalie', lastName: '', email: 'k@example.org', manager: 'root' }),
    columns: ['email', 'first_name', 'last_name', 'manager_id'],
    what: /^User(?: “rosa”|: \d) changed$/,
  },
  'user-property': {
    make: () =>
      make('/usersgroups/user-properties', { name: 'Desk', key: 'desk', type: 'choice', choices: ['A', 'B'] }),
    change: (id) =>
      put(`/usersgroups/user-properties/${id}`, { name: 'Room', key: 'desk', type: 'text', isRequired: true }),
    columns: ['choices', 'is_required', 'name', 'type'],
    what: /^User property(?: “Desk”|: \d) changed$/,
  },
  'business-calendar': {
    make: async () => {
      await put('/processengine/calendars/office', { zone: 'UTC', hours: {}, holidays: ['2026-12-25'] })
      return 'office'
    },
    change: () => put('/processengine/calendars/office', { zone: 'Europe/Lisbon', hours: {}, holidays: [] }),
    columns: ['holidays', 'zone'],
    what: /^Business calendar(?: “office”|: \d) changed$/,
  },
}

async function changeSetting(value: number, revision: number) {
  await put('/admin/settings', { changes: [{ key: 'session.idleSeconds', value, revision }] })
  return 'session.idleSeconds'
}

const history = async (entity: string, id: string) => {
  const { status, body, error } = await root.call(auditCalls.history, { params: { entity }, query: { id } })
  if (status !== 200) throw new Error(`${entity} ${id}: ${JSON.stringify(error)}`)
  return body.items
}
const stateAt = async (entity: string, id: string, number: number) =>
  (await root.call(auditCalls.state, { params: { entity, number: String(number) }, query: { id } })).body.values ?? {}
const preview = (entity: string, id: string, number: number, client: TestClient = root) =>
  client.call(auditCalls.restorePreview, { params: { entity, number: String(number) }, query: { id } })
const restore = (entity: string, id: string, body: { number: number; seen: number }, client: TestClient = root) =>
  client.call(auditCalls.restore, {
    params: { entity, number: String(body.number) },
    body: { id, seen: body.seen },
  })
const newestOf = async (entity: string, id: string) => (await history(entity, id))[0]?.number ?? 0

describe('an entity', () => {
  it.each(restorableEntities)('of the kind %s is restored, and the audit has the restore', async (entity) => {
    const { make: create, change, columns: restored, what } = cases[entity]
    const id = await create()
    const number = await newestOf(entity, id)
    await change(id)
    const wanted = await stateAt(entity, id, number)
    const shown = await preview(entity, id, number)
    expect([shown.status, shown.error]).toEqual([200, shown.body])
    expect(Object.keys(shown.body.after).sort()).toEqual([...restored].sort())
    const { status, body, error } = await restore(entity, id, { number, seen: shown.body.seen })
    expect([status, error]).toEqual([200, { number: expect.any(Number) }])
    const now = await stateAt(entity, id, body.number)
    const free = restored.filter((column) => column !== 'version')
    const pick = (values: Record<string, unknown>) => Object.fromEntries(free.map((name) => [name, values[name]]))
    expect(pick(now)).toEqual(pick(wanted))
    const [first] = await history(entity, id)
    expect(first).toMatchObject({
      number: body.number,
      operation: 'update',
      restoredFrom: number,
      user: { username: 'root' },
    })
    const { body: list } = await root.call(auditCalls.list, { query: { number: String(body.number) } })
    expect(list.items[0]).toMatchObject({
      restoredFrom: number,
      what: expect.arrayContaining([expect.stringMatching(what)]),
    })
    // Twice: by the same knowledge it is refused, and by new knowledge nothing would change.
    expect((await restore(entity, id, { number, seen: shown.body.seen })).error.code).toBe('thing.changed')
    expect((await preview(entity, id, number)).error.code).toBe('audit.same')
    expect((await restore(entity, id, { number, seen: body.number })).error.code).toBe('audit.same')
    expect(await newestOf(entity, id)).toBe(body.number)
  })

  it('has its design or rows again, as a new version', async () => {
    const forms = `/applications/${await application}/appforms`
    const id = await make(forms, { name: 'Survey', formKey: 'survey' })
    await post(`${forms}/${id}/saveFormDesign`, designOf('First'))
    const number = await newestOf('form', id)
    await post(`${forms}/${id}/saveFormDesign`, designOf('Second'))
    const { body } = await preview('form', id, number)
    expect(body.effects).toEqual([{ effect: 'design', count: 1 }])
    await restore('form', id, { number, seen: body.seen })
    const { rows } = await admin.query(
      'select version, restored_from, designer_json from form_version where form_id = $1 order by version',
      [id],
    )
    expect(rows.map((row) => [row.version, row.restored_from])).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ])
    expect(JSON.stringify(rows[2].designer_json)).toBe(JSON.stringify(rows[0].designer_json))
    const cities = (await root.call(auditCalls.history, { params: { entity: 'data-list' } })).body.items[0]?.key ?? ''
    const { rows: cells } = await admin.query(
      'select cells from data_list_row where data_list_id = $1 and until is null',
      [cities],
    )
    expect(cells).toEqual([{ cells: ['LIS'] }])
  })

  it('that was disabled is enabled again, with what belongs to it', async () => {
    const id = await make('/usersgroups/groups', { key: 'porters', name: 'Porters', roles: ['RoleUser'] })
    await createUser(db, { workplaceId, username: 'tom', groups: ['porters'] })
    const number = await newestOf('group', id)
    await put(`/usersgroups/groups/${id}`, { name: 'Carriers', roles: ['RoleUser'] })
    await send('DELETE', `/usersgroups/groups/${id}?deletedReason=Old`)
    const { body } = await preview('group', id, number)
    expect(body).toMatchObject({
      before: { name: 'Carriers' },
      after: { name: 'Porters' },
      isEnabled: true,
      effects: [{ effect: 'members', count: 1 }],
    })
    expect((await restore('group', id, { number, seen: body.seen })).status).toBe(200)
    expect(await send('GET', `/usersgroups/groups/${id}`)).toMatchObject({ name: 'Porters', disabled: null })
  })

  it('that was deleted is not restored, except a calendar, which models name', async () => {
    const id = await make('/categories', { name: 'Gone' })
    const number = await newestOf('category', id)
    await send('DELETE', `/categories/${id}`)
    const refused = await preview('category', id, number)
    expect([refused.status, refused.error.code]).toEqual([409, 'audit.not-restorable'])
    expect(refused.error.message).toContain('was deleted')
    await put('/processengine/calendars/night', { zone: 'UTC', hours: {}, holidays: [] })
    const saved = await newestOf('business-calendar', 'night')
    await send('DELETE', '/processengine/calendars/night')
    const seen = await newestOf('business-calendar', 'night')
    expect((await restore('business-calendar', 'night', { number: saved, seen })).status).toBe(200)
    const calendars: Json[] = await send('GET', '/processengine/calendars')
    expect(calendars.map(({ name }) => name)).toContain('night')
  })
})

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
    const id = await make(`/external-systems/${await system}/connections`, { name: 'Moved', settings, secret: 'hush' })
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

  it('does not remove the secret of a connection whose earlier settings do not use it', async () => {
    const settings = { kind: 'rest', baseUrl: 'https://same.example.org' }
    const id = await make(`/external-systems/${await system}/connections`, { name: 'Signed', settings })
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
    expect((await preview('group-member', 'a/b', 1)).error.code).toBe('audit.not-restorable')
    const id = await makeTheme({ name: 'Late', code: 'late', variables: '{}' })
    expect((await preview('theme', id, 1)).error.code).toBe('audit.not-restorable')
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
    const id = await make('/data-lists', { name: 'Waited for', key: 'waited', description: '', columns })
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
