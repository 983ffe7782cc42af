import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { LogLevel } from '../config.ts'
import { hideSecrets } from './hide-log-secrets.ts'
import { createLogBuffer } from './log-buffer.ts'
import { presentError } from './present-error.ts'

/** A destination for lines of the log, such as standard output. */
export interface LogStream {
  write(line: string): void
}

/**
 * Returns the options of the logger: JSON lines on standard output, without secrets. A request is logged with the path
 * of its route, and an error with fields that are known to be harmless (decision 74).
 *
 * @param stream takes the lines instead of standard output.
 */
export function loggerOptions(level: LogLevel, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level,
    base: { pid: process.pid },
    serializers: { err: presentError, req: presentRequest },
    hooks: { streamWrite: hideSecrets },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    stream: stream ?? standardOutput(),
  }
}

let shared: LogStream | null = null

/** The buffer before standard output, which all loggers of the process share. */
function standardOutput(): LogStream {
  shared ??= createLogBuffer()
  return shared
}

/**
 * Logs one line for each answered request. Health checks, files of the browser application and streams are logged only
 * when they fail.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { ip, routeOptions, session } = request
    const line = {
      ...presentRequest(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
      user: session?.user.username,
    }
    const { url = '', config } = routeOptions
    const isDull =
      reply.statusCode < 400 && (isFile(url) || url.includes('/actuator/health') || config.call?.answer === 'events')
    request.log[isDull ? 'debug' : 'info'](line, 'request')
  })
}

/**
 * Returns a request without the address that was asked for: paths and queries have tokens of public links, receipts and
 * codes of single sign-on in them. An address that no route has is null.
 */
function presentRequest({ method, routeOptions }: FastifyRequest): { method: string; route: string | null } {
  return { method, route: routeOptions.url ?? null }
}

/**
 * Returns whether the address is one of a file, by its registered route: pages of the browser application have none.
 */
function isFile(address: string): boolean {
  return address === '' || address === '/' || address === '/*' || address === '/index.html'
}
