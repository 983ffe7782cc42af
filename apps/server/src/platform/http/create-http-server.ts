import cookie from '@fastify/cookie'
import { describeIssue, limits } from '@millrace/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { answerError } from './answer-error.ts'
import { addRequestLog, loggerOptions } from './logging.ts'
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts'
import { addConnectionLimits, type ConnectionLimits, connectionLimits, serverOptions } from './server-limits.ts'
import { answerUnreadableRequest } from './unreadable-request.ts'

/** What every answer of the server has in common: request id, headers of security, cookies, one way to fail, the log. */
export async function createHttpServer(
  { logLevel, trustedProxies, budgets }: Pick<Config, 'logLevel' | 'trustedProxies' | 'budgets'>,
  limitsOfTest: Partial<ConnectionLimits> = {},
): Promise<FastifyInstance> {
  z.config({ customError: describeIssue })
  const ofConnections = { ...connectionLimits, ...limitsOfTest }
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(logLevel),
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
      answerError(error, request, reply)
    },
  })
  app.setErrorHandler(answerError)
  addConnectionLimits(app, ofConnections, { trustedProxies, budgets })
  addRequestLog(app)
  addSecurityHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(cookie)
  return app
}
