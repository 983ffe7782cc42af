import { jobKinds } from '@millrace/engine'
import { everywhere, intersect, type Reach } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf, reachOfToken } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor, type ProcessReference } from '../process-reference.ts'
import { noSuchJob } from './jobs.ts'

/**
 * Checks that the user may change, execute and delete a job, or the jobs of a process. Jobs of the product, such as its
 * mails, are reported as not found. Returns null if so, otherwise a refusal.
 */
export async function refuseJob(
  context: OperationContext,
  request: Request,
  thing: ProcessReference,
): Promise<Refusal | null> {
  const refusal = await needFor(context, request, 'instances.operate', { thing, gone: noSuchJob })
  if (refusal !== null || thing.kind !== 'job') return refusal
  return (await isOfEngine(context, request, thing.id)) ? null : noSuchJob()
}

async function isOfEngine({ db }: OperationContext, request: Request, id: string): Promise<boolean> {
  const [rows] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'job_of_engine',
        text: 'select 1 from job where workplace_id = $1 and id = $2 and kind = any($3::text[])',
        values: [request.workplaceId, id, [...jobKinds]],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

/** Returns the processes whose jobs the user sees: all of them, or those that they operate by a right. */
export function seenJobs(user: Person): Reach {
  return isOperator(user) ? intersect(everywhere, reachOfToken(user)) : reachOf(user, 'instances.operate')
}
