import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type Belonging, needFor } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'

/** Null when the user may change, try and remove that job, or those of a process. */
export function refuseJob(context: OperationContext, request: Request, thing: Belonging): Promise<Refusal | null> {
  return needFor(context, request, 'instances.operate', { thing, gone: noSuchJob })
}
