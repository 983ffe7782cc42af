import { formLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { createToken } from '../../platform/auth/token.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchProcess } from '../processes/policy.ts'
import { findStartable } from '../processes/startable.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { isLinkGood, pathOfLink } from './form-link.ts'
import { linkMailStatements } from './link-mail.ts'
import { refuseLinkKeeper } from './policy.ts'

export interface NewFormLink {
  readonly name: string
  /** A version of the process that it starts, or the task that it leads to. */
  readonly of: { readonly definitionId: string } | { readonly taskId: string }
  /**
   * The address to which the link is mailed, so that nobody else gets it; null when the user who creates the link
   * shares it.
   */
  readonly recipient: string | null
  /** The address at which browsers reach the server. */
  readonly publicUrl: string
  readonly expiresAt: string | null
  readonly isOnce: boolean
  readonly hasCaptcha: boolean
  readonly maySave: boolean
  readonly sites: readonly string[]
  /** The message after the form was sent. */
  readonly thanks: string | null
  /** The page that is offered then. */
  readonly onwards: string | null
}

export interface MadeFormLink {
  readonly id: string
  /** The token in the address of the link. The server stores only its digest. Null when the link was mailed. */
  readonly token: string | null
  readonly path: string | null
}

/**
 * Creates a link by which people without an account start a process, in its newest version at any time, or complete one
 * task. A link for one person is mailed to that person and shown to nobody.
 */
export async function createFormLink(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { name, of, recipient, publicUrl, expiresAt, isOnce, hasCaptcha, maySave, sites, thanks, onwards }: NewFormLink,
): Promise<MadeFormLink | Refusal> {
  const refusal = refuseLinkKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const now = clock()
  if (expiresAt !== null && new Date(expiresAt) <= now) return refuseExpired()
  const made = await db.withTransaction(actorOf(request), async (tx): Promise<MadeFormLink | Refusal> => {
    const found =
      'taskId' in of ? await findTask(tx, workplaceId, of.taskId) : await findProcess(tx, workplaceId, of.definitionId)
    if (found instanceof Refusal) return found
    const [known] = await runSql<{ count: string }>(
      tx,
      sql`select count(*) as count from (select from form_link l where l.workplace_id = ${workplaceId} and ${isLinkGood(now)} limit ${formLinkLimits.links}) g`,
    )
    if (Number(known?.count ?? 0) >= formLinkLimits.links)
      return refuse(
        'link.too-many',
        `Expected fewer than ${formLinkLimits.links} valid public links, but the workplace has that many. End one first.`,
      )
    const id = runtime.newId()
    const { text, hash } = createToken(workplaceId)
    await tx.query(
      kysely.insertInto('form_link').values({
        workplace_id: workplaceId,
        id,
        token_hash: hash,
        name,
        process_key: found.key,
        tenant_id: found.tenant_id,
        task_id: found.task_id,
        recipient,
        expires_at: expiresAt,
        is_once: isOnce,
        has_captcha: hasCaptcha,
        may_save: maySave,
        sites: [...new Set(sites)],
        thanks,
        onwards,
        created_at: now,
        created_by: username,
      }),
    )
    const path = pathOfLink(found, text)
    if (recipient === null) return { id, token: text, path }
    await tx.batch(
      linkMailStatements(workplaceId, {
        ...{ id: runtime.newId(), mail: 'formLink', to: recipient, way: `${publicUrl}${path}`, at: now.toISOString() },
        ...{ name: found.name, until: expiresAt },
      }),
    )
    return { id, token: null, path: null }
  })
  if (recipient !== null && !(made instanceof Refusal)) runtime.announceJobs()
  return made
}

/** The target of a link: a process or a task. */
interface Led {
  readonly key: string
  readonly tenant_id: string | null
  readonly definition_id: string
  readonly task_id: string | null
  readonly name: string
}

async function findProcess(tx: Tx, workplaceId: string, definitionId: string): Promise<Led | Refusal> {
  const process = await findStartable(tx, workplaceId, definitionId)
  if (process === null) return noSuchProcess()
  if (!process.has_none_start)
    return refuse(
      'definition.not-startable',
      'Expected a process that users can start, but its model has no start event for users.',
    )
  const { key, tenant_id } = process
  const [row] = await runSql<{ name: string }>(
    tx,
    sql`select coalesce(name, key) as name from process_definition where workplace_id = ${workplaceId} and id = ${definitionId}`,
  )
  return { key, tenant_id, definition_id: definitionId, task_id: null, name: row?.name ?? key }
}

/** Returns an open task of a process: one that belongs to none has no form. */
async function findTask(tx: Tx, workplaceId: string, taskId: string): Promise<Led | Refusal> {
  const [row] = isUuid(taskId)
    ? await runSql<Led>(
        tx,
        sql`select d.key, d.tenant_id, d.id as definition_id, t.id as task_id, coalesce(t.name, t.task_key, d.name, d.key) as name
          from task t join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
          where t.workplace_id = ${workplaceId} and t.id = ${taskId}`,
      )
    : []
  return row ?? noSuchTask()
}

function refuseExpired(): Refusal {
  const message = 'Expected an expiry time in the future.'
  return refuse('link.invalid', message, [{ where: 'expiresAt', message }])
}
