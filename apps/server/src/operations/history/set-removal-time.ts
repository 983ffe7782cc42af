import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { evaluatedDecisions } from '../../runtime/history/evaluated-decisions.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { need } from '../rights.ts'
import { nothingToForget } from './policy.ts'

export interface RemovalTime {
  readonly subject: 'instance' | 'decisionInstance' | 'batch'
  readonly id: string
  /** A time, never, or as follows from the end and the time to live of its definition. */
  readonly mode: 'at' | 'never' | 'calculated'
  readonly at: string | null
  readonly isHierarchical: boolean
}

/** Sets the time from which a part of the history may be deleted. Returns null on success, otherwise a refusal. */
export async function setRemovalTime(
  { db, clock }: OperationContext,
  request: Request,
  order: RemovalTime,
  { alongside = [] }: CommitExtras = {},
): Promise<Refusal | null> {
  const refusal = need(request.user, 'history.delete')
  if (refusal !== null) return refusal
  const gone = nothingToForget(words[order.subject])
  if (!isUuid(order.id)) return gone
  return db.withTransaction(actorOf(request), async (tx) => {
    const [found] = await tx.batch([statementOf(request.workplaceId, order, clock().toISOString())])
    if (found?.[0] === undefined) return gone
    if (alongside.length > 0) await tx.batch(alongside)
    return null
  })
}

const words = { instance: 'an instance', decisionInstance: 'an evaluation of a decision', batch: 'a batch' } as const

/** Answers a row for each thing that there is, whether its time is written or follows from its definition again. */
function statementOf(
  workplaceId: string,
  { subject, id, mode, at, isHierarchical }: RemovalTime,
  now: string,
): Statement {
  const time = mode === 'at' ? at : null
  if (subject === 'batch')
    return {
      name: 'batch_removal_time',
      text: 'update batch set removal_at = $3 where workplace_id = $1 and id = $2 returning id',
      values: [workplaceId, id, time],
    }
  const ids = `select distinct id from (${subjects[subject]}) s where id is not null`
  const values = [workplaceId, id, isHierarchical]
  if (mode === 'calculated')
    return {
      name: `removal_time_follow_${subject}`,
      text: `with found as (${ids}), gone as (delete from removal_time r using found where r.workplace_id = $1 and r.subject_id = found.id) select id from found`,
      values,
    }
  return {
    name: `removal_time_set_${subject}`,
    text: `insert into removal_time (workplace_id, subject_id, removal_at, set_at) select $1, id, $4, $5 from (${ids}) found
      on conflict (workplace_id, subject_id) do update set removal_at = excluded.removal_at, set_at = excluded.set_at returning subject_id`,
    values: [...values, time, now],
  }
}

const subjects = {
  instance: `select i.id from (select id, root_id from instance where workplace_id = $1 and id = $2 union all select id, root_id from history_instance where workplace_id = $1 and id = $2) n
    cross join lateral (select n.id union select n.root_id where $3::boolean union select id from instance where $3::boolean and workplace_id = $1 and root_id = n.root_id
      union select id from history_instance where $3::boolean and workplace_id = $1 and root_id = n.root_id and id <> root_id) i`,
  // A required decision has no row of its own to look for.
  decisionInstance: `select $2::uuid as id union select e.id from (${evaluatedDecisions('f.id = $2')}) e where $3::boolean`,
} as const
