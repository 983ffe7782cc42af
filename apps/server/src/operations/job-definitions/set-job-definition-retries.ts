import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { placeOfJob } from '../../runtime/definitions/place-of-job.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseJobDefinition } from './policy.ts'

/** Sets the retries of the failed jobs of a job definition. Returns null on success, otherwise a refusal. */
export async function setJobDefinitionRetries(
  context: OperationContext,
  request: Request,
  { id, retries }: { id: string; retries: number },
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, request, { kind: 'jobDefinition', id })
  if (refusal !== null) return refusal
  const [rows = []] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'failed_jobs_of_definition',
        text: `select j.id from job j join job_definition jd on jd.workplace_id = j.workplace_id and ${placeOfJob('jd')}
          where j.workplace_id = $1 and jd.id = $2 and j.retries = 0`,
        values: [request.workplaceId, id],
      },
    ]),
  )
  return carryOutForAll(context, request, {
    by: 'job',
    ids: rows.map(([jobId]) => jobId ?? ''),
    commandFor: (jobId) => ({ type: 'setJobRetries', jobId, retries, dueAt: null }),
  })
}
