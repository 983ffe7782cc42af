import { createApiToken, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'
import { extendQuery } from './extend-query.ts'

const { rest, plain, stranger, clientFor, db, workplaceId } = await createRestTest()
await rest.deploy({
  'parts.bpmn': sequence('parts', {
    one: '<userTask id="one" name="One" camunda:assignee="ada" camunda:priority="10"/>',
  }),
})
for (const businessKey of ['first', 'second']) await rest.post('/process-definition/key/parts/start', { businessKey })

const create = async (query: object, more: object = {}) =>
  (await rest.post('/filter/create', { resourceType: 'Task', name: 'Some', query, ...more })).body

const missing = { type: 'InvalidRequestException', message: `Filter with id '${unknownId}' does not exist.` }

describe('a filter', () => {
  it('keeps what narrows, and nothing that it does not know', async () => {
    const made = await create(
      { processDefinitionKey: 'parts', unassigned: false, noSuchThing: 1, orQueries: [{ name: 'One', other: 2 }] },
      { owner: 'ada', properties: { color: '#111' } },
    )
    expect(made).toMatchObject({ resourceType: 'Task', name: 'Some', owner: 'ada', properties: { color: '#111' } })
    const lists = { taskVariables: [], processVariables: [], caseInstanceVariables: [] }
    expect(made.query).toEqual({
      processDefinitionKey: 'parts',
      ...lists,
      orQueries: [{ name: 'One', ...lists }],
    })
    expect((await rest.get(`/filter/${made.id}`, { itemCount: 'true' })).body).toMatchObject({ itemCount: 2 })
    const change = { name: 'Other', resourceType: 'Task', query: {} }
    expect((await rest.put(`/filter/${made.id}`, change)).status).toBe(204)
    expect((await rest.get(`/filter/${made.id}`)).body).toMatchObject({ name: 'Other', owner: null, properties: {} })
    expect((await rest.delete(`/filter/${made.id}`)).status).toBe(204)
    expect((await rest.get(`/filter/${made.id}`)).status).toBe(404)
    expect((await rest.get('/history/user-operation', { entityType: 'Filter' })).body).toMatchObject(
      ['Create', 'Update', 'Delete'].map((operationType) => ({ operationType, newValue: made.id, userId: 'ada' })),
    )
  })

  it('is refused without what it needs', async () => {
    const refused = async (body: object) => (await rest.post('/filter/create', body)).body.message
    expect(await refused({ resourceType: 'Task', query: {} })).toBe('Unable to create filter with invalid content')
    expect(await refused({ name: 'x', query: {} })).toBe("Unable to create filter with invalid resource type 'null'")
    expect(
      (await rest.post('/filter/create', { name: 'x', resourceType: 'Task', query: { minPriority: 'much' } })).status,
    ).toBe(400)
    expect(await rest.put(`/filter/${unknownId}`, { name: 'x' })).toMatchObject({ status: 404, body: missing })
    for (const way of ['list', 'count', 'singleResult'])
      expect(await rest.get(`/filter/${unknownId}/${way}`)).toMatchObject({ status: 404, body: missing })
  })

  it('is asked for its tasks, and narrowed by what comes with it', async () => {
    const { id } = await create({ processDefinitionKey: 'parts', sorting: [{ sortBy: 'created', sortOrder: 'asc' }] })
    const keys = async (body: object) =>
      (await rest.post(`/filter/${id}/list`, body)).body.map((task: Json) => task.taskDefinitionKey)
    expect(await keys({})).toEqual(['one', 'one'])
    expect(await keys({ processInstanceBusinessKey: 'first' })).toEqual(['one'])
    expect((await rest.get(`/filter/${id}/list`, { maxResults: '1' })).body).toHaveLength(1)
    expect((await rest.post(`/filter/${id}/count`, { processInstanceBusinessKey: 'none' })).body).toEqual({ count: 0 })
    expect((await rest.get(`/filter/${id}/singleResult`)).status).toBe(400)
    const one = await rest.post(`/filter/${id}/singleResult`, { processInstanceBusinessKey: 'second' })
    expect(one).toMatchObject({ status: 200, body: { taskDefinitionKey: 'one' } })
    expect((await rest.post(`/filter/${id}/singleResult`, { processInstanceBusinessKey: 'none' })).status).toBe(204)
  })

  it('is listed by name and owner', async () => {
    await create({}, { name: 'list B', owner: 'ben' })
    await create({}, { name: 'list A', owner: 'cem' })
    const names = async (query: Record<string, string>) =>
      (await rest.get('/filter', query)).body.map(({ name }: Json) => name)
    expect(await names({ nameLike: 'list%', sortBy: 'name', sortOrder: 'asc' })).toEqual(['list A', 'list B'])
    expect(await names({ nameLike: 'list%', sortBy: 'resourceType', sortOrder: 'asc' })).toHaveLength(2)
    expect(await names({ owner: 'ben' })).toEqual(['list B'])
    expect(await names({ resourceType: 'Moon' })).toEqual([])
    expect((await rest.get('/filter/count', { nameLike: 'list%' })).body).toEqual({ count: 2 })
  })

  it('is seen by users who own it or were granted it', async () => {
    const made = await create({}, { name: 'granted', owner: 'ada' })
    expect((await plain.get('/filter')).status).toBe(403)
    expect((await stranger.get(`/filter/${made.id}`)).status).toBe(404)
    const worker = await createUser(db, { workplaceId, username: 'worker', roles: ['RoleUser'] })
    const grant = (resourceType: number, resourceId: string, permissions: string[]) =>
      rest.post('/authorization/create', { type: 1, userId: 'worker', resourceType, resourceId, permissions })
    await grant(6, 'parts', ['READ_TASK'])
    const asWorker = clientFor(await createApiToken(db, worker))
    expect((await asWorker.get('/filter')).body).toEqual([])
    expect((await asWorker.get(`/filter/${made.id}`)).status).toBe(403)
    await grant(5, made.id, ['READ'])
    expect((await asWorker.get('/filter')).body).toMatchObject([{ id: made.id }])
    expect((await asWorker.get(`/filter/${made.id}/count`)).body).toEqual({ count: 2 })
    expect((await asWorker.put(`/filter/${made.id}`, { name: 'theirs', query: {} })).status).toBe(403)
    await grant(5, '*', ['CREATE'])
    const own = { resourceType: 'Task', name: 'own', query: {} }
    expect((await asWorker.post('/filter/create', { ...own, owner: 'ada' })).status).toBe(403)
    const { body } = await asWorker.post('/filter/create', { ...own, owner: 'worker' })
    expect((await asWorker.put(`/filter/${body.id}`, { ...own, owner: 'worker', name: 'mine' })).status).toBe(204)
    expect((await asWorker.put(`/filter/${body.id}`, { ...own, owner: 'ada' })).status).toBe(403)
    expect((await asWorker.delete(`/filter/${body.id}`)).status).toBe(204)
  })
})

describe('a stored query that is extended', () => {
  it('gives way where both name the same thing, by value or expression', () => {
    expect(extendQuery({ assigneeExpression: 'x', name: 'a' }, { assignee: 'ben' })).toEqual({
      assignee: 'ben',
      name: 'a',
    })
    const variable = (value: number) => ({ name: 'n', operator: 'eq', value })
    expect(extendQuery({ processVariables: [variable(1)] }, { processVariables: [variable(2)] })).toEqual({
      processVariables: [variable(2)],
    })
    expect(extendQuery({ sorting: [1], orQueries: [1] }, { sorting: [2], orQueries: [2] })).toEqual({
      sorting: [1, 2],
      orQueries: [1, 2],
    })
  })
})
