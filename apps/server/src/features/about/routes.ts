import { aboutCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { route } from '../../platform/http/route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

export function registerAbout(app: FastifyInstance, { db, build, isReady }: AppContext): void {
  route(app, aboutCalls.about, async ({ user }) => {
    const settings = await readSettings(db, user.workplaceId)
    return {
      userName: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      userRole: user.roles.join(', '),
      modellerVersion: build.modellerVersion,
      licenseKey: settings['licence.key'],
      appsAllowed: settings['licence.applications'],
      expiryDate: settings['licence.expiryDate'],
    }
  })

  route(app, aboutCalls.themeDetails, async ({ user }) => {
    const workplaceId = user?.workplaceId ?? (await findWorkplaceId(db, null))
    const [site] =
      workplaceId === null ? [] : await db.withTransaction(workplaceId, (tx) => tx.query(siteOf(workplaceId)))
    return { productName: site?.product_name ?? build.name }
  })

  route(app, aboutCalls.info, async () => ({
    build: { name: build.name, version: build.version, number: build.commit?.slice(0, 7) ?? build.version },
    git: { commit: { id: build.commit } },
  }))

  route(app, aboutCalls.liveness, async () => ({ status: 'UP' as const }))

  const doesDatabaseAnswer = () =>
    db.pool.query('select 1').then(
      () => true,
      () => false,
    )
  route(app, aboutCalls.health, async ({ reply }) => presentHealth(await doesDatabaseAnswer(), reply))
  route(app, aboutCalls.readiness, async ({ reply }) => presentHealth(isReady() && (await doesDatabaseAnswer()), reply))
}

function siteOf(workplaceId: string) {
  return kysely.selectFrom('site_theme').where('workplace_id', '=', workplaceId).select('product_name')
}

function presentHealth(isUp: boolean, reply: { code(status: number): unknown }): { status: 'UP' | 'DOWN' } {
  if (!isUp) reply.code(503)
  return { status: isUp ? 'UP' : 'DOWN' }
}
