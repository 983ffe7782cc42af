import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger, plain } = await createRestTest()

const decision = (key: string, text: string, requires: readonly string[] = []) =>
  `<decision id="${key}" name="${key}">${requires.map((id) => `<informationRequirement><requiredDecision href="#${id}"/></informationRequirement>`).join('')}<literalExpression><text>${text}</text></literalExpression></decision>`
const graph = (id: string, decisions: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="${id}" name="${id}" namespace="${id}">${decisions}</definitions>`

const meal = graph(
  'meal',
  decision('season', '"winter"') +
    decision('dish', 'season', ['season']) +
    decision('drink', '[dish, season]', ['dish', 'season']) +
    decision('alone', '1'),
)
await rest.deploy({
  'meal.dmn': meal,
  'other.dmn': graph('other', decision('other', '1')),
  'eat.bpmn': sequence('eat', {
    ask: '<businessRuleTask id="ask" camunda:decisionRef="dish" camunda:resultVariable="r"/>',
    t: '<userTask id="t"/>',
  }),
})
const { body: requirements } = await rest.get('/decision-requirements-definition/key/meal')

const statistics = async (id: string, query: Record<string, string> = {}) =>
  rest.get(`/history/decision-requirements-definition/${id}/statistics`, query)
const counts = async (id: string, query?: Record<string, string>) =>
  Object.fromEntries(
    (await statistics(id, query)).body.map((one: Json) => [one.decisionDefinitionKey, one.evaluations]),
  )
const evaluate = async (key: string) =>
  expect((await rest.post(`/decision-definition/key/${key}/evaluate`, { variables: {} })).status).toBe(200)

describe('the statistics of a requirements graph', () => {
  it('have no decision before one is evaluated', async () => {
    expect(await statistics(requirements.id)).toMatchObject({ status: 200, body: [] })
  })

  it('count each decision, also as the requirement of another one', async () => {
    await evaluate('drink')
    await evaluate('dish')
    await evaluate('season')
    await evaluate('other')
    expect(await counts(requirements.id)).toEqual({ season: 3, dish: 2, drink: 1 })
  })

  it('count the evaluations of business rule tasks too', async () => {
    const before = await counts(requirements.id)
    expect((await rest.post('/process-definition/key/eat/start', {})).status).toBe(200)
    expect(await counts(requirements.id)).toEqual({ ...before, season: before.season + 1, dish: before.dish + 1 })
  })

  it('are narrowed to one evaluation', async () => {
    const { body } = await rest.get('/history/decision-instance', { decisionDefinitionKey: 'drink' })
    expect(await counts(requirements.id, { decisionInstanceId: body[0].id })).toEqual({ season: 1, dish: 1, drink: 1 })
    expect(await counts(requirements.id, { decisionInstanceId: unknownId })).toEqual({})
    expect(await counts(requirements.id, { decisionInstanceId: 'no id' })).toEqual({})
  })

  it('are those of one version', async () => {
    await rest.deploy({ 'meal.dmn': meal.replace('"winter"', '"summer"') })
    const { body: newer } = await rest.get('/decision-requirements-definition/key/meal')
    expect(newer.version).toBe(2)
    const before = await counts(requirements.id)
    expect(await counts(newer.id)).toEqual({})
    await evaluate('season')
    expect(await counts(newer.id)).toEqual({ season: 1 })
    expect(await counts(requirements.id)).toEqual(before)
  })

  it('are refused for unknown graphs, in other workplaces and without the right', async () => {
    const answer = await statistics(unknownId)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('decision requirements') } })
    const path = `/history/decision-requirements-definition/${requirements.id}/statistics`
    expect((await stranger.get(path)).status).toBe(400)
    expect((await plain.get(path)).status).toBe(403)
  })
})
