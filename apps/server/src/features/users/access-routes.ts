import { userAccountCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { endUserSessions } from '../../operations/accounts/end-user-sessions.ts'
import { listApiTokens } from '../../operations/accounts/list-api-tokens.ts'
import { listSessions } from '../../operations/accounts/list-sessions.ts'
import { revokeUserToken } from '../../operations/accounts/revoke-user-token.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { getUser } from './get-user.ts'

/** Sessions and API tokens of one user: shown to those who administer users, and ended by them. */
export function registerUserAccess(app: FastifyInstance, context: AppContext): void {
  route(app, userAccountCalls.sessions, async ({ user, request, params }) => {
    const account = await getUser(context, user, params.id)
    if (account instanceof Refusal) return account
    return listSessions(context, { id: account.id, workplaceId: user.workplaceId }, request.session?.id ?? null)
  })
  route(app, userAccountCalls.endSessions, async ({ user, request, params }) => {
    const ended = await endUserSessions(context, user, { ref: params, current: request.session?.id ?? null })
    return ended instanceof Refusal ? ended : { ended }
  })
  route(app, userAccountCalls.endSession, async ({ user, request, params: { id, partId } }) => {
    const ended = await endUserSessions(context, user, {
      ref: { id },
      sessionId: partId,
      current: request.session?.id ?? null,
    })
    return ended instanceof Refusal ? ended : undefined
  })
  route(app, userAccountCalls.tokens, async ({ user, params }) => {
    const account = await getUser(context, user, params.id)
    if (account instanceof Refusal) return account
    return listApiTokens(context, { id: account.id, workplaceId: user.workplaceId })
  })
  route(app, userAccountCalls.revokeToken, ({ user, params: { id, partId } }) =>
    revokeUserToken(context, user, { ref: { id }, tokenId: partId }),
  )
}
