import { describe, expect, it } from 'vitest'
import { type Description, listOperations, type Operation } from './description.ts'
import { createJudge, type Received } from './judge.ts'

const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }
const description: Description = {
  paths: {
    '/things': {
      get: {
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
              },
            },
          },
          '4XX': refusal,
          '503': refusal,
        },
      },
      delete: { responses: { '204': {}, '401': {} } },
    },
  },
  components: {
    schemas: { Refusal: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } },
  },
}
const judge = createJudge(description)
const [list, remove] = listOperations(description) as [Operation, Operation]
const received = (status: number, body: string, type = 'application/json; charset=utf-8'): Received => ({
  status,
  type,
  body: Buffer.from(body),
})

describe('an answer', () => {
  it.each([
    [list, received(200, '[{"n":1},{}]')],
    [list, received(404, '{"message":"none"}')],
    [list, received(503, '{"message":"away"}')],
    [remove, received(204, '', '')],
    [remove, received(401, '', '')],
  ])('is as described: %#', (operation, answer) => {
    expect(judge(operation, answer)).toBeNull()
  })

  it('takes no words of people and no time for a stack', () => {
    const said = '{"message":"Has stopped at a fault","at":"2026-11-26T14:44:57"}'
    expect(judge(list, received(400, said))).toBeNull()
  })

  it.each([
    ['a fault of the server', list, received(500, '{"message":"x"}'), 'answered 500'],
    ['another fault of the server', list, received(502, '', ''), 'answered 502'],
    ['a status that is not described', remove, received(200, ''), 'which is not described'],
    ['a body where none is described', remove, received(204, '{}'), 'with a body that is not described'],
    ['a value of another type', list, received(200, '[{"n":"1"}]'), '/0/n must be integer'],
    ['a refusal that says nothing', list, received(400, '{}'), "must have required property 'message'"],
    ['another type of content', list, received(200, '[]', 'text/html'), 'as “text/html”'],
    ['no JSON', list, received(200, '['), 'that is no JSON'],
    ['something of the inside', list, received(400, '{"message":"duplicate key value"}'), 'of the inside'],
    ['a stack', list, received(400, '{"message":"x at async run (file:///srv/run.ts:12:7)"}'), 'of the inside'],
    ['a stack of Node', list, received(400, '{"message":"x at node:internal/timers:95:5"}'), 'of the inside'],
  ])('that is %s is complained about', (_, operation, answer, complaint) => {
    expect(judge(operation, answer)).toContain(complaint)
  })
})
