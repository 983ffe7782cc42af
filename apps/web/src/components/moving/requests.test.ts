import { describe, expect, it } from 'vitest'
import { requestsForInstance, requestsForMigration, requestsForMoves, requestsForRestart } from './requests.ts'

const skips = { skipsListeners: true, skipsIoMappings: false }
const moves = [
  { kind: 'start', at: 'all', id: 'a', ancestorId: null },
  { kind: 'start', at: 'flow', id: 'f', ancestorId: null },
  { kind: 'cancel', by: 'token', id: 't', isOfBefore: false },
] as const
const variables = [
  { name: 'n', type: 'Integer', text: '7' },
  { name: 'ok', type: 'Boolean', text: 'true' },
  { name: 'none', type: 'Null', text: null },
] as const
const written = {
  n: { type: 'Integer', value: 7 },
  ok: { type: 'Boolean', value: true },
  none: { type: 'Null', value: null },
}

describe('requests of the REST API', () => {
  it('set variables before they move tokens of one instance', () => {
    expect(requestsForInstance('i', { moves, variables, ...skips }, 'why').requests).toEqual([
      { method: 'POST', path: '/engine-rest/process-instance/i/variables', body: { modifications: written } },
      {
        method: 'POST',
        path: '/engine-rest/process-instance/i/modification',
        body: {
          skipCustomListeners: true,
          skipIoMappings: false,
          instructions: [
            { type: 'startBeforeActivity', activityId: 'a#multiInstanceBody' },
            { type: 'startTransition', transitionId: 'f' },
            { type: 'cancel', transitionInstanceId: 't' },
          ],
          annotation: 'why',
        },
      },
    ])
  })

  it('name instances by ids, by version, and by the filters that they know', () => {
    const plan = { moves, variables: [], ...skips }
    const bodyOf = (selection: Parameters<typeof requestsForMoves>[0]['selection']) =>
      requestsForMoves({ definitionId: 'd', selection, isEnded: false }, plan, null)
    expect(bodyOf({ ids: ['i'] }).requests[0]?.body).toMatchObject({ processInstanceIds: ['i'] })
    expect(bodyOf({ definitionId: 'd' }).requests[0]?.body).toMatchObject({
      processInstanceQuery: { processDefinitionId: 'd' },
    })
    const filtered = bodyOf({ query: { state: 'incident', key: 'k', process: 'p', title: 'x', sort: '-started' } })
    expect(filtered.missing).toEqual(['title'])
    expect(filtered.requests[0]?.body).toMatchObject({
      processInstanceQuery: { processDefinitionId: 'd', withIncident: true, businessKey: 'k' },
    })
  })

  it('migrate by a batch, and restart one at once and many by a batch', () => {
    const of = { definitionId: 'd', selection: { ids: ['i'] }, isEnded: false }
    const instructions = [{ source: 'a', target: 'b', updatesTrigger: true }]
    expect(requestsForMigration(of, { targetId: 'e', instructions, variables: [], ...skips }).requests).toEqual([
      {
        method: 'POST',
        path: '/engine-rest/migration/executeAsync',
        body: {
          migrationPlan: {
            sourceProcessDefinitionId: 'd',
            targetProcessDefinitionId: 'e',
            instructions: [{ sourceActivityIds: ['a'], targetActivityIds: ['b'], updateEventTrigger: true }],
          },
          processInstanceIds: ['i'],
          skipCustomListeners: true,
          skipIoMappings: false,
        },
      },
    ])
    const plan = { moves, hasFirstVariables: true, isWithoutBusinessKey: false, ...skips }
    expect(requestsForRestart(of, plan).requests[0]?.path).toBe('/engine-rest/process-definition/d/restart')
    const many = requestsForRestart({ ...of, selection: { definitionId: 'd' } }, plan).requests[0]
    expect([many?.path, many?.body.historicProcessInstanceQuery]).toEqual([
      '/engine-rest/process-definition/d/restart-async',
      { processDefinitionId: 'd', finished: true },
    ])
  })
})
