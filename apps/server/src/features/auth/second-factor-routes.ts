import { secondFactorCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addSecondFactor } from '../../operations/second-factors/add-second-factor.ts'
import { factorIssuer } from '../../operations/second-factors/factor-context.ts'
import { listSecondFactors } from '../../operations/second-factors/list-second-factors.ts'
import { removeSecondFactor } from '../../operations/second-factors/remove-second-factor.ts'
import { renameSecondFactor } from '../../operations/second-factors/rename-second-factor.ts'
import { renewRecoveryCodes } from '../../operations/second-factors/renew-recovery-codes.ts'
import { startSecondFactor } from '../../operations/second-factors/start-second-factor.ts'
import { relyingPartyOf } from '../../platform/auth/second-factor/passkey.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { requireBrowser } from '../../platform/http/browser-session.ts'
import { readOrigin } from '../../platform/http/device-cookie.ts'
import { publicUrlOf } from '../../platform/http/public-url.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'

/** Registers the calls on the second factors of the caller's own account. */
export function registerSecondFactors(app: FastifyInstance, context: AppContext): void {
  const partyOf = (http: FastifyRequest) => relyingPartyOf(publicUrlOf(context.config, http), factorIssuer)

  route(app, secondFactorCalls.list, ({ request, http }) => {
    requireBrowser(http)
    return listSecondFactors(context, request)
  })
  route(app, secondFactorCalls.start, async ({ request, body, http, reply }) => {
    requireBrowser(http)
    const given = { ...body, party: partyOf(http), origin: readOrigin(http) }
    const started = await startSecondFactor(context, request, given)
    return isTooMany(started) ? refuseTooMany(reply, started, 'wrong passwords') : started
  })
  route(app, secondFactorCalls.add, async ({ request, body, http, reply }) => {
    requireBrowser(http)
    const added = await addSecondFactor(context, request, { ...body, party: partyOf(http) })
    return isTooMany(added) ? refuseTooMany(reply, added, 'wrong codes') : added
  })
  route(app, secondFactorCalls.rename, ({ request, params, body, http }) => {
    requireBrowser(http)
    return renameSecondFactor(context, request, { ...params, ...body })
  })
  route(app, secondFactorCalls.remove, async ({ request, params, body, http, reply }) => {
    requireBrowser(http)
    const removed = await removeSecondFactor(context, request, { ...params, ...body, origin: readOrigin(http) })
    return isTooMany(removed) ? refuseTooMany(reply, removed, 'wrong passwords') : removed
  })
  route(app, secondFactorCalls.renewCodes, async ({ request, body, http, reply }) => {
    requireBrowser(http)
    const renewed = await renewRecoveryCodes(context, request, { ...body, origin: readOrigin(http) })
    return isTooMany(renewed) ? refuseTooMany(reply, renewed, 'wrong passwords') : renewed
  })
}
