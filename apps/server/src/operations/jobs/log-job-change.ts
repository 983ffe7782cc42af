import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { JobPatch } from '../../runtime/execute/change-jobs.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import { logSuspension } from '../operation-log/log-suspension.ts'
import { type LogContext, type LoggedOperation, logOperation } from '../operation-log/logged-operation.ts'

export interface JobChange {
  /** The unit of work that changes the jobs. */
  readonly unit: Pick<Unit, 'tx'>
  readonly to: NonNullable<LoggedOperation['to']>
  readonly patch: JobPatch
}

/**
 * Returns the statements that log a change of jobs by a user, who has locked them. For one job, the entry has the value
 * before it, which is read here, and nothing is logged for what stays as it is, or for a job that does not exist.
 */
export async function logJobChange(
  context: LogContext,
  request: Request,
  { unit, to, patch }: JobChange,
): Promise<Statement[]> {
  const before = to.kind === 'job' ? await readJob(unit, request.workplaceId, to.id) : unknown
  if (before === null) return []
  const { isSuspended, priority, dueAt } = patch
  const log = (operation: string, property: string, orgValue: string | null, newValue: string | null) =>
    before !== unknown && orgValue === newValue
      ? []
      : [
          logOperation(context, request, {
            ...{ operation, entity: 'Job', category: 'Operator', to },
            changes: [{ property, orgValue, newValue }],
          }),
        ]
  return [
    ...(isSuspended === undefined || isSuspended === before.isSuspended
      ? []
      : [logSuspension(context, request, { entity: 'Job', isSuspended, to })]),
    ...(priority === undefined ? [] : log('SetPriority', 'priority', before.priority, String(priority))),
    ...(dueAt === undefined ? [] : log('SetDueDate', 'duedate', before.dueAt, dueAt === null ? null : written(dueAt))),
  ]
}

interface JobBefore {
  /** Undefined: jobs that may differ. */
  readonly isSuspended?: boolean
  readonly priority: string | null
  /** Milliseconds, as Camunda 7 writes times in its log. */
  readonly dueAt: string | null
}

const unknown: JobBefore = { priority: null, dueAt: null }

async function readJob({ tx }: Pick<Unit, 'tx'>, workplaceId: string, id: string): Promise<JobBefore | null> {
  const [rows] = await tx.batch([
    {
      name: 'job_before_change',
      text: 'select priority, (extract(epoch from due_at) * 1000)::bigint, is_suspended from job where workplace_id = $1 and id = $2',
      values: [workplaceId, id],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return null
  return { priority: row[0] ?? null, dueAt: row[1] ?? null, isSuspended: row[2] === 't' }
}

function written(time: string): string {
  return String(new Date(time).getTime())
}
