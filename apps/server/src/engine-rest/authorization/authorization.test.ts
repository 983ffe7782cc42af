import { createApiToken, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger, plain, clientFor, db, workplaceId } = await createRestTest()
const create = (body: object) => rest.post('/authorization/create', body)
const grant = { type: 1, permissions: ['READ'], userId: 'ines', resourceType: 6, resourceId: 'invoice' }

describe('an authorization', () => {
  it('is created, found, changed and deleted', async () => {
    const { status, body } = await create({ ...grant, permissions: ['CREATE_INSTANCE', 'READ', 'READ'] })
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        type: 1,
        permissions: ['READ', 'CREATE_INSTANCE'],
        userId: 'ines',
        groupId: null,
        resourceType: 6,
        resourceId: 'invoice',
        removalTime: null,
        rootProcessInstanceId: null,
      },
    ])
    const way = `/authorization/${body.id}`
    expect((await rest.get(way)).body).toEqual(body)
    expect((await rest.get('/authorization', { userIdIn: 'ines,ada' })).body).toEqual([body])
    expect((await rest.get('/authorization/count', { resourceType: '6', resourceId: 'invoice' })).body).toEqual({
      count: 1,
    })
    expect((await rest.get('/authorization', { type: '2' })).body).toEqual([])
    const change = { permissions: ['ALL', 'READ'], groupId: 'clerks', resourceType: 7, resourceId: '*' }
    expect((await rest.put(way, change)).status).toBe(204)
    expect((await rest.get(way)).body).toMatchObject({ type: 1, ...change, permissions: ['ALL'], userId: null })
    expect((await stranger.get(way)).status).toBe(404)
    expect((await stranger.delete(way)).status).toBe(404)
    expect((await rest.delete(way)).status).toBe(204)
    for (const answer of [await rest.get(way), await rest.delete(way), await rest.put(way, grant)])
      expect([answer.status, answer.body]).toEqual([
        404,
        { type: 'InvalidRequestException', message: `Authorization with id ${body.id} does not exist.`, code: null },
      ])
  })

  it('is there once for whom and what', async () => {
    const made = await create({ ...grant, userId: 'once' })
    expect((await create({ ...grant, userId: 'once', permissions: [] })).body.type).toBe(
      'ProcessEnginePersistenceException',
    )
    const other = await create({ ...grant, userId: 'once', resourceId: 'order' })
    expect((await rest.put(`/authorization/${other.body.id}`, { ...grant, userId: 'once' })).status).toBe(400)
    expect((await create({ ...grant, userId: 'once', type: 2 })).status).toBe(200)
    expect(
      (await rest.get('/authorization', { userIdIn: 'once', sortBy: 'resourceId', sortOrder: 'desc' })).body,
    ).toMatchObject([{ resourceId: 'order' }, { resourceId: 'invoice' }, { resourceId: 'invoice' }])
    expect(made.status).toBe(200)
  })

  it.each([
    [{ type: 9 }, 'ProcessEngineException', /Unrecognized authorization type '9'/],
    [{ type: null }, 'ProcessEngineException', /Unrecognized authorization type/],
    [{ type: 2 ** 53 }, 'InvalidRequestException', /type/],
    [{ userId: null }, 'NullValueException', /either have a 'userId' or a 'groupId'/],
    [{ groupId: 'clerks' }, 'NullValueException', /either have a 'userId' or a 'groupId'/],
    [{ type: 0 }, 'ProcessEngineException', /Illegal value 'ines' for userId for GLOBAL/],
    [{ type: 0, userId: null, groupId: 'clerks' }, 'ProcessEngineException', /GLOBAL/],
    [
      { permissions: ['FLY'] },
      'BadUserRequestException',
      "The permission 'FLY' is not valid for 'PROCESS_DEFINITION' resource type.",
    ],
    [{ permissions: ['ACCESS'] }, 'BadUserRequestException', /ACCESS/],
    [
      { resourceType: 99 },
      'BadUserRequestException',
      "ENGINE-03087 The resource type with id:'99' is not valid for 'READ' permission.",
    ],
    [{ resourceType: 99, permissions: [] }, 'BadUserRequestException', /99/],
    [{ resourceType: -1 }, 'BadUserRequestException', /-1/],
    [{ resourceType: null }, 'InvalidRequestException', /resourceType/],
    [{ permissions: null }, 'InvalidRequestException', /permissions/],
    [{ permissions: 'READ' }, 'InvalidRequestException', /permissions/],
    [{ resourceId: {} }, 'InvalidRequestException', /resourceId/],
    [{ resourceId: 'a\u0000' }, 'InvalidRequestException', /./],
  ])('is refused with %j', async (change, type, message) => {
    const { status, body } = await create({ ...grant, ...change })
    expect([status, body]).toMatchObject([400, { type, message: expect.stringMatching(message) }])
  })

  it('takes none, all and everybody', async () => {
    const everybody = { type: 0, permissions: ['NONE'], resourceType: 5, resourceId: 'a' }
    expect((await create(everybody)).body).toMatchObject({ userId: '*', permissions: [] })
    expect((await create({ ...everybody, userId: '*', resourceId: 'b', permissions: ['ALL'] })).body).toMatchObject({
      userId: '*',
      permissions: ['ALL'],
    })
    const { body } = await create({ ...grant, userId: 'nothing-yet', resourceId: undefined })
    expect(body).toMatchObject({ resourceId: null })
  })

  it('goes with the user or group that it was for', async () => {
    await rest.post('/user/create', { profile: { id: 'passing' }, credentials: { password: 'long enough 12' } })
    await rest.post('/group/create', { id: 'passing', name: 'Passing' })
    await create({ ...grant, userId: 'passing' })
    await create({ ...grant, userId: null, groupId: 'passing' })
    await rest.delete('/user/passing')
    await rest.delete('/group/passing')
    expect((await rest.get('/authorization/count', { userIdIn: 'passing' })).body).toEqual({ count: 0 })
    expect((await rest.get('/authorization/count', { groupIdIn: 'passing' })).body).toEqual({ count: 0 })
  })

  it('is kept by administrators, and visible to user administrators', async () => {
    const keeper = await createUser(db, { workplaceId, roles: ['RoleUserAdmin'] })
    const client = clientFor(await createApiToken(db, keeper))
    expect((await client.get('/authorization')).status).toBe(200)
    expect((await client.post('/authorization/create', grant)).status).toBe(403)
    expect((await client.post('/authorization/create', { type: 9 })).status).toBe(403)
    expect((await client.put(`/authorization/${unknownId}`, {})).status).toBe(403)
    const links = async (who: typeof rest) =>
      (await who.send('OPTIONS', '/authorization')).body.links.map(({ rel }: Json) => rel)
    expect([await links(rest), await links(client)]).toEqual([
      ['list', 'count', 'create'],
      ['list', 'count'],
    ])
    for (const way of ['/authorization', '/authorization/count', `/authorization/${unknownId}`])
      expect([way, (await plain.get(way)).status]).toEqual([way, 403])
  })
})

describe('a check', () => {
  const check = async (permissionName: string, resourceType: number, more: Record<string, string> = {}, who = rest) =>
    (
      await who.get('/authorization/check', {
        permissionName,
        resourceName: 'x',
        resourceType: String(resourceType),
        ...more,
      })
    ).body
  const mayDo = async (...given: Parameters<typeof check>) => (await check(...given)).authorized

  it('answers what was asked', async () => {
    expect(await check('READ', 6, { resourceId: 'invoice' })).toEqual({
      permissionName: 'READ',
      resourceName: 'x',
      resourceId: 'invoice',
      authorized: true,
    })
    expect(await check('CREATE', 1)).toMatchObject({ resourceId: null, authorized: true })
  })

  it('counts roles and authorizations, of the user, groups and everybody', async () => {
    expect(await mayDo('UPDATE_INSTANCE', 6, {}, plain)).toBe(false)
    await create({ ...grant, permissions: ['UPDATE_INSTANCE'], userId: 'plain', resourceId: 'checked' })
    expect(await mayDo('UPDATE_INSTANCE', 6, {}, plain)).toBe(false)
    expect(await mayDo('UPDATE_INSTANCE', 6, { resourceId: 'checked' }, plain)).toBe(true)
    expect(await mayDo('UPDATE_INSTANCE', 6, { resourceId: 'checked', userId: 'plain' })).toBe(true)
    await create({
      ...grant,
      permissions: ['ALL'],
      userId: null,
      groupId: 'clerks',
      resourceType: 0,
      resourceId: 'tasklist',
    })
    expect(await mayDo('ACCESS', 0, { resourceId: 'tasklist' }, plain)).toBe(true)
    await create({ type: 2, permissions: ['ACCESS'], userId: 'plain', resourceType: 0, resourceId: 'tasklist' })
    expect(await mayDo('ACCESS', 0, { resourceId: 'tasklist' }, plain)).toBe(false)
    expect(await mayDo('ALL', 0, { resourceId: 'tasklist' }, plain)).toBe(false)
    await create({ type: 0, permissions: ['READ'], resourceType: 10, resourceId: '*' })
    expect(await mayDo('READ', 10, { resourceId: 'any' }, plain)).toBe(true)
    expect(await mayDo('READ', 10, { userId: 'nobody-there' })).toBe(false)
  })

  it('of people and rights counts roles alone', async () => {
    await create({ ...grant, permissions: ['ALL'], userId: 'plain', resourceType: 1, resourceId: '*' })
    expect(await mayDo('CREATE', 1, {}, plain)).toBe(false)
    expect(await mayDo('READ', 1, { resourceId: 'plain' }, plain)).toBe(true)
    const keeper = clientFor(await createApiToken(db, await createUser(db, { workplaceId, roles: ['RoleUserAdmin'] })))
    expect(await mayDo('CREATE', 1, {}, keeper)).toBe(true)
    expect(await mayDo('CREATE', 3, { resourceId: 'camunda-admin' }, keeper)).toBe(false)
    expect([await mayDo('READ', 4, {}, keeper), await mayDo('CREATE', 4, {}, keeper)]).toEqual([true, false])
    const operator = clientFor(
      await createApiToken(db, await createUser(db, { workplaceId, roles: ['RoleProcessAdmin'] })),
    )
    expect([await mayDo('CREATE', 9, {}, operator), await mayDo('READ', 9, {}, operator)]).toEqual([true, false])
  })

  it.each([
    [{ resourceName: 'x', resourceType: '6' }, 400],
    [{ permissionName: 'READ', resourceType: '6' }, 400],
    [{ permissionName: 'READ', resourceName: 'x' }, 400],
    [{ permissionName: 'READ', resourceName: 'x', resourceType: 'six' }, 400],
    [{ permissionName: 'FLY', resourceName: 'x', resourceType: '6' }, 400],
    [{ permissionName: 'READ', resourceName: 'x', resourceType: '99' }, 400],
  ])('is refused with %j', async (query, status) => {
    expect((await rest.get('/authorization/check', query)).status).toBe(status)
  })

  it('of another user is for a user who may see authorizations', async () => {
    const query = { permissionName: 'READ', resourceName: 'x', resourceType: '6', userId: 'ada' }
    expect((await plain.get('/authorization/check', query)).status).toBe(403)
    expect((await plain.get('/authorization/check', { ...query, userId: 'plain' })).status).toBe(200)
  })
})
