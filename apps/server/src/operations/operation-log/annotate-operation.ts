import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { need, needSomewhere } from '../rights.ts'
import { identityEntities, seesIdentities } from './identity-entities.ts'

export interface OperationNote {
  readonly operationId: string
  /** Null takes the note away. */
  readonly annotation: string | null
}

/** Writes a note on an operation of the log, for all of its entries. Returns null on success, otherwise a refusal. */
export async function annotateOperation(
  context: OperationContext,
  request: Request,
  { operationId, annotation }: OperationNote,
): Promise<Refusal | null> {
  const missing = needSomewhere(request.user, 'instances.operate')
  if (missing !== null) return missing
  const { workplaceId, user } = request
  const entries = await context.db.read(request, (tx) => findEntries(tx, workplaceId, operationId))
  if (entries.length === 0) return noOperation()
  if (entries.some(({ isAdmin }) => isAdmin) && !seesIdentities(user)) return noOperation()
  for (const { instanceId } of entries) {
    const refusal = await refuseNote(context, request, instanceId)
    if (refusal !== null) return refusal
  }
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      annotation === null
        ? {
            name: 'operation_annotation_clear',
            text: 'delete from operation_annotation where workplace_id = $1 and operation_id = $2',
            values: [workplaceId, operationId],
          }
        : {
            name: 'operation_annotation_set',
            text: `insert into operation_annotation (workplace_id, operation_id, annotation, set_at, set_by) values ($1, $2, $3, $4, $5)
              on conflict (workplace_id, operation_id) do update set annotation = excluded.annotation, set_at = excluded.set_at, set_by = excluded.set_by`,
            values: [workplaceId, operationId, annotation, context.clock().toISOString(), user.username],
          },
    ]),
  )
  return null
}

/** Refuses a note on an entry to users who do not operate its process, or all processes when it concerns none. */
async function refuseNote(
  context: OperationContext,
  request: Request,
  instanceId: string | null,
): Promise<Refusal | null> {
  if (instanceId === null) return need(request.user, 'instances.operate')
  return needFor(context, request, 'instances.operate', {
    thing: { kind: 'instance', id: instanceId },
    gone: noOperation,
  })
}

function noOperation(): Refusal {
  return refuse('thing.not-found', 'Expected an operation of the log, but there is none with this id.')
}

interface Entry {
  /** Null for what belongs to none. */
  readonly instanceId: string | null
  /** Whether it is of the category `Admin`. */
  readonly isAdmin: boolean
}

/**
 * Returns what an operation was done to, one entry for each instance. What the log reads from
 * history or the audit is found there: a change or link of a task, an ended task, a start, a deletion, a user or group.
 */
async function findEntries(tx: Tx, workplaceId: string, operationId: string): Promise<Entry[]> {
  if (!isUuid(operationId)) return []
  const [rows = []] = await tx.batch([
    {
      name: 'operation_entries',
      text: `select distinct instance_id, is_admin from (
          select instance_id, category = 'Admin' as is_admin from operation_log where workplace_id = $1 and operation_id = $2
          union all select nullif(instance_id, subject_id), false from history_fact where workplace_id = $1 and operation_id = $2 and kind = 'task-changed'
          union all select nullif(instance_id, subject_id), false from history_fact where workplace_id = $1 and id = $2 and kind = 'task-link'
          union all select nullif(instance_id, id), false from history_task where workplace_id = $1 and id = $2 and ended_by is not null
          union all select id, false from instance where workplace_id = $1 and id = $2
          union all select id, false from history_instance where workplace_id = $1 and id = $2
          union all select id, false from history_instance where workplace_id = $1 and md5(id::text || 'end')::uuid = $2 and ended_by is not null and outcome = 'deleted'
          union all select null::uuid, true from audit_entry where workplace_id = $1 and id = $2 and at between $3::timestamptz - interval '1 day' and $3::timestamptz + interval '1 day' and entity = any($4)) f`,
      values: [workplaceId, operationId, timeOf(operationId), identityEntities],
    },
  ])
  return rows.map(([instanceId = null, isAdmin]) => ({ instanceId, isAdmin: isAdmin === 't' }))
}

/**
 * Returns the time in an id of version 7, which names the partition of the audit with its entry; of other ids a time
 * before all entries.
 */
function timeOf(id: string): string {
  const milliseconds = id[14] === '7' ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : 0
  return new Date(Math.min(milliseconds, latestTime)).toISOString()
}

/** The last year of four digits. */
const latestTime = Date.UTC(9999, 0)
