import { createHmac } from 'node:crypto'
import type { Call } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createSeal } from '../auth/seal.ts'
import type { AuthContext, Person } from '../auth/user.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import { type Hold, hasLostKey, holdKey, keepAnswer, releaseKey } from '../idempotency/held-keys.ts'
import { digestOf as digestOfContent, sizeOf } from '../uploads/content.ts'
import type { Upload } from './read-upload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    answerOnce: AnswerOnce
  }
}

/** A request of a call that must not happen twice. */
interface Repeatable {
  readonly call: Call
  readonly user: Person
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The validated body of the request. */
  readonly body: unknown
}

/**
 * Carries out a request, unless the same user has sent it before under the same key: then it answers what it answered.
 *
 * @param work is given what its transactions say with what they change; null where the request has no key.
 */
type AnswerOnce = (from: Repeatable, work: (holder: string | null) => Promise<unknown>) => Promise<unknown>

const header = 'idempotency-key'

/** The idempotency key header of calls that must not run twice. API clients may omit it. */
export const keyHeader = z.looseObject({
  [header]: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'Expected a new key of 8 to 64 letters, digits, hyphens and underscores.')
    .optional(),
})

export function addAnswerOnce(app: FastifyInstance, context: AuthContext & { readonly secret: string }): void {
  const seal = createSeal(context.secret, 'kept answer')

  const carryOut = async ({ user, reply }: Repeatable, holder: string, work: () => Promise<unknown>) => {
    try {
      const answer = await work()
      const kept = seal.close(JSON.stringify(answer instanceof Refusal ? { refusal: partsOf(answer) } : { answer }))
      // It is done, whether or not it can be remembered.
      await keepAnswer(context, { user, holder, answer: kept, isRefused: answer instanceof Refusal }).catch(
        (error: unknown) => reply.log.error({ err: error }, 'an answer could not be kept'),
      )
      return answer
    } catch (error) {
      if (hasLostKey(error)) return refuseRunning(reply)
      await releaseKey(context, { user, holder }).catch(() => undefined)
      throw error
    }
  }

  const repeat = (hold: Exclude<Hold, { kind: 'held' }>, reply: FastifyReply) => {
    if (hold.kind === 'running') return refuseRunning(reply)
    if (hold.kind === 'other')
      return refuse(
        'request.key-reused',
        'Expected a new Idempotency-Key, but it was used for another request. Use another key for this request.',
      )
    const text = hold.kind === 'answered' ? seal.open(hold.answer) : null
    if (text === null)
      return refuse(
        'request.interrupted',
        'The server stopped while it processed this request. Check its result before you send the request again.',
      )
    reply.header('idempotency-replayed', 'true')
    const { refusal, answer } = JSON.parse(text) as { refusal?: ReturnType<typeof partsOf>; answer?: unknown }
    return refusal === undefined ? answer : refuse(refusal.code, refusal.message, refusal.details)
  }

  app.decorate('answerOnce', async (from: Repeatable, work: (holder: string | null) => Promise<unknown>) => {
    const key = from.request.headers[header]
    if (typeof key !== 'string') return work(null)
    const hold = await holdKey(context, { user: from.user, key, digest: digestOf(from, context.secret) })
    return hold.kind === 'held' ? carryOut(from, hold.holder, () => work(hold.holder)) : repeat(hold, from.reply)
  })
}

function refuseRunning(reply: FastifyReply): Refusal {
  reply.header('retry-after', '1')
  return refuse(
    'request.running',
    'Expected a new request, but a request with this Idempotency-Key is still being processed. Send it again in a second.',
  )
}

function partsOf({ code, message, details }: Refusal) {
  return { code, message, details }
}

/** Returns a digest of the whole request, with a secret because it may contain a password. */
function digestOf({ call, request: { params, query }, body }: Repeatable, secret: string): Buffer {
  const hash = createHmac('sha256', secret).update(JSON.stringify([call.method, call.path, params, query]))
  if (!isUpload(body)) return hash.update(JSON.stringify(body ?? null)).digest()
  hash.update(JSON.stringify([...body.fields]))
  for (const { field, name, type, content } of body.files)
    hash.update(JSON.stringify([field, name, type, sizeOf(content)])).update(digestOfContent(content))
  return hash.digest()
}

function isUpload(body: unknown): body is Upload {
  return typeof body === 'object' && body !== null && 'fields' in body && body.fields instanceof Map
}
