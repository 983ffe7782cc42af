import { process } from '@millrace/bpmn/builder'
import { applicationCalls, categoryCalls, categoryDesignCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, admin, signIn, anonymous } = await createTestApp()
const { create, get, save, move, remove, placeProcess } = categoryDesignCalls
const missing = '00000000-0000-4000-8000-000000000000'

let place = ''
let designer: TestClient
let user: TestClient
const scenarioHere = () => createScenario(runtime, place)
const simple = (key: string, category?: string) =>
  process(key, {
    inside:
      category === undefined
        ? ''
        : `<extensionElements><camunda:properties><camunda:property name="category" value="${category}"/></camunda:properties></extensionElements>`,
  })
    .start()
    .userTask('do')
    .end()
    .toXml()

beforeAll(async () => {
  place = await createWorkplace(db)
  designer = await signIn({ workplaceId: place, roles: ['RoleDesign'] })
  user = await signIn({ workplaceId: place })
})

const make = async (name: string, more: object = {}) => {
  const { status, body } = await designer.call(create, { body: { name, ...more } })
  expect(status).toBe(200)
  return body.id
}
const tree = async () => {
  const { categories } = (await designer.call(get)).body
  const depthOf = (id: string | null): number =>
    id === null ? 0 : 1 + depthOf(categories.find((one) => one.id === id)?.parentId ?? null)
  return categories.map(({ name, parentId }) => `${'  '.repeat(depthOf(parentId))}${name}`)
}
const menuOf = async (client: TestClient) =>
  (await client.call(categoryCalls.menu)).body.children.map(({ name, count }) => [name, count])

describe('a category', () => {
  it('climbs from nobody to a designer, is created with all that it has, and is listed', async () => {
    expect((await anonymous().call(create, { body: { name: 'X' } })).status).toBe(401)
    expect((await user.call(create, { body: { name: 'X' } })).error.code).toBe('right.missing')
    expect((await user.call(get)).status).toBe(403)
    expect((await designer.call(create, { body: { name: 'a<b' } })).error.code).toBe('request.invalid')
    expect((await designer.call(create, { body: { name: 'x'.repeat(51) } })).error.code).toBe('request.invalid')
    expect((await designer.call(create, { body: { name: 'X', icon: 'javascript' } })).status).toBe(400)
    expect((await designer.call(create, { body: { name: 'X', parentId: missing } })).error.code).toBe('thing.not-found')
    const { body } = await designer.call(create, {
      body: { name: 'Finance', description: 'Money.', icon: 'coin:tabler', roles: ['RoleUser'], groups: ['clerks'] },
    })
    expect(body).toMatchObject({
      name: 'Finance',
      description: 'Money.',
      icon: 'coin:tabler',
      roles: ['RoleUser'],
      groups: ['clerks'],
      parentId: null,
      revision: 1,
      designs: 0,
    })
    expect((await designer.call(get)).body.categories).toEqual([body])
    expect((await designer.call(remove, { params: { id: body.id } })).status).toBe(204)
  })

  it('has a name of its own, regardless of the case, and none that an address has', async () => {
    const id = await make('Sales')
    const taken = await designer.call(create, { body: { name: 'SALES' } })
    expect(taken.error).toMatchObject({
      code: 'thing.name-taken',
      message: 'A category has this name already',
      details: [{ where: 'name', message: 'A category has this name already' }],
    })
    expect((await designer.call(create, { body: { name: 'home' } })).error.code).toBe('thing.name-taken')
    expect((await designer.call(create, { body: { name: 'PreHome' } })).error.code).toBe('thing.name-taken')
    const other = await make('Returns')
    expect((await designer.call(save, { params: { id: other }, body: { name: 'Sales' } })).error.code).toBe(
      'thing.name-taken',
    )
    expect((await designer.call(save, { params: { id: other }, body: { name: 'RETURNS' } })).body.name).toBe('RETURNS')
    for (const one of [id, other]) expect((await designer.call(remove, { params: { id: one } })).status).toBe(204)
  })

  it('is created once when two make it at once', async () => {
    const both = await Promise.all([1, 2].map(() => designer.call(create, { body: { name: 'Twice' } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [{ id = '' } = {}] = (await designer.call(get)).body.categories
    await designer.call(remove, { params: { id } })
  })

  it('is changed by a user who has read its last revision', async () => {
    const id = await make('Legal')
    const first = await designer.call(save, { params: { id }, body: { name: 'Law', revision: 1 } })
    expect(first.body).toMatchObject({ name: 'Law', revision: 2 })
    const second = await designer.call(save, { params: { id }, body: { name: 'Rights', revision: 1 } })
    expect(second.error.code).toBe('thing.changed')
    expect((await designer.call(save, { params: { id: missing }, body: { name: 'No' } })).status).toBe(404)
    await designer.call(remove, { params: { id } })
  })

  it('is in its own workplace only', async () => {
    const id = await make('Ours')
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
    expect((await stranger.call(get)).body.categories).toEqual([])
    expect((await stranger.call(save, { params: { id }, body: { name: 'Theirs' } })).status).toBe(404)
    expect((await stranger.call(move, { params: { id }, body: { parentId: null, before: null } })).status).toBe(404)
    expect((await stranger.call(remove, { params: { id } })).status).toBe(404)
    expect((await stranger.call(create, { body: { name: 'Below', parentId: id } })).status).toBe(404)
    await designer.call(remove, { params: { id } })
  })
})

describe('the tree', () => {
  const moveTo = (id: string, parentId: string | null, before: string | null = null) =>
    designer.call(move, { params: { id }, body: { parentId, before } })

  it('has the order that it is given, does not become a circle, and is six deep at most', async () => {
    const [a, b, c] = [await make('A'), await make('B'), await make('C')]
    expect(await tree()).toEqual(['A', 'B', 'C'])
    expect((await moveTo(c, null, a)).status).toBe(204)
    expect(await tree()).toEqual(['C', 'A', 'B'])
    expect((await moveTo(b, a)).status).toBe(204)
    expect(await tree()).toEqual(['C', 'A', '  B'])
    expect((await moveTo(a, b)).error.code).toBe('category.place-invalid')
    expect((await moveTo(a, a)).error.code).toBe('category.place-invalid')
    expect((await moveTo(a, missing)).error.code).toBe('thing.not-found')
    // Where the one that it was to stand before has gone meanwhile, it stands at the end.
    expect((await moveTo(c, a, missing)).status).toBe(204)
    expect(await tree()).toEqual(['A', '  B', '  C'])
    expect((await moveTo(c, a, c)).status).toBe(204)
    let deepest = b
    const below: string[] = []
    for (const name of ['D3', 'D4', 'D5', 'D6']) {
      deepest = await make(name, { parentId: deepest })
      below.push(deepest)
    }
    const tooDeep = await designer.call(create, { body: { name: 'D7', parentId: deepest } })
    expect(tooDeep.error).toMatchObject({
      code: 'category.place-invalid',
      message: expect.stringContaining('Expected at most 6 levels of categories, but there would be 7.'),
    })
    // What it brings with it counts.
    expect((await moveTo(b, c)).error.code).toBe('category.place-invalid')
    for (const id of [...below.reverse(), b, c, a])
      expect((await designer.call(remove, { params: { id } })).status).toBe(204)
  })

  it('does not become a circle when two move into each other at once', async () => {
    const [a, b] = [await make('A'), await make('B')]
    const both = await Promise.all([moveTo(a, b), moveTo(b, a)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422])
    const { categories } = (await designer.call(get)).body
    expect(categories).toHaveLength(2)
    for (const { id } of categories.toReversed()) await designer.call(remove, { params: { id } })
  })
})

describe('a category that something stands in', () => {
  it('is not deleted, and says what does', async () => {
    const id = await make('Used')
    const below = await make('Below', { parentId: id })
    const there = await scenarioHere()
    await there.deploy(simple('placed'))
    expect((await designer.call(placeProcess, { params: { key: 'placed' }, body: { categoryId: id } })).status).toBe(
      204,
    )
    const { body: application } = await designer.call(applicationCalls.create, {
      body: { name: 'App', key: 'app', description: '', category: 'Used' },
    })
    const refused = await designer.call(remove, { params: { id } })
    expect(refused.error).toMatchObject({
      code: 'category.in-use',
      message: 'The category is in use: 1 deployed process, 1 application, 1 category below it. Move them first.',
    })
    expect((await designer.call(get)).body.categories.find((one) => one.id === id)?.designs).toBe(1)
    await designer.call(applicationCalls.save, {
      params: { appId: application.id },
      body: { name: 'App', key: 'app', description: '', category: null },
    })
    await designer.call(remove, { params: { id: below } })
    expect((await designer.call(remove, { params: { id } })).error.message).toBe(
      'The category is in use: 1 deployed process. Move them first.',
    )
    await designer.call(placeProcess, { params: { key: 'placed' }, body: { categoryId: null } })
    expect((await designer.call(remove, { params: { id } })).status).toBe(204)
    expect((await designer.call(placeProcess, { params: { key: 'placed' }, body: { categoryId: id } })).status).toBe(
      404,
    )
    expect((await designer.call(placeProcess, { params: { key: 'none' }, body: { categoryId: null } })).status).toBe(
      404,
    )
  })
})

describe('who a category is for', () => {
  it('finds it and what is in it; others find neither, wherever they look', async () => {
    place = await createWorkplace(db)
    designer = await signIn({ workplaceId: place, roles: ['RoleDesign', 'RoleUser'] })
    user = await signIn({ workplaceId: place })
    const clerk = await signIn({ workplaceId: place, groups: ['clerks'] })
    const there = await scenarioHere()
    const [secret, open] = [await make('Secret', { groups: ['clerks'] }), await make('Open')]
    const within = await make('Within', { parentId: secret })
    for (const key of ['hidden', 'shown', 'free']) await there.deploy(simple(key))
    await designer.call(placeProcess, { params: { key: 'hidden' }, body: { categoryId: within } })
    await designer.call(placeProcess, { params: { key: 'shown' }, body: { categoryId: open } })
    const keysOf = async (client: TestClient, name: string) => {
      const { status, body } = await client.call(categoryCalls.processes, { params: { name } })
      return status === 200 ? body.map(({ key }) => key) : status
    }
    expect(await menuOf(clerk)).toEqual([
      ['Secret', 1],
      ['Open', 1],
    ])
    expect(await keysOf(clerk, 'Home')).toEqual(['hidden', 'shown', 'free'])
    expect(await keysOf(clerk, 'Within')).toEqual(['hidden'])
    expect(await menuOf(user)).toEqual([['Open', 1]])
    expect(await keysOf(user, 'Home')).toEqual(['shown', 'free'])
    expect(await keysOf(user, 'Secret')).toBe(404)
    expect(await keysOf(user, 'Within')).toBe(404)
    expect((await user.call(categoryCalls.menu)).body.count).toBe(2)
    const namesFor = async (client: TestClient) => (await client.call(categoryCalls.list)).body.map(({ name }) => name)
    expect(await namesFor(user)).toEqual(['Open'])
    expect(await namesFor(clerk)).toEqual(['Secret', 'Within', 'Open'])
    // Who designs chooses among all.
    expect(await namesFor(designer)).toEqual(['Secret', 'Within', 'Open'])
    expect(await keysOf(designer, 'Secret')).toBe(404)
    await designer.call(save, { params: { id: secret }, body: { name: 'Secret', roles: ['RoleUser'] } })
    expect(await keysOf(user, 'Within')).toEqual(['hidden'])
  })
})

describe('a model that names a category', () => {
  const placesOf = async () => {
    const { categories, processes } = (await designer.call(get)).body
    return processes.map(({ key, categoryId }) => [key, categories.find(({ id }) => id === categoryId)?.name ?? null])
  }

  it('stands in it, and makes it when there is none; what somebody has decided stays', async () => {
    place = await createWorkplace(db)
    designer = await signIn({ workplaceId: place, roles: ['RoleDesign'] })
    const there = await scenarioHere()
    await there.deploy(simple('named', 'Procurement'))
    await there.deploy(simple('again', 'PROCUREMENT'))
    await there.deploy(simple('home', 'Home'))
    await there.deploy(simple('wrong', 'a/b'))
    expect(await tree()).toEqual(['Procurement'])
    expect(await placesOf()).toEqual([
      ['again', 'Procurement'],
      ['home', null],
      ['named', 'Procurement'],
      ['wrong', null],
    ])
    await there.deploy(simple('named', 'Logistics'))
    await there.deploy(simple('again'))
    expect(await placesOf()).toContainEqual(['named', 'Logistics'])
    expect(await placesOf()).toContainEqual(['again', null])
    const procurement = (await designer.call(get)).body.categories.find(({ name }) => name === 'Procurement')?.id ?? ''
    await designer.call(placeProcess, { params: { key: 'named' }, body: { categoryId: procurement } })
    await designer.call(placeProcess, { params: { key: 'again' }, body: { categoryId: null } })
    await there.deploy(simple('named', 'Logistics'))
    await there.deploy(simple('again', 'Logistics'))
    expect(await placesOf()).toContainEqual(['named', 'Procurement'])
    expect(await placesOf()).toContainEqual(['again', null])
  })

  it('makes none where there are as many as there may be', async () => {
    place = await createWorkplace(db)
    designer = await signIn({ workplaceId: place, roles: ['RoleDesign'] })
    await admin.query(
      `insert into category (workplace_id, id, name, position) select $1, gen_random_uuid(), 'C' || n, n from generate_series(1, 500) n`,
      [place],
    )
    await (await scenarioHere()).deploy(simple('late', 'Late'))
    expect(await placesOf()).toEqual([['late', null]])
    expect((await designer.call(create, { body: { name: 'Late' } })).error.code).toBe('category.too-many')
  })
})
