import { jobCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeJobs } from '../../operations/jobs/change-jobs.ts'
import { executeJob } from '../../operations/jobs/execute-job.ts'
import { noSuchJob } from '../../operations/jobs/jobs.ts'
import { resetJobTimer } from '../../operations/jobs/reset-job-timer.ts'
import { setJobRetries } from '../../operations/jobs/set-job-retries.ts'
import type { User } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import type { JobPatch } from '../../runtime/execute/change-jobs.ts'
import { getJob, listJobFilters } from './get-job.ts'
import { createJobSource } from './job-list.ts'

export function registerJobs(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  listRoutes(app, db, {
    list: jobCalls.list,
    count: jobCalls.listCount,
    file: jobCalls.listExport,
    source: createJobSource(runtime),
  })
  route(app, jobCalls.filters, ({ user }) => listJobFilters(db, user))
  route(app, jobCalls.get, ({ user, params }) => getJob(runtime, user, params.id))
  route(app, jobCalls.run, async ({ user, params: { id } }) =>
    isUuid(id) ? executeJob(context, user, id) : noSuchJob(),
  )
  route(app, jobCalls.setRetries, async ({ user, params: { id }, body }) =>
    isUuid(id) ? setJobRetries(context, user, { id, ...body, dueAt: null }) : noSuchJob(),
  )
  route(app, jobCalls.setDue, ({ user, params, body }) => changeOne(user, params.id, body))
  route(app, jobCalls.setPriority, ({ user, params, body }) => changeOne(user, params.id, body))
  route(app, jobCalls.suspend, ({ user, params, body }) => changeOne(user, params.id, body))
  route(app, jobCalls.resetTimer, async ({ user, params: { id }, body }) =>
    isUuid(id) ? resetJobTimer(context, user, { id, ...body }) : noSuchJob(),
  )

  async function changeOne(user: User, id: string, patch: JobPatch): Promise<Refusal | null> {
    if (!isUuid(id)) return noSuchJob()
    const changed = await changeJobs(context, user, { of: { by: 'id', id }, patch })
    if (changed instanceof Refusal) return changed
    return changed === 0 ? noSuchJob() : null
  }
}
