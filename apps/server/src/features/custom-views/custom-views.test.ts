import { randomUUID } from 'node:crypto'
import { type BodyOf, customViewCalls, listViewCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db, admin, workplaceId } = await createTestApp()

async function createView(kind: 'process' | 'task', aliasName: string, workplace = workplaceId): Promise<string> {
  const id = randomUUID()
  await admin.query(
    `insert into list_view (workplace_id, id, list, name, alias_name, search, columns, sharing, created_at, updated_at)
     values ($1, $2, $3, $4, $4, '{}', '{}', 'everybody', now(), now())`,
    [workplace, id, kind === 'process' ? 'processes.all' : 'tasks.open', aliasName],
  )
  return id
}

const none = { processTypeList: [], taskTypeList: [] }

it('gives the views of processes and of tasks by name, to process administrators', async () => {
  const late = await createView('task', 'Late tasks')
  const late2 = await createView('process', 'late orders')
  const big = await createView('process', 'Big orders')
  expect((await (await signIn({ roles: ['RoleProcessAdmin'] })).call(customViewCalls.list)).body).toEqual({
    processTypeList: [
      { id: big, aliasName: 'Big orders' },
      { id: late2, aliasName: 'late orders' },
    ],
    taskTypeList: [{ id: late, aliasName: 'Late tasks' }],
  })
  expect((await (await signIn({ roles: ['RoleUser'] })).call(customViewCalls.list)).body).toEqual(none)
})

it('shows no view of another workplace, and nothing to nobody', async () => {
  await createView('task', 'Secret tasks')
  const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
  expect((await elsewhere.call(customViewCalls.list)).body).toEqual(none)
  expect((await anonymous().call(customViewCalls.list)).status).toBe(401)
})

const view = (more: object = {}) =>
  ({
    list: 'tasks.open',
    name: 'Stuck',
    aliasName: 'Stuck ones',
    search: { stuck: 'true', sort: 'due', vars: 'amount' },
    columns: { order: ['due'] },
    sharing: { with: 'nobody' },
    ...more,
  }) as BodyOf<typeof listViewCalls.create>

describe('a custom view', () => {
  it('is saved from what a list shows, renamed, taken out of the menu, and deleted', async () => {
    const ann = await signIn({ roles: ['RoleProcessAdmin'] })
    const menu = async () => (await ann.call(customViewCalls.list)).body.taskTypeList.map(({ aliasName }) => aliasName)
    const { body: made } = await ann.call(listViewCalls.create, { body: view() })
    expect(await menu()).toContain('Stuck ones')
    const params = { id: made.id }
    expect((await ann.call(listViewCalls.get, { params })).body).toMatchObject({ aliasName: 'Stuck ones', revision: 1 })
    await ann.call(listViewCalls.save, { params, body: { aliasName: 'Stuck tasks', revision: 1 } })
    expect(await menu()).toContain('Stuck tasks')
    const late = await ann.call(listViewCalls.save, { params, body: { aliasName: 'Mine', revision: 1 } })
    expect(late.error.code).toBe('thing.changed')
    await ann.call(listViewCalls.save, { params, body: { search: { q: 'x' } } })
    expect(await menu()).toContain('Stuck tasks')
    await ann.call(listViewCalls.save, { params, body: { aliasName: null } })
    expect(await menu()).not.toContain('Stuck tasks')
    await ann.call(listViewCalls.save, { params, body: { aliasName: 'Again' } })
    expect((await ann.call(listViewCalls.remove, { params })).status).toBe(204)
    expect(await menu()).not.toContain('Again')
    expect((await ann.call(listViewCalls.get, { params })).error.code).toBe('thing.not-found')
  })

  it('is in the menus of those it is shared with, and no others', async () => {
    const ann = await signIn({ roles: ['RoleProcessAdmin'], groups: ['view-clerks'] })
    const ben = await signIn({ roles: ['RoleProcessAdmin'], groups: ['view-clerks'] })
    const carl = await signIn({ roles: ['RoleAdmin'] })
    const user = await signIn({ roles: ['RoleUser'], groups: ['view-clerks'] })
    const names = async (client: typeof ann) =>
      (await client.call(customViewCalls.list)).body.processTypeList.map(({ aliasName }) => aliasName)
    const shared = { list: 'processes.all', search: {}, sharing: { with: 'some', groups: ['view-clerks'] } }
    const made = await ann.call(listViewCalls.create, { body: view({ ...shared, name: 'Ours', aliasName: 'Ours' }) })
    await ann.call(listViewCalls.create, {
      body: view({ list: 'processes.all', search: {}, name: 'Mine', aliasName: 'Mine' }),
    })
    expect(await names(ann)).toEqual(expect.arrayContaining(['Mine', 'Ours']))
    expect(await names(ben)).toContain('Ours')
    expect(await names(ben)).not.toContain('Mine')
    for (const other of [carl, user]) expect(await names(other)).not.toContain('Ours')
    const params = { id: made.body.id }
    expect((await carl.call(listViewCalls.get, { params })).error.code).toBe('thing.not-found')
    expect((await ben.call(listViewCalls.save, { params, body: { aliasName: 'Of us all' } })).status).toBe(200)
    expect(await names(ann)).toContain('Of us all')
  })

  it('has a name in the menu that no other has, and a list that is in the menu', async () => {
    const ann = await signIn({ roles: ['RoleAdmin'] })
    const create = (more: object) => ann.call(listViewCalls.create, { body: view(more) })
    expect((await create({ name: 'One', aliasName: 'Only' })).status).toBe(200)
    const twin = await create({ name: 'Two', aliasName: 'ONLY' })
    expect([twin.error.code, twin.error.details?.[0]?.where]).toEqual(['thing.name-taken', 'aliasName'])
    expect((await create({ list: 'jobs.list', search: {}, aliasName: 'Jobs' })).error.code).toBe(
      'list-view.not-in-menu',
    )
    expect((await create({ aliasName: ' ' })).error.code).toBe('request.invalid')
    const user = await signIn({ roles: ['RoleUser'] })
    expect((await user.call(listViewCalls.create, { body: view() })).error.code).toBe('right.missing')
    const own = await user.call(listViewCalls.create, { body: view({ aliasName: null }) })
    const params = { id: own.body.id }
    expect((await user.call(listViewCalls.save, { params, body: { aliasName: 'A' } })).error.code).toBe('right.missing')
  })

  it('has room in the menu for 100 of one list', async () => {
    const place = await createWorkplace(db)
    const ann = await signIn({ roles: ['RoleAdmin'], workplaceId: place })
    await admin.query(
      `insert into list_view (workplace_id, id, list, name, alias_name, search, columns, sharing, created_at, updated_at)
       select $1, gen_random_uuid(), 'tasks.open', 'v' || n, 'v' || n, '{}', '{}', 'nobody', now(), now() from generate_series(1, 100) n`,
      [place],
    )
    expect((await ann.call(listViewCalls.create, { body: view() })).error.code).toBe('list-view.too-many')
    expect((await ann.call(listViewCalls.create, { body: view({ list: 'processes.all', search: {} }) })).status).toBe(
      200,
    )
  })
})
