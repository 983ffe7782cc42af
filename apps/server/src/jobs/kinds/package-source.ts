import { findSource, lookAtSource, noteLook } from '../../operations/package-sources/look-at-source.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import type { ClaimedJob } from '../leases.ts'

/**
 * Checks the source of packages with the id of the job. The lease of the job ensures that one server does it at a time.
 *
 * @returns the milliseconds until the next check; null when the source does not exist or has no schedule.
 */
export async function pullPackage(runtime: Runtime, job: ClaimedJob): Promise<number | null> {
  const { db, clock } = runtime
  const { workplaceId, id, workerId } = job
  const found = await db.read({ workplaceId }, async (tx) => {
    const source = await findSource(tx, workplaceId, id)
    if (source === null) return null
    const [people, jobs] = await tx.batch([
      {
        name: 'package_source_person',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
        values: [workplaceId, source.acts_as],
      },
      {
        name: 'package_source_job',
        text: `select coalesce(data ? 'isAsked', false) from job where workplace_id = $1 and id = $2 and locked_by = $3`,
        values: [workplaceId, id, workerId],
      },
    ])
    return { source, person: readUser(people), isAsked: jobs?.[0]?.[0] === 't' }
  })
  if (found === null) return null
  const { source, person, isAsked } = found
  if (source.every_minutes === null && !isAsked) return null
  const actor = jobActor(job)
  const request = person && jobRequest(job, atTime(person, clock()))
  const look = await lookAtSource(runtime, { source, request, isAsked, actor })
  await noteLook(runtime, actor, { ...look, workplaceId, id })
  return source.every_minutes === null ? null : source.every_minutes * 60_000
}

/**
 * Stores that a check of a package source ended with an error of the server. The next check is at its scheduled time.
 */
export function notePullFailed(runtime: Runtime, job: ClaimedJob, message: string): Promise<void> {
  const { workplaceId, id } = job
  return noteLook(runtime, jobActor(job), { workplaceId, id, outcome: 'retry', message })
}
