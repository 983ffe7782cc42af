import { Request } from '../platform/auth/request.ts'
import type { Person } from '../platform/auth/user.ts'
import { type Actor, systemActor } from '../platform/db/actor.ts'
import type { Patience } from '../platform/db/patience.ts'
import type { ClaimedJob } from './leases.ts'

/** By whom a job is carried out: the program itself, because of the job. */
export function jobActor({ workplaceId, kind, id }: ClaimedJob): Actor {
  return { ...systemActor(workplaceId, `job ${kind} ${id}`), patience }
}

/**
 * A call that a job makes for somebody, under the rights that they have now. Jobs have leases of their own: nothing
 * else holds it.
 */
export function jobRequest(job: ClaimedJob, user: Person): Request {
  const { cause } = jobActor(job)
  return new Request({ user, cause, patience, holder: null })
}

const patience: Patience = { kind: 'job', signal: null }
