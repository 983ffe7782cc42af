import { type ChangingTool, toolApprovalLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { needScope } from '../rights.ts'

export type ApprovalState = 'not-needed' | 'approved' | 'waiting' | 'refused'

export interface ToolUse {
  readonly tool: ChangingTool
  readonly client: string
  /** The arguments as JSON text, with sorted keys: an approval is for these and no others. */
  readonly input: string
}

/**
 * Asks whether an assistant may use a tool for its user now. If the workplace requires approval, a request for the user
 * is stored, unless an equal one exists from the last hour. An approval permits one use. Each permitted use is stored
 * too, so that the audit names user, client and tool.
 */
export async function askToolApproval(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { tool, client, input }: ToolUse,
): Promise<{ readonly state: ApprovalState } | Refusal> {
  const refusal = needScope(request.user, 'read')
  if (refusal !== null) return refusal
  const { id: userId } = request.user
  const { workplaceId } = request
  const now = clock()
  return db.withTransaction(actorOf(request), async (tx) => {
    const isNeeded = (await findSettings(tx))[`assistants.${tool}`]
    // Two requests at once see one after the other: neither an approval nor the last room is given twice.
    await runSql(
      tx,
      sql`select 1 from app_user where workplace_id = ${workplaceId} and id = ${userId} for no key update`,
    )
    const since = new Date(now.getTime() - toolApprovalLimits.minutes * 60_000).toISOString()
    await runSql(
      tx,
      sql`delete from tool_use where workplace_id = ${workplaceId} and user_id = ${userId} and created_at < ${since}`,
    )
    const write = (state: 'waiting' | 'used') =>
      runSql(
        tx,
        sql`insert into tool_use (workplace_id, id, user_id, tool, client, input, state, created_at)
          values (${workplaceId}, ${runtime.newId()}, ${userId}, ${tool}, ${client}, ${input}, ${state}, ${now.toISOString()})`,
      )
    if (!isNeeded) {
      await write('used')
      return { state: 'not-needed' }
    }
    const known = await findRequests(tx, { workplaceId, userId })
    const same = known.find((one) => one.tool === tool && one.input === input)
    if (same?.state === 'approved')
      await runSql(tx, sql`update tool_use set state = 'used' where workplace_id = ${workplaceId} and id = ${same.id}`)
    if (same !== undefined) return { state: same.state }
    if (known.filter(({ state }) => state === 'waiting').length >= toolApprovalLimits.waiting)
      return refuse(
        'tool-approval.too-many',
        `Expected fewer requests, but ${toolApprovalLimits.waiting} wait for approval. Answer them on your profile page.`,
      )
    await write('waiting')
    return { state: 'waiting' }
  })
}

interface KnownRequest {
  readonly id: string
  readonly tool: string
  readonly input: string
  readonly state: 'approved' | 'waiting' | 'refused'
}

function findRequests(
  tx: Tx,
  { workplaceId, userId }: { workplaceId: string; userId: string },
): Promise<KnownRequest[]> {
  return runSql<KnownRequest>(
    tx,
    sql`select id, tool, input, state from tool_use where workplace_id = ${workplaceId} and user_id = ${userId}
      and state <> 'used' order by created_at desc, id`,
  )
}
