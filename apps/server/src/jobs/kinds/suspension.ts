import { type JobData, jobData } from '@millrace/engine'
import { carryOutPlanWithin } from '../../operations/processes/carry-out-plan.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { firstOf } from '../../platform/db/first-of.ts'
import { executeEach } from '../../runtime/execute/execute-all.ts'
import { endSuspension } from '../../runtime/execute/suspensions.ts'
import { type CommandAnswer, type Unit, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import { type ClaimedJob, goOnLater } from '../leases.ts'
import { countFailure } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** The number of instances that are changed before other jobs get a turn. */
const portion = 50

/**
 * Suspends or activates the instances of a definition that are too many for one unit of work. Each instance is a
 * separate unit. The next portion starts after the last one and contains instances in the wrong state: a worker that
 * continues after a crash finds them, and no instance is checked twice.
 */
export const suspension: JobHandler = {
  run: async ({ runtime }, job) => {
    const found = await findPortion(runtime, job)
    if (found === null) return 'gone'
    if (found.planned !== null) return carryOutPlan(runtime, job, { ...found, planned: found.planned })
    const { ids, isSuspended, processKey } = found
    for (const id of ids) {
      const answer = await suspendOne(runtime, job, id, isSuspended)
      if (answer === null) return 'gone'
      if (answer.ok) continue
      const message = `Expected to ${isSuspended ? 'suspend' : 'activate'} instance ${id} of ${processKey}, but that failed: ${reasonOf(answer)}`
      await countFailure(runtime, job, 'recordJobFailure', { message, isFinal: false, detail: { instanceId: id } })
      return 'failed'
    }
    if (ids.length < portion) await endSuspension(runtime, jobActor(job), job.id)
    else {
      await goOnLater(runtime.db, job, { now: runtime.clock(), notes: { after: ids.at(-1) } })
      runtime.announceJobs()
    }
    return 'done'
  },
  fail: ({ runtime }, job, failure) => countFailure(runtime, job, 'recordJobFailure', failure),
}

interface Portion extends Pick<JobData['suspension'], 'planned'> {
  readonly ids: readonly string[]
  readonly isSuspended: boolean
  readonly definitionId: string
  readonly processKey: string
}

async function findPortion({ db }: Runtime, { workplaceId, id }: ClaimedJob): Promise<Portion | null> {
  const [rows] = await db.read({ workplaceId }, (tx) => tx.batch([portionStatement(workplaceId, id)]))
  const row = rows?.[0]
  if (row === undefined) return null
  const [data, key, ids, definitionId] = row
  const { isSuspended, planned } = jobData.suspension.decode(JSON.parse(data ?? '{}'), 'data of a job')
  return {
    isSuspended,
    planned,
    definitionId: definitionId ?? '',
    processKey: key ?? '',
    ids: JSON.parse(ids ?? '[]') as string[],
  }
}

/** Returns the statement that reads the action of a job and the next instances. */
export function portionStatement(workplaceId: string, jobId: string): Statement {
  return {
    name: 'job_suspension',
    text: `select j.data, d.key, array_to_json(array(
        select i.id from instance i where i.workplace_id = $1 and i.definition_id = j.definition_id
          and i.id > ${firstOf("(j.data->>'after')::uuid", "'00000000-0000-0000-0000-000000000000'")}
          and i.is_suspended <> coalesce((j.data->>'isSuspended')::boolean, false) order by i.id limit $3)), j.definition_id
      from job j left join process_definition d on d.workplace_id = j.workplace_id and d.id = j.definition_id where j.workplace_id = $1 and j.id = $2`,
    values: [workplaceId, jobId, portion],
  }
}

/** Null when somebody has said something else meanwhile, which has taken the job away. */
async function suspendOne(
  runtime: Runtime,
  job: ClaimedJob,
  instanceId: string,
  isSuspended: boolean,
): Promise<{ readonly ok: true } | Extract<CommandAnswer, { ok: false }> | null> {
  return unitOfWork(runtime, jobActor(job), async (unit) => {
    if (!(await hold(unit, job))) return null
    const many = { by: 'instance', ids: [instanceId], isGoneFine: true, isRefusedFine: true } as const
    const answer = await executeEach(unit, many, () => ({ type: 'suspendInstance', instanceId, isSuspended }))
    return answer.ok ? answer : answer.answer
  })
}

/** Suspends or activates what was planned, and ends with that. */
async function carryOutPlan(
  runtime: Runtime,
  job: ClaimedJob,
  { isSuspended, planned, definitionId, processKey }: Portion & { readonly planned: NonNullable<Portion['planned']> },
): Promise<'done' | 'failed' | 'gone'> {
  const { workplaceId, id } = job
  const answer = await unitOfWork(runtime, jobActor(job), async (unit) => {
    if (!(await hold(unit, job))) return null
    return carryOutPlanWithin(unit, runtime, workplaceId, { id, definitionId, isSuspended, planned })
  })
  if (answer === null) return 'gone'
  if (answer.ok) return 'done'
  const message = `Expected to ${isSuspended ? 'suspend' : 'activate'} ${processKey} as planned, but that failed: ${reasonOf(answer.answer)}`
  await countFailure(runtime, job, 'recordJobFailure', { message, isFinal: false, detail: null })
  return 'failed'
}

/** Whether it is still this worker's: nobody takes it away until the unit ends. */
async function hold(unit: Unit, { workplaceId, id, workerId }: ClaimedJob): Promise<boolean> {
  const [held] = await unit.tx.batch([
    {
      name: 'job_hold_suspension',
      text: 'select id from job where workplace_id = $1 and id = $2 and locked_by = $3 for key share',
      values: [workplaceId, id, workerId],
    },
  ])
  return held?.[0] !== undefined
}

function reasonOf(answer: Extract<CommandAnswer, { ok: false }>): string {
  switch (answer.reason) {
    case 'failed':
      return answer.failure.message
    case 'refused':
      return answer.refusal.message
    case 'gone':
      return 'it is gone.'
  }
}
