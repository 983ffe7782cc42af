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

/** Sets the security headers of every answer of the server. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}

/** Allows pages of these origins to embed the answer in a frame. */
export function allowFraming(reply: FastifyReply, origins: readonly string[]): void {
  const policy = policyOf(reply).replace(`frame-ancestors 'none'`, `frame-ancestors ${origins.join(' ')}`)
  reply.header('content-security-policy', policy).removeHeader('x-frame-options')
}

/** Allows scripts, frames and styles of a captcha service in the answer. */
export function allowCaptcha(reply: FastifyReply, sources: readonly string[]): void {
  const more = sources.join(' ')
  const policy = policyOf(reply)
    .replace(`script-src 'self'`, `script-src 'self' ${more}`)
    .replace(`style-src 'self' 'unsafe-inline'`, `style-src 'self' 'unsafe-inline' ${more}`)
    .replace(`connect-src 'self'`, `connect-src 'self' ${more}`)
  reply.header('content-security-policy', `${policy}; frame-src ${more}`)
}

function policyOf(reply: FastifyReply): string {
  return String(reply.getHeader('content-security-policy') ?? contentSecurityPolicy)
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers)
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
}
