import type { Readable } from 'node:stream'
import { type AnswerOf, type Call, limits } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import type { Request } from '../auth/request.ts'
import type { Session } from '../auth/session.ts'
import { breathe } from '../breathe.ts'
import { anonymous, asCaller } from '../caller.ts'
import type { Patience } from '../db/patience.ts'
import { Refusal } from '../errors/refusal.ts'
import type { StoredContent } from '../uploads/stored-content.ts'
import { answerRefusal } from './answer-error.ts'
import { describeCall } from './describe-call.ts'
import { headersOfForeign } from './foreign-content.ts'
import { httpRequest, occasionOf } from './http-request.ts'
import type { Upload } from './read-upload.ts'
import { sendContent } from './send-content.ts'
import { isLarge, writeInTurns } from './write-in-turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route carries out. */
    call?: Call
  }
  interface FastifyRequest {
    /** Set before a route of the contract is entered; null when nobody is signed in. */
    session: Session | null
    /** How long the caller waits for resources. */
    patience?: Patience
  }
}

/** The input of a handler, validated against the call. Public calls have no user. */
export interface Handling<C extends Call> {
  readonly request: C['audience'] extends 'public' ? Request | null : Request
  readonly params: PartOf<C, 'params'>
  readonly query: PartOf<C, 'query'>
  readonly body: C['body'] extends 'multipart' ? Upload : PartOf<C, 'body'>
  readonly http: FastifyRequest
  readonly reply: FastifyReply
}

type PartOf<C extends Call, Part extends 'params' | 'query' | 'body'> = C extends {
  [P in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** A file to send. It is always offered for saving, never shown as a page of ours. */
export interface FileAnswer {
  readonly content: Buffer | Readable | StoredContent
  readonly contentType: string
  readonly fileName: string
}

/** A JSON answer that was serialized already in the schema of its call, and compressed if the handler requests it. */
export class WrittenAnswer {
  /** Null where there is nothing to send, such as with 304. */
  readonly bytes: Buffer | null

  constructor(bytes: Buffer | null) {
    this.bytes = bytes
  }
}

export type Answer<C extends Call> = C['answer'] extends 'empty'
  ? // biome-ignore lint/suspicious/noConfusingVoidType: what an async function without a return statement gives
    void | null
  : C['answer'] extends 'text' | 'xml'
    ? string
    : C['answer'] extends 'events'
      ? Readable
      : C['answer'] extends 'file'
        ? FileAnswer
        : AnswerOf<C> | WrittenAnswer

/**
 * Serves a call of the contract. Before the handler runs, these are checked in this order: the session (401), the CSRF
 * token (403), the roles (403), the size of the body (413), parameters, query and body (400). The answer only contains
 * the fields of the call's schema. A call that must not run twice returns the first answer for a request that was
 * carried out before.
 */
export function route<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (handling: Handling<C>) => Promise<Answer<C> | Refusal>,
): void {
  app.route({
    method: call.method as HTTPMethods,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: describeCall(call),
    bodyLimit: call.bodyLimit ?? limits.jsonBody,
    config: { call },
    handler: async (http, reply) => {
      const { params, query } = http
      const user = http.session?.user ?? null
      const carryOut = async (body: unknown) => {
        const enter = (holder: string | null) => {
          const request = user && httpRequest(user, occasionOf(call, http), holder)
          return handle({ request, params, query, body, http, reply } as Handling<C>)
        }
        return call.happensOnce && user !== null
          ? app.answerOnce({ call, user, request: http, reply, body }, enter)
          : enter(null)
      }
      const answer = await asCaller(user?.id ?? anonymous, () =>
        call.parts === undefined || user === null
          ? carryOut(http.body)
          : app.withUpload({ request: http, workplaceId: user.workplaceId, parts: call.parts }, carryOut),
      )
      return answer instanceof Refusal ? answerRefusal(answer, http, reply) : sendAnswer(call, answer, reply)
    },
  })
}

function sendAnswer(call: Call, answer: unknown, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
  switch (call.answer) {
    case 'empty':
      return reply.code(204).send()
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(answer)
    case 'xml':
      return reply.type('application/xml; charset=utf-8').send(answer)
    case 'events':
      return (
        reply
          .type('text/event-stream')
          // What stands before the server must hand it on as it comes.
          .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
          .send(answer)
      )
    case 'file':
      return sendFile(answer as FileAnswer, reply)
    default:
      if (answer instanceof WrittenAnswer) return sendWritten(answer, reply)
      return isLarge(answer) ? sendInTurns(call.answer, answer, reply) : reply.send(answer)
  }
}

function sendWritten({ bytes }: WrittenAnswer, reply: FastifyReply): FastifyReply {
  return bytes === null ? reply.send() : reply.type('application/json; charset=utf-8').send(bytes)
}

/** Sends a large answer in portions, cut to the schema as Fastify does with small ones. */
async function sendInTurns(schema: z.ZodType, answer: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const cut = z.encode(schema, answer)
  await breathe()
  return reply.type('application/json; charset=utf-8').send(await writeInTurns(cut))
}

function sendFile({ content, ...file }: FileAnswer, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
  const headers = headersOfForeign(file)
  return 'open' in content ? sendContent(reply, content, headers) : reply.headers(headers).send(content)
}
