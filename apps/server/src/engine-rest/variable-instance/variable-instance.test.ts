import { expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
await rest.deploy({
  'kept.bpmn': sequence('kept', {
    t: '<userTask id="t"><extensionElements><camunda:inputOutput><camunda:inputParameter name="inner">x</camunda:inputParameter></camunda:inputOutput></extensionElements></userTask>',
  }),
})
const bytes = Buffer.from('hello').toString('base64')
const { body: instance } = await rest.post('/process-definition/key/kept/start', {
  variables: {
    amount: { value: 12, type: 'Integer' },
    data: { value: bytes, type: 'Bytes' },
    list: { value: '[1,2]', type: 'Json' },
    paper: { value: bytes, type: 'File', valueInfo: { filename: 'a.txt', mimeType: 'text/plain', encoding: 'UTF-8' } },
  },
})
const listed = async (query: Record<string, string>): Promise<Json[]> =>
  (await rest.get('/variable-instance', { sortBy: 'variableName', sortOrder: 'asc', ...query })).body

it('variables of all scopes are listed with their types and places', async () => {
  const all = await listed({ processInstanceIdIn: instance.id })
  expect(all.map(({ name, type }) => [name, type])).toEqual([
    ['amount', 'Integer'],
    ['data', 'Bytes'],
    ['inner', 'String'],
    ['list', 'Json'],
    ['paper', 'File'],
  ])
  expect(all.filter(({ type }) => ['Bytes', 'File'].includes(type as string)).map(({ value }) => value)).toEqual([
    null,
    null,
  ])
  const [tree] = (await rest.get(`/process-instance/${instance.id}/activity-instances`)).body.childActivityInstances
  expect(all.find(({ name }) => name === 'inner')).toMatchObject({
    value: 'x',
    activityInstanceId: tree.id,
    processInstanceId: instance.id,
  })
  expect(all.find(({ name }) => name === 'paper')).toMatchObject({
    value: null,
    valueInfo: { filename: 'a.txt', mimeType: 'text/plain', encoding: 'UTF-8' },
  })
  expect((await listed({ activityInstanceIdIn: tree.id })).map(({ name }) => name)).toEqual(['inner'])
})

it('variables are found by name and value', async () => {
  const names = async (query: Record<string, string>) =>
    (await listed({ processInstanceIdIn: instance.id, ...query })).map(({ name }) => name)
  expect(await names({ variableName: 'amount' })).toEqual(['amount'])
  expect(await names({ variableNameLike: 'a%' })).toEqual(['amount'])
  expect(await names({ variableScopeIdIn: unknownId })).toEqual([])
  expect(await names({ variableValues: 'inner_eq_x' })).toEqual(['inner'])
  expect(
    (await rest.post('/variable-instance', { variableValues: [{ name: 'amount', operator: 'gt', value: 11 }] })).body,
  ).toHaveLength(1)
  expect((await rest.get('/variable-instance', { variableValues: 'inner_is_x' })).status).toBe(400)
})

it('a variable is read alone, its bytes unchanged', async () => {
  const [, data] = await listed({ processInstanceIdIn: instance.id })
  expect((await rest.get(`/variable-instance/${data?.id}`)).body).toMatchObject({ name: 'data', value: bytes })
  const answer = await rest.get(`/variable-instance/${data?.id}/data`)
  expect([answer.status, answer.body]).toEqual([200, 'hello'])
  expect((await rest.get(`/variable-instance/${unknownId}/data`)).status).toBe(404)
  expect((await stranger.get(`/variable-instance/${data?.id}`)).status).toBe(404)
  expect((await stranger.get(`/variable-instance/${data?.id}/data`)).status).toBe(404)
  expect((await stranger.get('/variable-instance')).body).toEqual([])
})
