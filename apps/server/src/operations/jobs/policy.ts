import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type Belonging, needFor } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'

/** Null when the user may change, try and remove that job, or those of a process. */
export function refuseJob(context: OperationContext, user: User, thing: Belonging): Promise<Refusal | null> {
  return needFor(context, user, 'instances.operate', { thing, gone: noSuchJob })
}
