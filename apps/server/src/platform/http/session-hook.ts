import type { Call } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FindTokenSession } from '../auth/api-token.ts'
import { findRestingSession, findSession, type Session } from '../auth/session.ts'
import { type AuthContext, atTime } from '../auth/user.ts'
import { refuse } from '../errors/refusal.ts'
import { checkAudience } from './check-audience.ts'
import type { Csrf } from './csrf.ts'
import type { Door } from './door.ts'
import type { Maintenance } from './maintenance.ts'
import { kindOf, patienceOf } from './patience-of.ts'
import { readSessionCookies } from './session-cookies.ts'

/** The id of the user whose page a call comes from. */
const pageHeader = 'x-millrace-user'
/** Said of calls that a page makes by itself, such as to show what others have changed. */
const quietHeader = 'x-millrace-quiet'

export interface SessionHookOptions {
  readonly auth: AuthContext
  readonly findTokenSession: FindTokenSession
  readonly csrf: Csrf
  readonly door: Door
  readonly maintenance: Maintenance
}

/**
 * Adds the hook that finds the user before each call, and rejects callers who are not signed in, come from another
 * site, lack the role, or send too many requests at the same time. Bodies are not read before.
 */
export function addSessionHook(
  app: FastifyInstance,
  { auth, findTokenSession, csrf, door, maintenance }: SessionHookOptions,
): void {
  app.decorateRequest('session', null)
  app.decorateRequest('patience')
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call === undefined) return
    // It counts where there is one: what cookies the browser sends along changes nothing then.
    const apiToken = readBearer(request)
    const patience = patienceOf(kindOf(call), reply)
    request.patience = patience
    const session = await door.identify(request.ip, patience, () =>
      apiToken === null ? findInBrowser(auth, request) : findTokenSession(apiToken),
    )
    request.session = session && { ...session, user: atTime(session.user, auth.clock()) }
    const sessionId = request.session?.id ?? null
    // No other site can make a browser send an API token, so it needs no second proof.
    const isSafe = apiToken !== null || call.isOwnProof === true || (call.method === 'GET' && call.isChange !== true)
    if (apiToken === null && call.method === 'GET') csrf.ensure(request, reply, sessionId)
    // Where the access has run out, whoever could renew it counts: the page must not end the session of somebody else.
    const isAsked = !isSafe || request.headers[pageHeader] !== undefined
    const resting =
      request.session === null && call.audience === 'public' && isAsked ? await findResting(auth, request) : null
    refuseOtherUser(request, request.session?.user.id ?? resting?.userId ?? null)
    if (call.audience !== 'public' && request.session === null)
      throw refuse('session.missing', 'Expected a signed-in user, but nobody is signed in, or the session has ended.')
    if (!isSafe && !csrf.isValid(request, sessionId) && !csrf.isValid(request, resting?.id ?? null))
      throw refuse('session.csrf', describeMissingToken(request))
    checkAudience(call, request)
    const refusal = isChange(call) ? maintenance.refuse(request.session?.user ?? null) : null
    if (refusal !== null) throw refusal
    const isStaged = call.parts?.isStaged === true
    const isWaiting = call.answer === 'events'
    const { id: caller, workplaceId } = request.session?.user ?? { id: request.ip, workplaceId: null }
    await door.enter({ request, reply }, { caller, workplaceId, patience, isWaiting, isStaged })
  })
}

/** Signing in and out is none: administrators come in by it. Nor is what only reads, with a body that says what. */
function isChange({ method, isChange: changes, name, scope }: Call): boolean {
  return (method !== 'GET' || changes === true) && scope !== 'read' && name?.startsWith('auth.') !== true
}

async function findInBrowser(auth: AuthContext, request: FastifyRequest): Promise<Session | null> {
  const { access } = readSessionCookies(request)
  return access === undefined ? null : findSession(auth, access, { isQuiet: isQuiet(request) })
}

/** Returns whether the browser sent a request by itself, so that it does not prolong the session. */
export function isQuiet({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[quietHeader] !== undefined || routeOptions.config.call?.isQuiet === true
}

/**
 * Returns a session whose access has run out can still be ended, or given way to another one, with the token that it
 * had.
 */
async function findResting(auth: AuthContext, request: FastifyRequest) {
  const { access, refresh } = readSessionCookies(request)
  const token = refresh ?? access
  return token === undefined ? null : findRestingSession(auth, token)
}

/** Refuses a call of a tab that another user had opened before the present user signed in. */
function refuseOtherUser({ headers }: FastifyRequest, userId: string | null): void {
  const pageOf = headers[pageHeader]
  if (pageOf === undefined || userId === null || pageOf === userId) return
  throw refuse(
    'session.other-user',
    'Expected a page of the current user, but another user has signed in in this browser. Reload the page.',
  )
}

function readBearer({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

function describeMissingToken(request: FastifyRequest): string {
  const expected = 'Expected the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN'
  if (request.cookies['XSRF-TOKEN'] === undefined) return `${expected}, but there is no cookie. Any GET call sets it.`
  if (request.headers['x-xsrf-token'] === undefined) return `${expected}, but there is no header.`
  return `${expected}, but it is another one, or one of another session. Any GET call sets a new one.`
}
