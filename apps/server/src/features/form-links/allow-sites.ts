import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readToken } from '../../platform/auth/token.ts'
import { type CaptchaConfig, captchaServices } from '../../platform/captcha-config.ts'
import type { Database } from '../../platform/db/database.ts'
import { allowCaptcha, allowFraming } from '../../platform/http/security-headers.ts'
import { runSql } from '../../platform/list/sql.ts'

interface PageContext {
  readonly db: Database
  readonly config: { readonly captcha: CaptchaConfig | null }
}

/**
 * Allows the sites of a public link to embed its page, and the page to load the configured captcha service. All other
 * pages cannot be embedded, and only load the product's own scripts (decision 17).
 */
export async function allowSites(
  { db, config: { captcha } }: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!request.url.startsWith('/standalone/external/')) return
  const read = readToken(new URLSearchParams(request.url.split('?')[1]).get('link') ?? '')
  if (read === null) return
  const { workplaceId, hash } = read
  const found = db.read({ workplaceId }, (tx) =>
    runSql<{ sites: readonly string[]; has_captcha: boolean }>(
      tx,
      sql`select sites, has_captcha from form_link where workplace_id = ${workplaceId}::uuid and token_hash = ${hash} and not is_ended`,
    ),
  )
  // Without the database the page comes all the same, and says what is wrong.
  const [link] = await found.catch(() => [])
  if (link === undefined) return
  if (link.has_captcha && captcha !== null) allowCaptcha(reply, captchaServices[captcha.kind].sources)
  if (link.sites.length > 0) allowFraming(reply, link.sites)
}
