import { userAccountCalls, userErasureCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { endUserSessions } from '../../operations/accounts/end-user-sessions.ts'
import { listApiTokens } from '../../operations/accounts/list-api-tokens.ts'
import { listSessions } from '../../operations/accounts/list-sessions.ts'
import { revokeUserToken } from '../../operations/accounts/revoke-user-token.ts'
import { countErasure } from '../../operations/erasure/count-erasure.ts'
import { eraseUser } from '../../operations/erasure/erase-user.ts'
import { resetSecondFactors } from '../../operations/second-factors/reset-second-factors.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getUser } from './get-user.ts'

/** Registers the calls for user administrators on sessions and API tokens of a user. */
export function registerUserAccess(app: FastifyInstance, context: AppContext): void {
  route(app, userAccountCalls.sessions, async ({ request, http, params }) => {
    const account = await getUser(context, request, params.id)
    if (account instanceof Refusal) return account
    return listSessions(context, { id: account.id, workplaceId: request.workplaceId }, http.session?.id ?? null)
  })
  route(app, userAccountCalls.endSessions, async ({ request, http, params }) => {
    const ended = await endUserSessions(context, request, { ref: params, current: http.session?.id ?? null })
    return ended instanceof Refusal ? ended : { ended }
  })
  route(app, userAccountCalls.endSession, async ({ request, http, params: { id, partId } }) => {
    const ended = await endUserSessions(context, request, {
      ref: { id },
      sessionId: partId,
      current: http.session?.id ?? null,
    })
    return ended instanceof Refusal ? ended : undefined
  })
  route(app, userAccountCalls.resetSecondFactors, ({ request, params }) => resetSecondFactors(context, request, params))
  route(app, userErasureCalls.count, ({ request, params }) => countErasure(context, request, params.id))
  route(app, userErasureCalls.erase, ({ request, params, body }) => eraseUser(context, request, { ...params, ...body }))
  route(app, userAccountCalls.tokens, async ({ request, params }) => {
    const account = await getUser(context, request, params.id)
    if (account instanceof Refusal) return account
    return listApiTokens(context, { id: account.id, workplaceId: request.workplaceId })
  })
  route(app, userAccountCalls.revokeToken, ({ request, params: { id, partId } }) =>
    revokeUserToken(context, request, { ref: { id }, tokenId: partId }),
  )
}
