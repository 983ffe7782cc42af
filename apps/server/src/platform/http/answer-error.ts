import { type ErrorAnswer, type ErrorCode, errors } from '@millrace/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUnstorable, unstorableMessage } from '../db/is-unstorable.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import { HungUp } from './patience-of.ts'
import { findUnavailable, sayWhenAgain } from './unavailable.ts'
import { UnreadableBody } from './unreadable-body.ts'

/**
 * Answers an error: refusals unchanged, bugs without internal details.
 *
 * @param more further fields of the body.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  more: object = {},
): FastifyReply {
  if (error instanceof HungUp) return reply.code(499).send()
  const refusal = toRefusal(error)
  if (refusal.code === 'internal' || refusal.code === 'server.unavailable')
    request.log.error({ err: error }, 'request failed')
  return answerRefusal(refusal, request, reply, more)
}

export function answerRefusal(
  { code, message, details, kind }: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  more: object = {},
): FastifyReply {
  const answer: ErrorAnswer = {
    code,
    message,
    requestId: request.id,
    ...(kind !== undefined && { kind }),
    ...(details.length > 0 ? { details: [...details] } : {}),
  }
  const { status } = errors[code]
  sayWhenAgain(reply, status)
  return reply
    .code(status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ ...more, ...answer })
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof UnreadableBody)
    return refuse(error.statusCode === 413 ? 'request.too-large' : 'request.invalid', error.message)
  if (hasZodFastifySchemaValidationErrors(error)) return refuseInvalid(error)
  const code = codeOf(error)
  const unavailable = findUnavailable(error)
  if (unavailable !== null) return unavailable
  if (isUnstorable(error)) return refuse('request.invalid', unstorableMessage)
  const status = (error as FastifyError).statusCode ?? 500
  if (status < 500)
    return refuse(
      codesByStatus[status] ?? 'request.invalid',
      sentences[code ?? ''] ?? 'Expected a request that can be read, but this one cannot.',
    )
  return refuse('internal', 'An error occurred in the server. Give your administrator the request id.')
}

function refuseInvalid(error: {
  validation: readonly { instancePath: string; message?: string }[]
  validationContext?: string
}): Refusal {
  const part = parts[error.validationContext ?? ''] ?? 'request'
  const details = error.validation.map(({ instancePath, message = 'Expected another value.' }) => ({
    where: instancePath.slice(1).replaceAll('/', '.') || part,
    message,
  }))
  const [first] = details
  return refuse(
    'request.invalid',
    `Expected a valid ${part}, but ${first === undefined ? 'it is not' : `${first.where} is not: ${first.message}`}`,
    details,
  )
}

const parts: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'thing.not-found',
  413: 'request.too-large',
  429: 'request.too-many',
}

const sentences: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'Expected an address in UTF-8, but it has bytes that are none.',
  FST_ERR_MAX_PARAM_LENGTH: 'Expected a shorter address: a part of this one is longer than allowed.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Expected a body of type application/json, but it has another type.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Expected JSON in the body, but it is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'Expected JSON in the body, but it cannot be read.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'Expected a smaller body: this one is larger than allowed.',
  FST_REQ_FILE_TOO_LARGE: 'Expected a smaller file: this one is larger than allowed.',
  FST_FILES_LIMIT: 'Expected fewer files in one request.',
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
