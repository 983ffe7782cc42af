import cookie from '@fastify/cookie'
import { describeIssue, limits } from '@millrace/contract'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { answerError } from './answer-error.ts'
import { addRequestLog, loggerOptions } from './logging.ts'
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts'

/** Words an error as a surface does. */
export type ErrorAnswerer = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

/**
 * What every answer of the server has in common: request id, headers of security, cookies, one way to fail, the log.
 *
 * @param surfaces those that word their errors in a way of their own, by their base.
 */
export async function createHttpServer(
  { logLevel, trustedProxies }: Pick<Config, 'logLevel' | 'trustedProxies'>,
  surfaces: Readonly<Record<string, ErrorAnswerer>> = {},
): Promise<FastifyInstance> {
  z.config({ customError: describeIssue })
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: [...trustedProxies],
    bodyLimit: limits.jsonBody,
    // Of a name in Chinese each character takes nine of an address.
    routerOptions: { maxParamLength: 4000 },
    // What is being answered is finished; what comes on a connection that was kept open is turned away.
    forceCloseConnections: 'idle',
    // What the router finds wrong with an address has no hooks and no error handler of its own.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      const own = Object.entries(surfaces).find(([base]) => request.url.startsWith(`${base}/`))?.[1]
      if (own === undefined) answerError(error, request, reply)
      else own(error, request, reply)
    },
  })
  app.setErrorHandler(answerError)
  addRequestLog(app)
  addSecurityHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(cookie)
  return app
}
