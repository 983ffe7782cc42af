import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type Beside, type CommandOrder, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

export interface JobRetries {
  readonly id: string
  readonly retries: number
  /** When it is tried; null: as soon as somebody has time. */
  readonly dueAt: string | null
}

/** Sets the retries of a job, which resolves its incident. Returns null on success, otherwise a refusal. */
export async function setJobRetries(
  context: OperationContext,
  request: Request,
  { id, retries, dueAt }: JobRetries,
  beside?: Beside,
): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  const order: CommandOrder = {
    target: { by: 'job', id },
    command: { type: 'setJobRetries', jobId: id, retries, dueAt },
    gone: noSuchJob,
  }
  const done = await carryOut(context, request, order, beside)
  return done instanceof Refusal ? done : null
}
