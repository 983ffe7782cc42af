import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { JobPatch } from '../../runtime/execute/change-jobs.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import { logSuspension } from '../operation-log/log-suspension.ts'
import { type LoggedOperation, logOperation, type PropertyChange } from '../operation-log/logged-operation.ts'

export interface JobChange {
  /** The unit of work that changes the jobs. */
  readonly unit: Pick<Unit, 'tx'>
  readonly to: NonNullable<LoggedOperation['to']>
  readonly patch: JobPatch
}

/**
 * Returns the statements that log a change of jobs by a user. For one job, the entry has the value before it, which is
 * read here. Nothing is logged for a job that does not exist.
 */
export async function logJobChange(
  context: OperationContext,
  request: Request,
  { unit, to, patch }: JobChange,
): Promise<Statement[]> {
  const before = to.kind === 'job' ? await readJob(unit, request.workplaceId, to.id) : unknown
  if (before === null) return []
  const { isSuspended, priority, dueAt } = patch
  const log = (operation: string, change: PropertyChange) =>
    logOperation(context, request, { operation, entity: 'Job', category: 'Operator', changes: [change], to })
  return [
    ...(isSuspended === undefined ? [] : [logSuspension(context, request, { entity: 'Job', isSuspended, to })]),
    ...(priority === undefined
      ? []
      : [log('SetPriority', { property: 'priority', orgValue: before.priority, newValue: String(priority) })]),
    ...(dueAt === undefined
      ? []
      : [log('SetDueDate', { property: 'duedate', orgValue: before.dueAt, newValue: dueAt && written(dueAt) })]),
  ]
}

interface JobBefore {
  readonly priority: string | null
  /** Milliseconds, as Camunda 7 writes times in its log. */
  readonly dueAt: string | null
}

const unknown: JobBefore = { priority: null, dueAt: null }

async function readJob({ tx }: Pick<Unit, 'tx'>, workplaceId: string, id: string): Promise<JobBefore | null> {
  const [rows] = await tx.batch([
    {
      name: 'job_before_change',
      text: 'select priority, (extract(epoch from due_at) * 1000)::bigint from job where workplace_id = $1 and id = $2',
      values: [workplaceId, id],
    },
  ])
  const row = rows?.[0]
  return row === undefined ? null : { priority: row[0] ?? null, dueAt: row[1] ?? null }
}

function written(time: string): string {
  return String(new Date(time).getTime())
}
