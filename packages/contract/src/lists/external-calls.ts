import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant } from '../values.ts'

/**
 * The outcomes of calls of external systems:
 * - `answered`: with an answer that counts as a success
 * - `refused`: the other side refused the request
 * - `failed`: nothing arrived, or the answer cannot be used
 * - `unknown`: it may have been carried out, and no answer arrived
 */
export const externalCallOutcomes = ['answered', 'refused', 'failed', 'unknown'] as const
/** Who needed the call: a form, a process, a test of an adapter, a replay of another call, or the feed of a data list. */
export const externalCallOrigins = ['form', 'process', 'trial', 'replay', 'feed'] as const

export type ExternalCallOutcome = (typeof externalCallOutcomes)[number]
export type ExternalCallOrigin = (typeof externalCallOrigins)[number]

export const externalCallRow = z.object({
  id: z.string(),
  at: instant,
  ms: z.number().int(),
  origin: z.enum(externalCallOrigins),
  outcome: z.enum(externalCallOutcomes),
  /** The status of a REST service that answered. */
  status: z.number().int().nullable(),
  /** The error, without secrets. */
  fault: z.string().nullable(),
  requestBytes: z.number().int(),
  answerBytes: z.number().int().nullable(),
  /** The present name of the external system. */
  system: z.string(),
  connection: z.string(),
  adapter: z.string(),
})

export type ExternalCallRow = z.output<typeof externalCallRow>

/** The list of logged calls of external systems. The search covers faults, requests and answers. */
export const externalCallList = defineList({
  name: 'externalCalls.list',
  columns: {
    at: { type: 'instant', label: 'externalCalls.at', isFixed: true },
    adapter: { type: 'text', label: 'externalCalls.adapter' },
    connection: { type: 'text', label: 'externalCalls.connection' },
    system: { type: 'text', label: 'externalCalls.system', isHidden: true },
    origin: { type: 'choice', label: 'externalCalls.origin', labels: 'externalCallOrigin' },
    outcome: { type: 'choice', label: 'externalCalls.outcome', labels: 'externalCallOutcome' },
    status: { type: 'number', label: 'externalCalls.status' },
    ms: { type: 'number', label: 'externalCalls.ms' },
    requestBytes: { type: 'number', label: 'externalCalls.requestBytes', isHidden: true },
    answerBytes: { type: 'number', label: 'externalCalls.answerBytes', isHidden: true },
    fault: { type: 'text', label: 'externalCalls.fault' },
  },
  sorts: ['at'],
  order: ['-at'],
  filters: {
    at: { type: 'instant', label: 'externalCalls.at' },
    outcome: {
      type: 'choice',
      label: 'externalCalls.outcome',
      values: externalCallOutcomes,
      labels: 'externalCallOutcome',
    },
    origin: {
      type: 'choice',
      label: 'externalCalls.origin',
      values: externalCallOrigins,
      labels: 'externalCallOrigin',
    },
    connection: { type: 'text', label: 'externalCalls.connection', operators: ['is'] },
    adapter: { type: 'text', label: 'externalCalls.adapter', operators: ['is'] },
  },
  views: {
    all: { label: 'externalCalls.all', search: {} },
    failed: { label: 'externalCalls.notAnswered', search: { outcome: 'refused,failed,unknown' } },
  },
  search: 'externalCalls.search',
})
