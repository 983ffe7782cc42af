import { aboutCalls, themeCalls } from '@millrace/contract'
import { checkSetting, type WorkplaceKey } from '@millrace/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { findLicence } from '../../operations/licences/licence.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { Cell } from '../../platform/db/cells/open-cell.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { route } from '../../platform/http/route.ts'
import { orNull, readSettings } from '../../platform/settings/read-settings.ts'

export function registerAbout(app: FastifyInstance, { db, cells = [], build, config, isReady }: AppContext): void {
  route(app, aboutCalls.about, async ({ request }) => {
    const { user } = request
    const settings = await readSettings(db, user.workplaceId)
    const licence = await db.read(request, (tx) => findLicence(tx, request.workplaceId))
    return {
      userName: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      userRole: user.roles.join(', '),
      modellerVersion: build.modellerVersion,
      licenseKey: licence?.number ?? settings['licence.key'],
      appsAllowed: licence?.applications.toString() ?? settings['licence.applications'],
      expiryDate: licence?.expires_on ?? settings['licence.expiryDate'],
    }
  })

  route(app, aboutCalls.themeDetails, async ({ request, query }) => {
    const workplaceId = request?.user.workplaceId ?? (await findWorkplaceId(db, query.workplace ?? null))
    const [site] = workplaceId === null ? [] : await db.read({ workplaceId }, (tx) => tx.query(siteOf(workplaceId)))
    const named = request === null && query.workplace ? `workplace=${encodeURIComponent(query.workplace)}&` : ''
    const addressOf = (path: string, digest: string | null | undefined) =>
      digest == null ? null : `${config.apiBase}${path}?${named}v=${digest}`
    return {
      productName: site?.product_name ?? build.name,
      logo: addressOf(themeCalls.logo.path, site?.logo),
      favicon: addressOf(themeCalls.favicon.path, site?.favicon),
      strapline: readStrapline(site?.strapline),
    }
  })

  route(app, aboutCalls.info, async () => ({
    build: { name: build.name, version: build.version, number: build.commit?.slice(0, 7) ?? build.version },
    git: { commit: { id: build.commit } },
  }))

  route(app, aboutCalls.liveness, async () => ({ status: 'UP' as const }))

  const isUp = () => db.doesAnswer(silenceMs)
  const askCell = async (cell: Cell) => ({
    name: cell.name,
    status: cell.isOpen && (await cell.db.doesAnswer(silenceMs)) ? ('UP' as const) : ('DOWN' as const),
  })
  route(app, aboutCalls.health, async ({ reply }) => {
    const [isFirstUp, databases] = await Promise.all([isUp(), Promise.all(cells.map(askCell))])
    return { ...presentHealth(isFirstUp, reply), ...(cells.length > 0 && { databases }) }
  })
  route(app, aboutCalls.readiness, async ({ reply }) => presentHealth(isReady() && (await isUp()), reply))
}

/** Milliseconds after which a database that accepts connections and does not answer is down. */
const silenceMs = 2000

function siteOf(workplaceId: string) {
  return kysely
    .selectFrom('workplace as w')
    .leftJoin('site_theme as t', 't.workplace_id', 'w.workplace_id')
    .leftJoin('site_picture as l', (join) =>
      join.onRef('l.workplace_id', '=', 'w.workplace_id').on('l.kind', '=', 'logo'),
    )
    .leftJoin('site_picture as f', (join) =>
      join.onRef('f.workplace_id', '=', 'w.workplace_id').on('f.kind', '=', 'favicon'),
    )
    .leftJoin('setting as s', (join) =>
      join.onRef('s.workplace_id', '=', 'w.workplace_id').on('s.key', '=', 'strapline.text' satisfies WorkplaceKey),
    )
    .where('w.workplace_id', '=', workplaceId)
    .select(['t.product_name', 'l.digest as logo', 'f.digest as favicon', 's.value as strapline'])
}

function readStrapline(value: unknown): string | null {
  return typeof value === 'string' && checkSetting('strapline.text', value) === null ? orNull(value) : null
}

function presentHealth(isUp: boolean, reply: { code(status: number): unknown }): { status: 'UP' | 'DOWN' } {
  if (!isUp) reply.code(503)
  return { status: isUp ? 'UP' : 'DOWN' }
}
