import { sql } from 'kysely'
import { type Occasion, Request } from '../../platform/auth/request.ts'
import { readToken } from '../../platform/auth/token.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { guestName } from '../../runtime/forms/guest.ts'

/** A public link with the version of the process that it opens: the newest, or that of its task. */
export interface FormLink {
  readonly workplace_id: string
  readonly id: string
  readonly name: string
  readonly has_captcha: boolean
  readonly may_save: boolean
  readonly is_once: boolean
  readonly uses: number
  readonly sites: readonly string[]
  readonly expires_at: Date | null
  readonly ended_at: Date | null
  readonly definition_id: string
  readonly process_key: string
  readonly tenant_id: string | null
  readonly process_name: string | null
  readonly description: string | null
  readonly has_none_start: boolean
  readonly is_suspended: boolean
  /** The id of the task that the link opens; null for a link that starts a process. */
  readonly task_id: string | null
  readonly task_name: string | null
  readonly is_task_open: boolean
}

/** Returns the path of the page of a link, with its token. */
export function pathOfLink(
  link: { readonly definition_id: string; readonly task_id: string | null },
  token: string,
): string {
  const page = link.task_id === null ? `process/viewprocess/${link.definition_id}` : `task/viewtask/${link.task_id}`
  return `/standalone/external/${page}?link=${token}`
}

/** Returns the workplace of the token of a link; null for a text that cannot be one. */
export function workplaceOfLink(token: string): string | null {
  return readToken(token)?.workplaceId ?? null
}

/**
 * Finds a public link by its token, in one round trip. Null when it does not exist, its process was deleted, or its
 * workplace is suspended.
 */
export async function findFormLink(tx: Tx, token: string): Promise<FormLink | null> {
  const read = readToken(token)
  if (read === null) return null
  const [link] = await runSql<FormLink>(
    tx,
    sql`select l.workplace_id, l.id, l.name, l.has_captcha, l.may_save, l.is_once, l.uses, l.sites, l.expires_at, l.ended_at,
        d.id as definition_id, d.key as process_key, d.tenant_id, d.name as process_name, d.description, d.has_none_start,
        d.is_suspended or coalesce(t.is_suspended, false) as is_suspended, l.task_id, coalesce(t.name, t.task_key) as task_name, t.id is not null as is_task_open
      from form_link l left join task t on t.workplace_id = l.workplace_id and t.id = l.task_id cross join lateral (
        select * from process_definition p where p.workplace_id = l.workplace_id and p.key = l.process_key
          and coalesce(p.tenant_id, '') = coalesce(l.tenant_id, '')
          order by coalesce(p.id = t.definition_id, false) desc, p.version desc limit 1) d
      where l.workplace_id = ${read.workplaceId}::uuid and l.token_hash = ${read.hash}
        and exists (select from workplace w where w.workplace_id = l.workplace_id and w.suspended_at is null)`,
  )
  return link ?? null
}

/** The SQL condition that the task of a row `l` of `form_link` has ended or was deleted with its instance. */
export const isTaskOfLinkOver: Sql = sql`(l.task_id is not null
  and not exists (select from task t where t.workplace_id = l.workplace_id and t.id = l.task_id))`

/** Returns the SQL condition that a row `l` of `form_link` is valid at this time. */
export function isLinkGood(now: Date): Sql {
  return sql`(not l.is_ended and not l.is_used and (l.expires_at is null or l.expires_at > ${now.toISOString()}::timestamptz) and not ${isTaskOfLinkOver})`
}

/** Returns the user as whom a public link acts: without account, roles or groups. */
export function guestOf({ id, workplace_id }: Pick<FormLink, 'id' | 'workplace_id'>): Person {
  return {
    id,
    workplaceId: workplace_id,
    username: guestName(id),
    firstName: null,
    lastName: null,
    email: null,
    roles: [],
    groups: [],
    authorizations: [],
    token: null,
  }
}

/**
 * Creates the request of a guest with a public link. Repeated calls are recognized by the receipt that the page sends,
 * not by a session.
 */
export function guestRequest(link: Pick<FormLink, 'id' | 'workplace_id'>, { cause, patience }: Occasion): Request {
  return new Request({ user: guestOf(link), cause, patience, holder: null })
}
