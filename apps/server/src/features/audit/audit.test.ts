import { randomUUID } from 'node:crypto'
import { auditCalls, bindingCalls, emailTemplateCalls, formCalls, globalPropertyCalls } from '@millrace/contract'
import { auditEntityNames } from '@millrace/contract/lists/audit'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, workplaceId, signIn, anonymous } = await createTestApp()
const root = await signIn({
  username: 'root',
  roles: ['RoleAdmin', 'RoleDesign', 'RoleProcessAdmin'],
  firstName: 'Ines',
  lastName: 'Duarte',
})

const list = async (query: object = {}, client: TestClient = root) => {
  const { status, body, error } = await client.call(auditCalls.list, { query })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body.items
}
const sentences = async (query: object = {}) => (await list(query)).map(({ what }) => what.join('; '))
const newest = async () => {
  const [first] = await list()
  if (first === undefined) throw new Error('Expected a revision, but there is none.')
  return first
}
const ok = async <Body>(answer: Promise<{ status: number; body: Body; error: object }>): Promise<Body> => {
  const { status, body, error } = await answer
  if (status >= 300) throw new Error(JSON.stringify(error))
  return body
}
const mail = (more: object = {}) => ({ name: 'Order', subject: 'Ordered', html: '<p>Hello</p>', ...more })

describe('the list of revisions', () => {
  it('says in plain words what was created, changed, disabled and removed', async () => {
    const { id } = await ok(root.call(emailTemplateCalls.create, { body: mail() }))
    await ok(root.call(emailTemplateCalls.save, { params: { id }, body: { ...mail({ subject: 'New' }), revision: 1 } }))
    await ok(root.call(emailTemplateCalls.disable, { params: { id }, query: { deletedReason: 'Not used' } }))
    const property = { key: 'limit', name: 'Order limit', type: 'number', value: '5' } as const
    const made = await ok(root.call(globalPropertyCalls.create, { body: property }))
    await ok(root.call(globalPropertyCalls.remove, { params: { id: made.id } }))
    const bound = { kind: 'expression', language: 'uel', text: '${1}' } as const
    await ok(root.call(bindingCalls.save, { params: { name: 'greeter' }, body: bound }))
    expect((await sentences()).slice(0, 6)).toEqual([
      'Java binding “greeter” created',
      'Global property “Order limit” removed',
      'Global property “Order limit” created',
      'Email template “Order” changed',
      'Email template “Order” changed',
      'Email template “Order” created',
    ])
    expect(await newest()).toMatchObject({
      user: { username: 'root', displayName: 'Ines Duarte' },
      surface: 'page',
      cause: 'PUT /api/processengine/bindings/{name}',
      entries: 1,
      changes: [{ entity: 'java-binding', operation: 'insert', name: 'greeter', count: 1 }],
    })
  })

  it('is narrowed by kind, operation, user, time, name, number and text', async () => {
    expect(await sentences({ entity: 'global-property', operation: 'delete' })).toEqual([
      'Global property “Order limit” removed',
    ])
    expect(await sentences({ operation: 'delete' })).toEqual(['Global property “Order limit” removed'])
    expect(await sentences({ entity: 'email-template,java-binding', operation: 'insert' })).toEqual([
      'Java binding “greeter” created',
      'Email template “Order” created',
    ])
    expect(await sentences({ name: 'ORDER LIMIT' })).toHaveLength(2)
    expect(await sentences({ q: 'order lim' })).toHaveLength(2)
    expect(await sentences({ q: '%' })).toEqual([])
    expect(await sentences({ user: 'root' })).toHaveLength(6)
    expect(await sentences({ user: 'root', entity: 'global-property' })).toHaveLength(2)
    expect(await sentences({ user: 'nobody' })).toEqual([])
    const { number, at } = await newest()
    expect((await list({ number: String(number) })).map((row) => row.number)).toEqual([number])
    expect(await list({ number: '0.5' })).toEqual([])
    expect(await list({ at })).toHaveLength(1)
    expect(await list({ 'at.before': '2020-01-01T00:00:00Z' })).toEqual([])
    const { body: count } = await root.call(auditCalls.listCount, { query: { entity: 'email-template' } })
    expect(count).toEqual({ total: 3, isCapped: false, isPartial: false })
  })

  it.each([{}, { entity: 'email-template,global-property,java-binding' }, { user: 'root,nobody' }])(
    'goes page by page in either direction: %j',
    async (query) => {
      for (const sort of ['-at', 'at'] as const) {
        const all = (await list({ ...query, sort })).map(({ id }) => id)
        const first = await ok(root.call(auditCalls.list, { query: { ...query, sort, size: 4 } }))
        const second = await ok(
          root.call(auditCalls.list, { query: { ...query, sort, size: 4, after: first.next ?? '' } }),
        )
        const back = await ok(
          root.call(auditCalls.list, { query: { ...query, sort, size: 4, before: second.previous ?? '' } }),
        )
        expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
          all.slice(0, first.items.length + second.items.length),
        )
        expect(back.items).toEqual(first.items)
      }
    },
  )

  it('counts many changes of one kind in one line, and keeps the names of what no longer exists', async () => {
    const names = ['a', 'b', 'c'].map((name) => createUser(db, { workplaceId, username: `gone-${name}`, roles: [] }))
    await Promise.all(names)
    await admin.query(`delete from app_user where workplace_id = $1 and username like 'gone-%'`, [workplaceId])
    expect(await newest()).toMatchObject({
      user: null,
      surface: 'database',
      cause: null,
      what: ['User: 3 removed'],
      entries: 3,
    })
    const { id } = await createUser(db, { workplaceId, username: 'short', roles: ['RoleUser'] })
    await admin.query('delete from app_user where workplace_id = $1 and id = $2', [workplaceId, id])
    expect((await newest()).what).toEqual(['User “short” removed', 'Role of a user “short, RoleUser” removed'])
  })

  it('offers the users who made revisions, and is exported with the same words', async () => {
    expect((await ok(root.call(auditCalls.people))).map(({ displayName }) => displayName)).toEqual(['Ines Duarte'])
    const file = await root.call(auditCalls.listExport, { query: { format: 'csv', entity: 'java-binding' } })
    expect(String(file.body)).toContain('Java binding “greeter” created')
    expect(String(file.body)).toContain('Web application or /api')
  })
})

describe('a revision', () => {
  it('has every change with its values, and its neighbours', async () => {
    const [changed] = await list({ entity: 'email-template', operation: 'update' })
    const number = String(changed?.number)
    const { body } = await root.call(auditCalls.revision, { params: { number } })
    expect(body).toMatchObject({
      number: changed?.number,
      previous: (changed?.number ?? 0) - 1,
      next: (changed?.number ?? 0) + 1,
      more: null,
      entries: [
        {
          entity: 'email-template',
          name: 'Order',
          operation: 'update',
          before: { disabled_reason: null },
          after: { disabled_reason: 'Not used', disabled_by: 'root' },
        },
      ],
    })
    expect((await root.call(auditCalls.revision, { params: { number: '1' } })).body.previous).toBeNull()
    expect(
      (await root.call(auditCalls.revision, { params: { number: String((await newest()).number) } })).body.next,
    ).toBeNull()
  })

  it('never shows a secret', async () => {
    const property = { key: 'pin', name: 'Pin', type: 'text', value: 'very secret', isSecret: true } as const
    await ok(root.call(globalPropertyCalls.create, { body: property }))
    const { number } = await newest()
    const { body } = await root.call(auditCalls.revision, { params: { number: String(number) } })
    expect(body.entries[0]?.after).toMatchObject({ sealed: { hidden: true } })
    expect(JSON.stringify(body)).not.toContain('very secret')
    const { rows } = await admin.query(
      `select count(*)::int as n from audit_entry where after::text like '%very secret%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('compares a saved version of a form with the one before', async () => {
    const appId = randomUUID()
    await admin.query(
      `insert into application (workplace_id, id, name, key, created_at, updated_at) values ($1, $2, 'Orders', 'orders', now(), now())`,
      [workplaceId, appId],
    )
    const designOf = (label: string) =>
      JSON.stringify({ schema: 2, id: 'form', root: [{ id: 'n', type: 'text', key: 'field', props: { label } }] })
    const form = await ok(
      root.call(formCalls.create, { params: { appId }, body: { name: 'Request', formKey: 'request' } }),
    )
    const params = { appId, formId: form.id }
    const token = (await ok(root.call(formCalls.lock, { params, body: {} }))).token ?? ''
    for (const label of ['One', 'Two'])
      await ok(root.call(formCalls.saveDesign, { params, body: { designerJson: designOf(label), token } }))
    const [saved] = await list({ entity: 'form-version' })
    expect(saved?.what).toContain('Version of a form “Request, 2” created')
    const { body } = await root.call(auditCalls.revision, { params: { number: String(saved?.number) } })
    const entry = body.entries.find(({ entity }) => entity === 'form-version')
    const place = { number: String(saved?.number), id: entry?.id ?? '' }
    expect((await root.call(auditCalls.formComparison, { params: place })).body).toMatchObject({ from: 1, to: 2 })
    const other = await root.call(auditCalls.designBefore, { params: { ...place, id: randomUUID() } })
    expect([other.status, other.error.code]).toEqual([404, 'thing.not-found'])
  })

  it('of many changes is given in portions', async () => {
    await admin.query(
      `insert into user_group (workplace_id, id, key, name) select $1, gen_random_uuid(), 'many ' || n, 'Many ' || n from generate_series(1, 150) n`,
      [workplaceId],
    )
    expect((await newest()).what).toEqual(['Group: 150 created'])
    const params = { number: String((await newest()).number) }
    const { body: first } = await root.call(auditCalls.revision, { params })
    expect(first.entries).toHaveLength(100)
    const { body: rest } = await root.call(auditCalls.revision, { params, query: { after: first.more ?? '' } })
    expect([rest.entries.length, rest.more]).toEqual([50, null])
  })
})

describe('the history of an entity', () => {
  it('has its changes, and its values at each of them', async () => {
    const { body: made } = await root.call(emailTemplateCalls.create, { body: mail({ name: 'Bill' }) })
    const { number: first } = await newest()
    const body = { ...mail({ name: 'Bill', subject: 'Billed' }), revision: 1 }
    await ok(root.call(emailTemplateCalls.save, { params: { id: made.id }, body }))
    const { number: second } = await newest()
    const entity = 'email-template'
    const { body: history } = await root.call(auditCalls.history, { params: { entity }, query: { id: made.id } })
    expect(history.items.map(({ number, operation, name }) => [number, operation, name])).toEqual([
      [second, 'update', 'Bill'],
      [first, 'insert', 'Bill'],
    ])
    const at = (number: number) =>
      root.call(auditCalls.state, { params: { entity, number: String(number) }, query: { id: made.id } })
    expect((await at(second)).body).toMatchObject({ values: { name: 'Bill', subject: 'Billed' }, isPartial: false })
    expect((await at(first)).body).toMatchObject({ values: { name: 'Bill', subject: 'Ordered' }, isPartial: false })
    expect((await at(first - 1)).body).toMatchObject({ values: null, isPartial: false })
    await admin.query('delete from email_template where workplace_id = $1 and id = $2', [workplaceId, made.id])
    expect((await at((await newest()).number)).body).toMatchObject({ values: null, isPartial: false })
  })

  it('of a whole kind continues from a mark', async () => {
    const params = { entity: 'group' }
    const { body: first } = await root.call(auditCalls.history, { params })
    expect(first.items).toHaveLength(50)
    const { body: more } = await root.call(auditCalls.history, { params, query: { before: first.older ?? '' } })
    const ids = [...first.items, ...more.items].map(({ id }) => id)
    expect(new Set(ids).size).toBe(100)
    expect((await root.call(auditCalls.history, { params: { entity: 'tenant' } })).body).toEqual({
      items: [],
      older: null,
    })
  })
})

describe('the audit', () => {
  const calls = [
    ['the list', (client: TestClient) => client.call(auditCalls.list)],
    ['a revision', (client: TestClient) => client.call(auditCalls.revision, { params: { number: '1' } })],
    ['a history', (client: TestClient) => client.call(auditCalls.history, { params: { entity: 'user' } })],
  ] as const

  it.each(calls)('is for administrators alone: %s', async (_, call) => {
    expect((await call(anonymous())).status).toBe(401)
    const designer = await signIn({ roles: ['RoleDesign', 'RoleUserAdmin', 'RoleProcessAdmin'] })
    expect((await call(designer)).error.code).toBe('right.missing')
    expect((await call(root)).status).toBe(200)
  })

  it('does not know what another workplace has, nor what nobody has', async () => {
    const place = await createWorkplace(db)
    const stranger = await signIn({ workplaceId: place, roles: ['RoleAdmin'] })
    const { number } = await newest()
    const { items } = (await root.call(auditCalls.history, { params: { entity: 'email-template' } })).body
    const id = items[0]?.key ?? ''
    const answers = await Promise.all([
      stranger.call(auditCalls.revision, { params: { number: String(number) } }),
      stranger.call(auditCalls.history, { params: { entity: 'email-template' }, query: { id } }),
      stranger.call(auditCalls.state, { params: { entity: 'email-template', number: String(number) }, query: { id } }),
      root.call(auditCalls.revision, { params: { number: '999999999999999' } }),
      root.call(auditCalls.history, { params: { entity: 'audit_entry' } }),
    ])
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'thing.not-found'))
    expect((await stranger.call(auditCalls.revision, { params: { number: '1; drop' } })).error.code).toBe(
      'request.invalid',
    )
    expect((await list({}, stranger)).every(({ what }) => !what.join().includes('Order'))).toBe(true)
  })

  it('has a name for each entity that a migration names, and for no other', async () => {
    const { rows } = await admin.query<{ args: Buffer }>(
      `select distinct tgargs as args from pg_trigger where tgname = 'audit'`,
    )
    const named = rows.map(({ args }) => args.toString('utf8').split('\0')[0])
    expect([...auditEntityNames].sort()).toEqual([...new Set(named)].sort())
  })
})
