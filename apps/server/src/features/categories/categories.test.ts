import { process } from '@millrace/bpmn/builder'
import { categoryCalls, deploymentCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, signInAs, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const simple = (key: string, attributes: Record<string, string | boolean> = {}) =>
  process(key, attributes).start().userTask('do').end().toXml()

const purchasing = await createCategory('Purchasing')
const hardware = await createCategory('Hardware', purchasing)
await createCategory('Empty')
await createCategory('Below empty', await createCategory('Also empty'))

const laptop = await scenario.deploy(
  process('laptop', {
    name: 'Order a laptop',
    inside:
      '<documentation>For new colleagues.</documentation><extensionElements><camunda:properties><camunda:property name="icon" value="laptop:tabler"/></camunda:properties></extensionElements>',
  })
    .start()
    .userTask('do')
    .end()
    .toXml(),
)
await scenario.deploy(simple('invoice', { name: 'Pay an invoice' }))
await scenario.deploy(simple('vacation', { name: 'Take a vacation' }))
await assign('laptop', hardware)
await assign('invoice', purchasing)

describe('GET /categories', () => {
  it('climbs from nobody to a user', async () => {
    expect((await anonymous().call(categoryCalls.list)).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleIntegration'] })).call(categoryCalls.list)).error.code).toBe(
      'right.missing',
    )
    expect((await (await signIn({ roles: ['RoleDesign'] })).call(categoryCalls.list)).status).toBe(200)
    expect((await (await signIn()).call(categoryCalls.list)).body).toEqual([
      { name: 'Also empty', parent: null },
      { name: 'Below empty', parent: 'Also empty' },
      { name: 'Empty', parent: null },
      { name: 'Purchasing', parent: null },
      { name: 'Hardware', parent: 'Purchasing' },
    ])
  })

  it('has those of the user’s workplace only', async () => {
    expect((await (await signIn({ workplaceId: await createWorkplace(db) })).call(categoryCalls.list)).body).toEqual([])
  })
})

describe('GET /categories-menu', () => {
  it('counts what the user may start, in and below each category, and leaves out what has none', async () => {
    expect((await anonymous().call(categoryCalls.menu)).status).toBe(401)
    const { body } = await (await signIn()).call(categoryCalls.menu)
    expect(body).toEqual({
      name: 'Home',
      icon: null,
      count: 3,
      children: [
        {
          name: 'Purchasing',
          icon: null,
          count: 2,
          children: [{ name: 'Hardware', icon: null, count: 1, children: [] }],
        },
      ],
    })
  })

  it('of a workplace without processes is Home alone', async () => {
    const { body } = await (await signIn({ workplaceId: await createWorkplace(db) })).call(categoryCalls.menu)
    expect(body).toEqual({ name: 'Home', icon: null, count: 0, children: [] })
  })
})

describe('GET /category/{name}/processes', () => {
  const keysOf = async (client: Awaited<ReturnType<typeof signIn>>, name: string) =>
    (await client.call(categoryCalls.processes, { params: { name } })).body.map(({ key }) => key)

  it('climbs from nobody to a user', async () => {
    expect((await anonymous().call(categoryCalls.processes, { params: { name: 'Home' } })).status).toBe(401)
    expect(
      (await (await signIn({ roles: [] })).call(categoryCalls.processes, { params: { name: 'Home' } })).status,
    ).toBe(403)
    expect((await (await signIn()).call(categoryCalls.processes, { params: { name: 'Nowhere' } })).error.code).toBe(
      'thing.not-found',
    )
    expect(
      (
        await (
          await signIn({ workplaceId: await createWorkplace(db) })
        ).call(categoryCalls.processes, { params: { name: 'Purchasing' } })
      ).status,
    ).toBe(404)
  })

  it('lists a category with those below it, and in Home all, by category and name', async () => {
    const client = await signIn()
    expect(await keysOf(client, 'Hardware')).toEqual(['laptop'])
    expect(await keysOf(client, 'purchasing')).toEqual(['invoice', 'laptop'])
    expect(await keysOf(client, 'Empty')).toEqual([])
    const { body } = await client.call(categoryCalls.processes, { params: { name: 'Home' } })
    expect(body[1]).toEqual({
      definitionId: laptop.id,
      key: 'laptop',
      name: 'Order a laptop',
      description: 'For new colleagues.',
      version: 1,
      category: 'Hardware',
      icon: 'laptop:tabler',
      typicalSeconds: null,
      isFavourite: false,
      lastStartedAt: null,
      startCount: 0,
    })
    expect(body.map(({ key, category }) => [key, category])).toEqual([
      ['invoice', 'Purchasing'],
      ['laptop', 'Hardware'],
      ['vacation', null],
    ])
  })

  it('shows only the newest version, and only while it can be started by this user', async () => {
    const place = await createWorkplace(db)
    const there = await createScenario(runtime, place)
    const client = await signIn({ workplaceId: place, groups: ['clerks'] })
    await there.deploy(simple('versions'))
    const second = await there.deploy(simple('versions'))
    await there.deploy(simple('hidden', { 'camunda:isStartableInTasklist': false }))
    await there.deploy(
      process('timed')
        .start('s', {
          inside: '<timerEventDefinition><timeDate>2031-01-01T00:00:00Z</timeDate></timerEventDefinition>',
        })
        .userTask()
        .end()
        .toXml(),
    )
    await there.deploy(simple('for-clerks', { 'camunda:candidateStarterGroups': 'clerks' }))
    await there.deploy(
      simple('for-others', { 'camunda:candidateStarterGroups': 'others', 'camunda:candidateStarterUsers': 'someone' }),
    )
    const stopped = await there.deploy(simple('stopped'))
    await admin.query('update process_definition set is_suspended = true where id = $1', [stopped.id])
    const { body } = await client.call(categoryCalls.processes, { params: { name: 'Home' } })
    expect(body.map(({ key, definitionId }) => [key, definitionId])).toEqual([
      ['for-clerks', expect.any(String)],
      ['versions', second.id],
    ])
    expect((await client.call(categoryCalls.menu)).body.count).toBe(2)
  })

  it('says how long a process usually takes, once enough have completed, and when and how often the user started it', async () => {
    const place = await createWorkplace(db)
    const there = await createScenario(runtime, place)
    const client = await signIn({ workplaceId: place })
    const definition = await there.deploy(simple('measured'))
    const facts = async () => {
      const { body } = await (await signInAs(client.user)).call(categoryCalls.processes, { params: { name: 'Home' } })
      return [body[0]?.typicalSeconds, body[0]?.lastStartedAt, body[0]?.startCount]
    }
    for (const minutes of [1, 2, 9, 3, 100]) {
      const id = await there.start(definition, { userId: client.user.username })
      clock.advance({ minutes })
      const { rows } = await admin.query('select id from task where instance_id = $1', [id])
      await executeCommand(
        runtime,
        { workplaceId: place, userId: 'x', cause: 'test' },
        {
          target: { by: 'task', id: rows[0].id },
          command: { type: 'completeTask', taskId: rows[0].id, variables: [] },
        },
      )
      if (minutes === 3) expect((await facts())[0]).toBeNull()
    }
    const startedAt = new Date(clock().getTime() - 100 * 60_000).toISOString()
    expect(await facts()).toEqual([180, startedAt, 5])
  })
})

describe('the icon of a process', () => {
  const setIcon = (client: TestClient, key: string, icon: string | null) =>
    client.call(processCalls.setIcon, { params: { key }, body: { icon } })
  const iconOf = async (client: TestClient, wanted: string) =>
    (await client.call(categoryCalls.processes, { params: { name: 'Home' } })).body.find(({ key }) => key === wanted)
      ?.icon

  it('is set by who runs processes, counts for every version, and is that of the model again', async () => {
    const operator = await signIn({ roles: ['RoleProcessAdmin', 'RoleUser'] })
    expect((await setIcon(anonymous(), 'laptop', 'truck:tabler')).status).toBe(401)
    expect((await setIcon(await signIn(), 'laptop', 'truck:tabler')).error.code).toBe('right.missing')
    expect((await setIcon(operator, 'laptop', 'javascript')).error.code).toBe('request.invalid')
    expect((await setIcon(operator, 'unknown', 'truck:tabler')).error.code).toBe('thing.not-found')
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleProcessAdmin'] })
    expect((await setIcon(stranger, 'laptop', 'truck:tabler')).status).toBe(404)
    expect((await setIcon(operator, 'laptop', 'truck:tabler')).status).toBe(204)
    expect(await iconOf(await signIn(), 'laptop')).toBe('truck:tabler')
    const { rows } = await admin.query('select deployment_id from process_definition where id = $1', [laptop.id])
    const shown = async () => {
      const params = { id: rows[0].deployment_id }
      const { processes } = (await operator.call(deploymentCalls.get, { params })).body
      return processes.map(({ icon, isIconChosen }) => [icon, isIconChosen])
    }
    expect(await shown()).toEqual([['truck:tabler', true]])
    expect((await setIcon(operator, 'laptop', null)).status).toBe(204)
    expect(await iconOf(operator, 'laptop')).toBe('laptop:tabler')
    expect(await shown()).toEqual([['laptop:tabler', false]])
  })
})

describe('the favourites', () => {
  it('are marked and taken away for the user alone', async () => {
    const client = await signIn()
    const favourites = async (one: typeof client) =>
      (await one.call(categoryCalls.processes, { params: { name: 'Home' } })).body
        .filter(({ isFavourite }) => isFavourite)
        .map(({ key }) => key)
    expect((await anonymous().call(categoryCalls.addFavourite, { params: { key: 'invoice' } })).status).toBe(401)
    expect(
      (await (await signIn({ roles: [] })).call(categoryCalls.addFavourite, { params: { key: 'invoice' } })).status,
    ).toBe(403)
    expect((await client.call(categoryCalls.addFavourite, { params: { key: 'unknown' } })).error.code).toBe(
      'thing.not-found',
    )
    for (let turn = 0; turn < 2; turn++)
      expect((await client.call(categoryCalls.addFavourite, { params: { key: 'invoice' } })).status).toBe(204)
    expect(await favourites(client)).toEqual(['invoice'])
    expect(await favourites(await signIn())).toEqual([])
    expect((await anonymous().call(categoryCalls.removeFavourite, { params: { key: 'invoice' } })).status).toBe(401)
    for (let turn = 0; turn < 2; turn++)
      expect((await client.call(categoryCalls.removeFavourite, { params: { key: 'invoice' } })).status).toBe(204)
    expect(await favourites(client)).toEqual([])
  })

  it('of a process in another workplace are not there', async () => {
    const client = await signIn({ workplaceId: await createWorkplace(db) })
    expect((await client.call(categoryCalls.addFavourite, { params: { key: 'invoice' } })).status).toBe(404)
  })
})

async function createCategory(name: string, parentId: string | null = null): Promise<string> {
  const { rows } = await admin.query(
    'insert into category (workplace_id, id, name, parent_id) values ($1, gen_random_uuid(), $2, $3) returning id',
    [workplaceId, name, parentId],
  )
  return rows[0].id
}

async function assign(key: string, categoryId: string): Promise<void> {
  await admin.query('insert into process_category (workplace_id, process_key, category_id) values ($1, $2, $3)', [
    workplaceId,
    key,
    categoryId,
  ])
}
