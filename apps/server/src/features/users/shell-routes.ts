import { shellCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { findDefaultWorkplace, getWorkplace } from './workplaces.ts'

export function registerShell(app: FastifyInstance, context: AppContext): void {
  const { db } = context

  route(app, shellCalls.userInfo, async ({ user }) => ({ username: user.username, preferredUsername: user.username }))

  route(app, shellCalls.init, async ({ user }) => {
    const settings = await readSettings(db, user.workplaceId)
    return {
      ROLES: [...user.roles],
      MONITOR_ENABLED: settings['monitor.enabled'],
      MONITOR_URL: settings['monitor.url'],
      ENABLE_PRIVACY_POLICY: settings['privacyPolicy.enabled'],
      PRIVACY_POLICY_LINK_NAME: settings['privacyPolicy.linkName'],
      PRIVACY_POLICY_LINK_URL: settings['privacyPolicy.linkUrl'],
      HELP_URL: settings['help.url'],
      USER_INFO: { username: user.username },
    }
  })

  route(app, shellCalls.defaultWorkplace, async () => {
    const workplace = await findDefaultWorkplace(db)
    return workplace === null
      ? refuse('thing.not-found', 'Expected a default workplace, but none is chosen.')
      : { DEFAULT_WORKPLACE: workplace.reference }
  })

  route(app, shellCalls.tenantIdentifier, async ({ user }) => ({
    tenantIdentifier: (await getWorkplace(db, user.workplaceId)).reference,
  }))

  route(
    app,
    shellCalls.sessionTimeout,
    async ({ user }) => (await readSettings(db, user.workplaceId))['session.idleSeconds'],
  )
}
