import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readToken } from '../../platform/auth/token.ts'
import type { Database } from '../../platform/db/database.ts'
import { allowFraming } from '../../platform/http/security-headers.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Lets the sites of a public link show its page within theirs. Every other page is shown within none (decision 17). */
export async function allowSites(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.url.startsWith('/standalone/external/')) return
  const read = readToken(new URLSearchParams(request.url.split('?')[1]).get('link') ?? '')
  if (read === null) return
  const { workplaceId, hash } = read
  const found = db.read({ workplaceId }, (tx) =>
    runSql<{ sites: readonly string[] }>(
      tx,
      sql`select sites from form_link where workplace_id = ${workplaceId}::uuid and token_hash = ${hash} and not is_ended`,
    ),
  )
  // Without the database the page comes all the same, and says what is wrong.
  const [link] = await found.catch(() => [])
  if (link !== undefined && link.sites.length > 0) allowFraming(reply, link.sites)
}
