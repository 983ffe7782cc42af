import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommandOrder, type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

export interface JobRetries {
  readonly id: string
  readonly retries: number
  /** The time of the next try, ISO 8601; null: as soon as a worker is free. */
  readonly dueAt: string | null
}

/** Sets the retries of a job, which resolves its incident. Returns null on success, otherwise a refusal. */
export async function setJobRetries(
  context: OperationContext,
  request: Request,
  { id, retries, dueAt }: JobRetries,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  let before: number | undefined
  const order: CommandOrder = {
    target: { by: 'job', id },
    command: { type: 'setJobRetries', jobId: id, retries, dueAt },
    check: ({ jobs }) => {
      before = jobs.get(id)?.retries
      return null
    },
    gone: noSuchJob,
    // Asked for once it is done, when it is known what there was before. What was so already is no operation.
    extra: () => {
      if (before === retries) return []
      const orgValue = before === undefined ? null : String(before)
      const changes = [{ property: 'retries', orgValue, newValue: String(retries) }]
      const to = { kind: 'job', id } as const
      return [
        logOperation(context, request, {
          operation: 'SetJobRetries',
          entity: 'Job',
          category: 'Operator',
          changes,
          to,
        }),
      ]
    },
  }
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}
