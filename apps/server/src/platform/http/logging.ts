import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { LogLevel } from '../config.ts'

/** JSON lines on standard output, without what must not be kept. */
export function loggerOptions(level: LogLevel): FastifyServerOptions['logger'] {
  return {
    level,
    base: { pid: process.pid },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'err.parameters', 'err.detail'],
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  }
}

/** One line for each request when it is answered. Probes, files of the browser application and streams only when they fail. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip, routeOptions, session } = request
    const line = {
      method,
      path: url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
      user: session?.user.username,
    }
    const isDull =
      reply.statusCode < 400 &&
      (isFile(routeOptions.url) || url.includes('/actuator/health') || routeOptions.config.call?.answer === 'events')
    request.log[isDull ? 'debug' : 'info'](line, 'request')
  })
}

/** By the address that the route was registered with: none for pages of the browser application. */
function isFile(address: string | undefined): boolean {
  return address === undefined || address === '/' || address === '/*' || address === '/index.html'
}
