import { listenerLimits } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findWebhook, type Webhook } from '../operations/external-listeners/find-webhook.ts'
import { receiveWebhook } from '../operations/external-listeners/receive-webhook.ts'
import { webhookPath } from '../operations/external-listeners/renew-secret.ts'
import type { SecretContext } from '../operations/external-systems/external.ts'
import { createPropertySeal } from '../platform/auth/property-seal.ts'
import { asCaller } from '../platform/caller.ts'
import { Refusal, refuse } from '../platform/errors/refusal.ts'
import { answerRefusal } from '../platform/http/answer-error.ts'
import type { Door } from '../platform/http/door.ts'
import type { Maintenance } from '../platform/http/maintenance.ts'
import { patienceOf } from '../platform/http/patience-of.ts'

export interface WebhookOptions {
  readonly context: SecretContext
  readonly door: Door
  readonly maintenance: Maintenance
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The webhook of the address, once it is known. */
    webhook?: Webhook
  }
}

const cause = `POST ${webhookPath}{token}`

/**
 * Serves the addresses of webhooks. The address is checked before the body is read, and the body is read as raw bytes,
 * because signatures cover the bytes.
 */
export async function registerWebhooks(
  app: FastifyInstance,
  { context, door, maintenance }: WebhookOptions,
): Promise<void> {
  const seal = createPropertySeal(context.secret)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.post<{ Params: { token: string } }>(`${webhookPath}:token`, {
      schema: { hide: true },
      bodyLimit: listenerLimits.maxBytes,
      onRequest: async (request, reply) => {
        const patience = patienceOf('doing', reply)
        const { token } = request.params
        const webhook = await door.identify(request.ip, patience, () =>
          findWebhook({ db: context.db, seal, now: context.clock() }, token),
        )
        if (webhook === null)
          throw refuse('thing.not-found', 'Expected the address of a webhook, but there is none here.')
        const closed = maintenance.refuse(null)
        if (closed !== null) throw closed
        request.webhook = webhook
        refuseLarge(request, webhook)
        await door.enter({ request, reply }, { caller: webhook.id, workplaceId: webhook.workplaceId, patience })
      },
      handler: async (request, reply) => {
        const { webhook } = request
        if (webhook === undefined) throw new Error('Expected a webhook that was found, but there is none.')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (body.length > webhook.settings.maxBytes) throw tooLarge(webhook, body.length)
        const received = await asCaller(webhook.id, () =>
          receiveWebhook(context, webhook, {
            token: request.params.token,
            headers: textsOf(request.headers),
            query: textsOf(request.query as Record<string, string | string[]>),
            body,
            cause,
            patience: patienceOf('doing', reply),
          }),
        )
        return received instanceof Refusal ? answerRefusal(received, request, reply) : reply.send(received)
      },
    })
  })
}

function refuseLarge({ headers }: FastifyRequest, webhook: Webhook): void {
  const size = Number(headers['content-length'] ?? 0)
  if (size > webhook.settings.maxBytes) throw tooLarge(webhook, size)
}

function tooLarge({ settings: { maxBytes } }: Webhook, size: number): Refusal {
  return refuse('request.too-large', `Expected a body of at most ${maxBytes} bytes, but it has ${size}.`)
}

/** The first of several values of one name. */
function textsOf(values: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value[0] : value
      return text === undefined ? [] : [[name, text]]
    }),
  )
}
