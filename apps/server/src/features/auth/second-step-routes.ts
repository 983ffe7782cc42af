import { authCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { factorIssuer } from '../../operations/second-factors/factor-context.ts'
import { beginSession } from '../../operations/sessions/begin-session.ts'
import { lookAtSecondStep } from '../../operations/sessions/look-at-second-step.ts'
import { markEmergency } from '../../operations/sessions/mark-emergency.ts'
import { type ProvedSignIn, proveSecondStep } from '../../operations/sessions/prove-second-step.ts'
import { completeSetUp, startSetUp } from '../../operations/sessions/set-up-second-step.ts'
import { relyingPartyOf } from '../../platform/auth/second-factor/passkey.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type Access, giveSession, readBrowser } from '../../platform/http/browser-session.ts'
import { setDeviceCookie } from '../../platform/http/device-cookie.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { createSecondStepCookie } from '../../platform/http/second-step-cookie.ts'

/** Registers the second step of a sign-in. A cookie, set after the password was correct, identifies the user. */
export function registerSecondStep(app: FastifyInstance, context: AppContext): void {
  const cookie = createSecondStepCookie(context.secret, context.config.apiBase)
  const of = (http: FastifyRequest) => ({
    token: cookie.read(http)?.token,
    party: relyingPartyOf(publicUrlOf(context.config, http), factorIssuer),
  })
  const begin = async (http: FastifyRequest, reply: FastifyReply, signedIn: ProvedSignIn): Promise<Access> => {
    const device = cookie.read(http)?.device ?? null
    if (device !== null) setDeviceCookie(reply, device)
    cookie.clear(reply)
    const { user, method } = signedIn
    await markEmergency(context, { user, method, address: http.ip, publicUrl: publicUrlOf(context.config, http) })
    return giveSession(context.csrf, reply, await beginSession(context, { ...signedIn, ...readBrowser(http) }))
  }

  route(app, authCalls.secondStep, ({ http }) => lookAtSecondStep(context, of(http)))

  route(app, authCalls.proveSecondStep, async ({ http, reply, body }) => {
    const proved = await proveSecondStep(context, { ...of(http), ...body })
    if (proved instanceof Refusal) return proved
    return isTooMany(proved) ? refuseTooMany(reply, proved, 'wrong codes') : begin(http, reply, proved)
  })

  route(app, authCalls.startSetUp, ({ http, body }) => startSetUp(context, { ...of(http), ...body }))

  route(app, authCalls.completeSetUp, async ({ http, reply, body }) => {
    const done = await completeSetUp(context, { ...of(http), ...body })
    if (done instanceof Refusal) return done
    if (isTooMany(done)) return refuseTooMany(reply, done, 'wrong codes')
    const { recoveryCodes, ...signedIn } = done
    return { ...(await begin(http, reply, signedIn)), recoveryCodes }
  })
}
