import { type Call, type ErrorCode, errors } from '@millrace/contract'
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { keyHeader } from './answer-once.ts'

/** How Fastify checks a call, and how it stands in the OpenAPI description. */
export function describeCall(call: Call): FastifySchema {
  return {
    summary: call.summary,
    description: describeErrors(call),
    tags: [call.tag],
    ...(call.audience === 'public' ? {} : { security: [{ session: [] }] }),
    ...(call.params === undefined ? {} : { params: call.params }),
    ...(call.query === undefined ? {} : { querystring: call.query }),
    ...(call.happensOnce ? { headers: keyHeader } : {}),
    ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
    ...(call.body === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    response: { ...describeAnswer(call.answer), '4xx': errorAnswer },
  }
}

const errorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.array(z.object({ where: z.string(), message: z.string(), code: z.string().optional() })).optional(),
})

function describeErrors({ audience, method, params, query, body, happensOnce, errors: own = [] }: Call): string {
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
  return all.length === 0 ? who : `${who} Errors: ${all.join(', ')}.`
}

function describeAnswer(answer: Call['answer']): Record<string, unknown> {
  if (answer instanceof z.ZodType) return { 200: answer }
  if (answer === 'empty') return { 204: z.void().describe('Done.') }
  return {}
}
