import { type Call, type ErrorCode, errors, scopeOf } from '@millrace/contract'
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { keyHeader } from './answer-once.ts'

/** Converts a call of the contract into the schema that Fastify validates and the OpenAPI description shows. */
export function describeCall(call: Call): FastifySchema {
  return {
    summary: call.summary,
    description: describeErrors(call),
    tags: [call.tag],
    ...(call.audience === 'public' ? {} : { security: securityOf(call) }),
    ...(call.params === undefined ? {} : { params: call.params }),
    ...(call.query === undefined ? {} : { querystring: call.query }),
    ...(call.happensOnce ? { headers: keyHeader } : {}),
    ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
    ...(call.body === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    response: {
      ...describeAnswer(call.answer),
      '4xx': refusalOf(call).describe('Refused: the message says why. Nothing has changed.'),
      503: (call.unavailable ?? refusalOf(call)).describe(
        'The database does not answer, or the server is too busy. Try again.',
      ),
    },
  }
}

/** Returns a session of the browser, or an API token that is valid for the call. */
function securityOf(call: Call): FastifySchema['security'] {
  return scopeOf(call) === 'browser' ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

function refusalOf({ refusal }: Call): z.ZodObject {
  return refusal === undefined ? errorAnswer : errorAnswer.extend(refusal.shape)
}

const errorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  kind: z.string().optional(),
  details: z.array(z.object({ where: z.string(), message: z.string(), code: z.string().optional() })).optional(),
})

function describeErrors(call: Call): string {
  const { audience, method, params, query, body, happensOnce, errors: own = [] } = call
  const codes: ErrorCode[] = []
  if (audience !== 'public') codes.push('session.missing')
  if (method !== 'GET') codes.push('session.csrf')
  if (params !== undefined || query !== undefined || body !== undefined) codes.push('request.invalid')
  if (Array.isArray(audience)) codes.push('right.missing')
  if (happensOnce) codes.push('request.running', 'request.interrupted', 'request.key-reused')
  const all = [...new Set([...codes, ...own])].map((code) => `\`${code}\` (${errors[code].status})`)
  const who = Array.isArray(audience)
    ? `For ${audience.join(' or ')}.`
    : audience === 'public'
      ? 'For everyone.'
      : 'For everyone who is signed in.'
  const scope = scopeOf(call)
  const token = scope === null || scope === 'browser' ? '' : ` API tokens need the scope \`${scope}\`.`
  return all.length === 0 ? `${who}${token}` : `${who}${token} Errors: ${all.join(', ')}.`
}

function describeAnswer(answer: Call['answer']): Record<string, unknown> {
  if (answer instanceof z.ZodType) return { 200: answer }
  if (answer === 'empty') return { 204: z.null().describe('Done.') }
  const [type, schema] = sentAsTheyAre[answer]
  return { 200: { description: 'What was asked for.', content: { [type]: { schema } } } }
}

const sentAsTheyAre = {
  text: ['text/plain', z.string()],
  xml: ['application/xml', z.string()],
  events: ['text/event-stream', z.string()],
  file: ['*/*', z.string().meta({ format: 'binary' })],
} as const
