import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { keepBatch } from './keeping.ts'
import { batchIsOver } from './policy.ts'
import { retryStatements } from './statements.ts'

/**
 * Sets the retries of the job that processes one item of a batch. Returns null on success, undefined if the job does
 * not process an item.
 */
export async function setItemRetries(
  context: OperationContext,
  request: Request,
  { jobId, tries }: { readonly jobId: string; readonly tries: number },
): Promise<Refusal | null | undefined> {
  if (!isUuid(jobId)) return undefined
  const { workplaceId } = request
  const [rows] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'batch_of_job',
        text: `select batch_id from batch_item where workplace_id = $1 and job_id = $2 and state <> 'done'`,
        values: [workplaceId, jobId],
      },
    ]),
  )
  const id = rows?.[0]?.[0]
  if (id == null) return undefined
  const at = context.clock().toISOString()
  const done = await keepBatch(context, request, id, ({ isLive }) =>
    isLive ? retryStatements({ workplaceId, id }, { tries, jobId, at }) : batchIsOver(),
  )
  return done instanceof Refusal ? done : null
}
