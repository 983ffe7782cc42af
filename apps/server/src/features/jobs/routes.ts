import { jobCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeJobs } from '../../operations/jobs/change-jobs.ts'
import { executeJob } from '../../operations/jobs/execute-job.ts'
import { noSuchJob } from '../../operations/jobs/jobs.ts'
import { resetJobTimer } from '../../operations/jobs/reset-job-timer.ts'
import { setJobRetries } from '../../operations/jobs/set-job-retries.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import type { JobPatch } from '../../runtime/execute/change-jobs.ts'
import { getJob, listJobFilters } from './get-job.ts'
import { createJobSource } from './job-list.ts'

export function registerJobs(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, { calls: jobCalls, source: createJobSource(runtime) })
  route(app, jobCalls.filters, ({ request }) => listJobFilters(db, request))
  route(app, jobCalls.get, ({ request, params }) => getJob(runtime, request, params.id))
  route(app, jobCalls.run, async ({ request, params: { id } }) =>
    isUuid(id) ? executeJob(context, request, id) : noSuchJob(),
  )
  route(app, jobCalls.setRetries, async ({ request, params: { id }, body }) =>
    isUuid(id) ? setJobRetries(context, request, { id, ...body, dueAt: null }) : noSuchJob(),
  )
  route(app, jobCalls.setDue, ({ request, params, body }) => changeOne(request, params.id, body))
  route(app, jobCalls.setPriority, ({ request, params, body }) => changeOne(request, params.id, body))
  route(app, jobCalls.suspend, ({ request, params, body }) => changeOne(request, params.id, body))
  route(app, jobCalls.resetTimer, async ({ request, params: { id }, body }) =>
    isUuid(id) ? resetJobTimer(context, request, { id, ...body }) : noSuchJob(),
  )

  async function changeOne(request: Request, id: string, patch: JobPatch): Promise<Refusal | null> {
    if (!isUuid(id)) return noSuchJob()
    const changed = await changeJobs(context, request, { of: { by: 'id', id }, patch })
    if (changed instanceof Refusal) return changed
    return changed === 0 ? noSuchJob() : null
  }
}
