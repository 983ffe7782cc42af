import { profileCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeUser } from '../../operations/users/change-user.ts'
import { route } from '../../platform/http/route.ts'
import { getProfile } from './get-profile.ts'
import { getOwnData } from './own-data.ts'

/** Routes for the profile of the signed-in user. */
export function registerProfile(app: FastifyInstance, context: AppContext): void {
  route(app, profileCalls.get, ({ request: { user } }) => getProfile(context.db, user))

  route(app, profileCalls.data, async ({ request }) => getOwnData(context.db, request))

  route(app, profileCalls.save, async ({ request, body }) => {
    const { customer_reference, organisation_reference, ...named } = body
    const change = { ...named, customerReference: customer_reference, organisationReference: organisation_reference }
    return (
      (await changeUser(context, request, { ref: { id: request.user.id }, change })) ??
      getProfile(context.db, request.user)
    )
  })
}
