import { profileCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { route } from '../../platform/http/route.ts'
import { getProfile } from './get-profile.ts'
import { saveProfile } from './save-profile.ts'

/** What users tell about themselves: always about who is signed in. */
export function registerProfile(app: FastifyInstance, context: AppContext): void {
  route(app, profileCalls.get, ({ user }) => getProfile(context.db, user))

  route(
    app,
    profileCalls.save,
    async ({ user, body }) => (await saveProfile(context, user, body)) ?? getProfile(context.db, user),
  )
}
