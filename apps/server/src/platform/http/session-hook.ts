import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSession } from '../auth/session.ts'
import type { AuthContext } from '../auth/user.ts'
import { refuse } from '../errors/refusal.ts'
import type { Csrf } from './csrf.ts'
import { readSessionCookies } from './session-cookies.ts'

/** Finds out who is signed in before each call, and turns away who would have to be, or comes from another site. */
export function addSessionHook(app: FastifyInstance, { auth, csrf }: { auth: AuthContext; csrf: Csrf }): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call === undefined) return
    const { access } = readSessionCookies(request)
    request.session = access === undefined ? null : await findSession(auth, access)
    const sessionId = request.session?.id ?? null
    const isReading = call.method === 'GET'
    if (isReading) csrf.ensure(request, reply, sessionId)
    if (call.audience !== 'public' && request.session === null)
      throw refuse('session.missing', 'Expected someone to be signed in, but nobody is, or the session has ended.')
    if (!isReading && !csrf.isValid(request, sessionId)) throw refuse('session.csrf', describeMissingToken(request))
  })
}

function describeMissingToken(request: FastifyRequest): string {
  const expected = 'Expected the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN'
  if (request.cookies['XSRF-TOKEN'] === undefined) return `${expected}, but there is no cookie. Any GET call sets it.`
  if (request.headers['x-xsrf-token'] === undefined) return `${expected}, but there is no header.`
  return `${expected}, but it is another one, or one of another session. Any GET call sets a new one.`
}
