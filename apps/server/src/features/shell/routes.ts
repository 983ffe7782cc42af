import { shellCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { beginSession } from '../../operations/sessions/begin-session.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { giveSession, readBrowser } from '../../platform/http/browser-session.ts'
import { type Handling, route } from '../../platform/http/route.ts'
import { toSafeReturnUrl } from '../../platform/http/safe-return-url.ts'
import { orNull, readSettings } from '../../platform/settings/read-settings.ts'
import { ssoPaths } from '../../platform/sso/sso-paths.ts'
import { changeWorkplace } from './change-workplace.ts'
import { listBanners } from './list-banners.ts'
import { findOwnWorkplaces, getWorkplace } from './own-workplaces.ts'
import { presentReaches } from './present-reaches.ts'

export function registerShell(app: FastifyInstance, context: AppContext): void {
  const { db, config, settings: installation } = context

  route(app, shellCalls.userInfo, async ({ request: { user } }) => ({
    username: user.username,
    preferredUsername: user.username,
  }))

  route(app, shellCalls.init, async ({ request: { user } }) => {
    const settings = await readSettings(db, user.workplaceId)
    return {
      ROLES: [...user.roles],
      MONITOR_ENABLED: settings['monitor.enabled'],
      MONITOR_URL: orNull(settings['monitor.url']),
      ENABLE_PRIVACY_POLICY: settings['privacyPolicy.enabled'],
      PRIVACY_POLICY_LINK_NAME: orNull(settings['privacyPolicy.linkName']),
      PRIVACY_POLICY_LINK_URL: orNull(settings['privacyPolicy.linkUrl']),
      HELP_URL: orNull(settings['help.url']),
      TOKEN_REFRESH_MINUTES: settings['session.refreshMinutes'],
      OPENS: presentReaches(user),
      USER_INFO: { username: user.username, id: user.id },
      BANNERS: listBanners(settings, installation.current()),
    }
  })

  route(app, shellCalls.defaultWorkplace, async (handling) => {
    const { current, all, origin } = await findOwnWorkplaces(db, sessionOf(handling))
    const isClear = all.length === 1 || current.isDefault || origin?.isChosen !== false
    return isClear
      ? { DEFAULT_WORKPLACE: current.reference }
      : refuse('thing.not-found', 'Expected a default workplace, but you have several and have not chosen one.')
  })

  route(app, shellCalls.tenantIdentifier, async ({ request: { user } }) => ({
    tenantIdentifier: (await getWorkplace(db, user.workplaceId)).reference,
  }))

  route(app, shellCalls.workplaces, async (handling) => {
    const {
      request: { user },
      query,
    } = handling
    if (query.username !== undefined && query.username.toLowerCase() !== user.username.toLowerCase())
      return refuse('thing.not-found', 'Expected your own user name: you cannot see the workplaces of others.')
    const { current, all, origin } = await findOwnWorkplaces(db, sessionOf(handling))
    return {
      workplaces: all.map(({ reference }) => reference).join(','),
      selectedWorkplace: current.reference,
      selectedName: current.name,
      advancedSso: origin !== null,
    }
  })

  route(app, shellCalls.updateTenant, async (handling) => {
    const { query, http, reply } = handling
    const change = await changeWorkplace(context, sessionOf(handling), query.selectedWrf)
    if (change instanceof Refusal) return change
    const { user, sso: origin } = change
    const tokens = await beginSession(context, { user, sso: origin, ...readBrowser(http) })
    const access = giveSession(context.csrf, reply, tokens)
    return { selectedWorkplace: change.workplace.reference, ...access }
  })

  route(app, shellCalls.redirectToSecure, async ({ query }) => {
    const returnUrl = toSafeReturnUrl(query.returnUrl)
    const isThere = context.sso !== null
    const page = !isThere ? '/login' : `${config.apiBase}${ssoPaths.start}`
    return {
      location: returnUrl === '/' ? page : `${page}?returnUrl=${encodeURIComponent(returnUrl)}`,
      advancedSso: isThere,
    }
  })

  route(
    app,
    shellCalls.sessionTimeout,
    async ({ request: { user } }) => (await readSettings(db, user.workplaceId))['session.idleSeconds'],
  )
}

type Signed = Pick<Handling<typeof shellCalls.tenantIdentifier>, 'http'>

/** Set for whoever is signed in, which the call asks for. */
function sessionOf({ http: { session } }: Signed) {
  if (session === null) throw new Error('Expected a signed-in user, but nobody is signed in.')
  return session
}
