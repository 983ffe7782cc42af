import { findWindow } from '../../operations/history/clean-up/clean-up-window.ts'
import { cleanUpJobId, runCleanUp } from '../../operations/history/run-clean-up.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound } from '../http/rest-refusal.ts'
import { readBoolean } from '../query/read-parameter.ts'

/** `GET /history/cleanup/configuration`: returns the daily window of the history clean-up. */
export async function readConfiguration(call: Call): Promise<unknown> {
  const window = await windowOf(call)
  return { batchWindowStartTime: window?.from ?? null, batchWindowEndTime: window?.until ?? null, enabled: true }
}

/** `POST /history/cleanup`: starts the history clean-up immediately, or leaves it to its schedule. */
export async function order(call: Call): Promise<unknown> {
  const isNow = readBoolean(call.query.immediatelyDue ?? 'true', { name: 'immediatelyDue', origin: 'query' })
  if (isNow !== false) orThrow(await runCleanUp(call.context, call.request))
  return presentJob(await windowOf(call), isNow === false ? null : call.context.clock())
}

/** `GET /history/cleanup/jobs`: lists the single job of the history clean-up. */
export async function listCleanUpJobs(call: Call): Promise<unknown> {
  const job = await findJob(call)
  if (job === null) throw notFound('History cleanup jobs are empty')
  return [job]
}

export async function getCleanUpJob(call: Call): Promise<unknown> {
  const job = await findJob(call)
  if (job === null) throw notFound('History cleanup job does not exist')
  return job
}

async function findJob(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const [window, [rows]] = await Promise.all([
    windowOf(call),
    call.runtime.db.read(call.actor, (tx) =>
      tx.batch([
        {
          name: 'rest_clean_up_open',
          text: `select to_json(started_at)#>>'{}' from history_cleanup where workplace_id = $1 and ended_at is null`,
          values: [workplaceId],
        },
      ]),
    ),
  ])
  const startedAt = rows?.[0]?.[0]
  if (window === null && startedAt == null) return null
  return presentJob(window, startedAt == null ? null : new Date(startedAt))
}

async function windowOf({ runtime, actor, context }: Call) {
  const { 'history.cleanUpFrom': from, 'history.cleanUpUntil': until } = await readSettings(
    runtime.db,
    actor.workplaceId,
  )
  return findWindow(context.clock(), runtime.zone, from, until)
}

function presentJob(window: { readonly from: Date } | null, runsSince: Date | null) {
  const dueDate = runsSince ?? window?.from ?? null
  return {
    ...{ id: cleanUpJobId, jobDefinitionId: null, processInstanceId: null, processDefinitionId: null },
    ...{ processDefinitionKey: null, executionId: null, exceptionMessage: null, failedActivityId: null, retries: 3 },
    ...{ dueDate, suspended: false, priority: 0, tenantId: null, createTime: dueDate, batchId: null },
  }
}
