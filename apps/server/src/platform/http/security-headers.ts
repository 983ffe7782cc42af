import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Scripts only from here. Styles also inline, because the component library sets its theme so. */
const contentSecurityPolicy = [
  `default-src 'self'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `object-src 'none'`,
  `base-uri 'self'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ')

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const

/** Sets them on every answer of the server. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}

/** Lets pages of these origins show the answer within theirs. */
export function allowFraming(reply: FastifyReply, origins: readonly string[]): void {
  const policy = contentSecurityPolicy.replace(`frame-ancestors 'none'`, `frame-ancestors ${origins.join(' ')}`)
  reply.header('content-security-policy', policy).removeHeader('x-frame-options')
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers)
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
}
