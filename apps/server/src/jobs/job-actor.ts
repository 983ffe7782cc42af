import { type Actor, systemActor } from '../platform/db/actor.ts'
import type { Patience } from '../platform/db/patience.ts'
import type { ClaimedJob } from './leases.ts'

/** By whom a job is carried out: the program itself, because of the job. */
export function jobActor({ workplaceId, kind, id }: ClaimedJob): Actor {
  return { ...systemActor(workplaceId, `job ${kind} ${id}`), patience }
}

const patience: Patience = { kind: 'job', signal: null }
