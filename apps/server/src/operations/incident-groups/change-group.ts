import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { refuseUnknown } from '../tasks/refuse-unknown.ts'
import { noSuchGroup, refuseIncidentGroup } from './policy.ts'

/** The change of a cause of incidents. Missing fields stay unchanged. */
export interface GroupChange {
  readonly id: string
  readonly revision: number
  /** The new owner; null: no owner; undefined: unchanged. */
  readonly owner?: string | null | undefined
  readonly note?: string | null | undefined
  /** Until when it rests; `next`: until its next incident; null: not any more. */
  readonly snooze?: string | null | undefined
}

/** Sets owner, note or snooze of a cause of incidents. Returns null on success, otherwise a refusal. */
export async function changeGroup(
  context: OperationContext,
  request: Request,
  { id, revision, owner, note, snooze }: GroupChange,
): Promise<Refusal | null> {
  const refusal = refuseIncidentGroup(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchGroup()
  if (owner !== undefined && owner !== null) {
    const unknown = await refuseUnknown(context, request, { kind: 'user', key: owner })
    if (unknown !== null) return unknown
  }
  const { workplaceId, username } = request.user
  const at = context.clock().toISOString()
  return context.db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'incident_group_lock',
        text: 'select message, revision, updated_at, updated_by from incident_group where workplace_id = $1 and id = $2 for no key update',
        values: [workplaceId, id],
      },
    ])
    const row = rows?.[0]
    if (row === undefined) return noSuchGroup()
    const [message, current, updatedAt, updatedBy] = row
    const before = {
      workplace_id: workplaceId,
      name: message ?? '',
      revision: Number(current),
      updated_at: new Date(updatedAt ?? at),
      updated_by: updatedBy ?? null,
    }
    const changed = await refuseChangedMeanwhile(tx, before, revision)
    if (changed !== null) return changed
    await tx.commit([
      {
        name: 'incident_group_change',
        text: `update incident_group set owner = case when $3 then $4 else owner end, note = case when $5 then $6 else note end,
            snoozed_until = case when $7 then $8::timestamptz else snoozed_until end, snoozed_at = case when $7 then $9::timestamptz else snoozed_at end,
            revision = revision + 1, updated_at = $10, updated_by = $11
          where workplace_id = $1 and id = $2`,
        values: [
          workplaceId,
          id,
          owner !== undefined,
          owner ?? null,
          note !== undefined,
          note === undefined || note === null || note === '' ? null : note,
          snooze !== undefined,
          snooze === 'next' ? 'infinity' : (snooze ?? null),
          snooze === undefined || snooze === null ? null : at,
          at,
          username,
        ],
      },
    ])
    return null
  })
}
