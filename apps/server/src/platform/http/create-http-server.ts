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
import { addRequestLog, type LogStream, loggerOptions } from './logging.ts'
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts'
import { addConnectionLimits, type ConnectionLimits, connectionLimits, serverOptions } from './server-limits.ts'
import { answerUnreadableRequest } from './unreadable-request.ts'

/** Converts an error into the format of a surface. */
export type ErrorAnswerer = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

export interface HttpServerOptions {
  /** Surfaces with error texts of their own, by the beginning of their paths. */
  readonly surfaces?: Readonly<Record<string, ErrorAnswerer>>
  /** Limits in place of the built-in ones, for tests. */
  readonly connectionLimits?: Partial<ConnectionLimits> | undefined
  /** Takes the log instead of standard output, for tests. */
  readonly logStream?: LogStream | undefined
}

/**
 * Creates the HTTP server with everything that all answers share: request ids, security headers, cookies, error
 * handling, logging.
 */
export async function createHttpServer(
  { logLevel, trustedProxies, budgets, traces }: Pick<Config, 'logLevel' | 'trustedProxies' | 'budgets' | 'traces'>,
  { surfaces = {}, connectionLimits: others, logStream }: HttpServerOptions = {},
): Promise<FastifyInstance> {
  z.config({ customError: describeIssue })
  const ofConnections = { ...connectionLimits, ...others }
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(logLevel, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: [...trustedProxies],
    bodyLimit: limits.jsonBody,
    ...serverOptions(ofConnections),
    clientErrorHandler: answerUnreadableRequest,
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
  addConnectionLimits(app, ofConnections, { trustedProxies, budgets })
  // Loaded only where it is used.
  if (traces !== null) (await import('../tracing/trace-requests.ts')).traceRequests(app)
  addRequestLog(app)
  addSecurityHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(cookie)
  return app
}
