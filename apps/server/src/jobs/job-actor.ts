import { Request } from '../platform/auth/request.ts'
import type { Person } from '../platform/auth/user.ts'
import { type Actor, systemActor } from '../platform/db/actor.ts'
import type { Patience } from '../platform/db/patience.ts'
import type { ClaimedJob } from './leases.ts'

/** Returns the actor of a job: the product itself, with the job as the cause. */
export function jobActor({ workplaceId, kind, id }: ClaimedJob): Actor {
  return { ...systemActor(workplaceId, `job ${kind} ${id}`), patience }
}

/**
 * Returns a request that a job makes for a user, with their current rights. The lease of the job replaces the holder of
 * a request.
 */
export function jobRequest(job: ClaimedJob, user: Person): Request {
  const { cause } = jobActor(job)
  return new Request({ user, cause, patience, holder: null })
}

const patience: Patience = { kind: 'job', signal: null }
