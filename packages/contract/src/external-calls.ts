import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { externalCallList, externalCallRow } from './lists/external-calls.ts'
import { instant, idParams as params, person } from './values.ts'

export const externalCallLimits = {
  /** Characters of a request and of an answer that are kept, of each. */
  text: 4_000,
  /** Days that a call is kept, and calls of one connection. */
  days: 14,
  ofConnection: 2_000,
} as const

const of = { tag: 'External systems', audience: ['RoleIntegration'] } as const

const externalCall = externalCallRow.extend({
  systemId: z.string(),
  connectionId: z.string(),
  /** Null: the adapter no longer exists. */
  adapterId: z.string().nullable(),
  /** The request and the response, shortened, with marks in place of secrets. */
  request: z.string(),
  answer: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  /** The call that it repeats, and who repeated it. */
  replayOf: z.string().nullable(),
  replayedBy: person.nullable(),
  /** Whether the call can be replayed: its values are stored, and its adapter exists. */
  canReplay: z.boolean(),
  /** Whether sending it again does no harm even if it was carried out. */
  isRepeatable: z.boolean(),
})

export type ExternalCallDetail = z.output<typeof externalCall>

export const externalCallCalls = defineCalls('externalCalls', {
  ...listCalls(externalCallList, {
    path: '/external-calls',
    summary: 'Lists the calls of external systems of the last days.',
    ...of,
    row: externalCallRow,
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/external-calls/{id}',
    summary: 'One call of an external system, with its request and its answer without secrets.',
    params,
    answer: externalCall,
    errors: ['thing.not-found'],
  }),
  replay: defineCall({
    ...of,
    method: 'POST',
    path: '/external-calls/{id}/replay',
    summary: 'Sends the request of a call again, with the current settings of the adapter, and returns the result.',
    touches: ['externalCalls'],
    happensOnce: true,
    params,
    answer: z.object({ fault: z.string().nullable(), ms: z.number().int() }),
    errors: ['thing.not-found', 'thing.disabled', 'external.invalid'],
  }),
  health: defineCall({
    ...of,
    method: 'GET',
    path: '/external-connections/{id}/health',
    summary: 'The calls of a connection in the last 24 hours, by hour.',
    params,
    answer: z.object({
      calls: z.number().int(),
      failures: z.number().int(),
      /** The median duration in milliseconds; null without calls. */
      medianMs: z.number().int().nullable(),
      lastAt: instant.nullable(),
      hours: z.array(z.object({ from: instant, calls: z.number().int(), failures: z.number().int() })),
    }),
    errors: ['thing.not-found'],
  }),
})
