import type { FastifyInstance } from 'fastify'

/**
 * Allows pages of the given origins to call this surface from a browser. They send a password or a token with each
 * call: cookies are ignored, so no page can use the session of its visitor.
 *
 * @param origins such as `https://tasks.example.org`; none by default.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'Content-Disposition, Retry-After')
    // A browser asks before it calls, without credentials.
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type, Accept, Millrace-Max-Age',
        'access-control-max-age': '600',
      })
      .send()
  })
}
