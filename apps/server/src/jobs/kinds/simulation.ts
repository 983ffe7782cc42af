import type { SimulationInput } from '@millrace/contract'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { compareRuns } from '../../runtime/simulation/compare-runs.ts'
import { findUnknown } from '../../runtime/simulation/find-unknown.ts'
import { type PreparedSimulation, prepareSimulation } from '../../runtime/simulation/prepare.ts'
import { readPreparation } from '../../runtime/simulation/read-preparation.ts'
import type { SimulatedStates } from '../../runtime/simulation/run-simulation.ts'
import { inThread } from '../../runtime/threads/in-thread.ts'
import { runTime } from '../../runtime/threads/time-budget.ts'
import { jobActor } from '../job-actor.ts'
import { type ClaimedJob, goOnLater } from '../leases.ts'
import type { JobHandler } from './job-handler.ts'

/**
 * Simulates a change of a process. The first turn measures the history and prepares the runs; each further turn carries
 * out one run in a thread, and other jobs get theirs in between. After a crash, only the run in progress is repeated.
 */
export const simulation: JobHandler = {
  run: async ({ runtime }, job) => {
    const found = await find(runtime, job)
    if (found === null) return 'gone'
    if (found.prepared === null) {
      const message = await prepare(runtime, job, found)
      if (message === null) return goOn(runtime, job)
      await endFailed(runtime, job, message)
      return 'failed'
    }
    if (found.done < found.total) {
      const message = await carryOut(runtime, job, found.prepared, found.done + 1)
      if (message === null) return goOn(runtime, job)
      await endFailed(runtime, job, message)
      return 'failed'
    }
    await end(runtime, job, found.prepared)
    return 'done'
  },
  fail: ({ runtime }, job, { message }) => endFailed(runtime, job, message),
}

interface Found {
  readonly definitionId: string
  readonly input: SimulationInput
  readonly prepared: PreparedSimulation | null
  readonly done: number
  readonly total: number
}

/** Null when this worker has the job no more, or somebody has cancelled the simulation. */
async function find({ db }: Runtime, job: ClaimedJob): Promise<Found | null> {
  const [rows] = await db.read({ workplaceId: job.workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'simulation_next',
        text: `select s.definition_id, s.input, s.prepared, s.done_runs, s.run_count from simulation s join job j on j.workplace_id = s.workplace_id and j.id = s.id
          where s.workplace_id = $1 and s.id = $2 and j.locked_by = $3 and s.state in ('waiting', 'running')`,
        values: [job.workplaceId, job.id, job.workerId],
      },
    ]),
  )
  const row = rows?.[0]
  if (row === undefined) return null
  const [definitionId, input, prepared, done, total] = row
  return {
    definitionId: definitionId ?? '',
    input: JSON.parse(input ?? '{}') as SimulationInput,
    prepared: prepared == null ? null : (JSON.parse(prepared) as PreparedSimulation),
    done: Number(done),
    total: Number(total),
  }
}

async function goOn(runtime: Runtime, job: ClaimedJob): Promise<'done'> {
  await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
  runtime.announceJobs()
  return 'done'
}

/** Returns null on success, otherwise the reason as a sentence. */
async function prepare(runtime: Runtime, job: ClaimedJob, { definitionId, input }: Found): Promise<string | null> {
  const { db, clock, zone } = runtime
  const read = await db.read({ workplaceId: job.workplaceId }, (tx: Tx) =>
    readPreparation(runtime, tx, { workplaceId: job.workplaceId, definitionId, days: input.days, now: clock() }),
  )
  if (read === null) return 'The file of the process cannot be read. Deploy the process again.'
  const unknown = findUnknown({ ...read, input })
  if (unknown !== null) return unknown
  const prepared = prepareSimulation({ ...read, input, zone })
  await commit(runtime, job, {
    name: 'simulation_prepared',
    text: `update simulation s set state = 'running', prepared = $4 where ${isMine}`,
    values: [...mine(job), JSON.stringify(prepared)],
  })
  return null
}

async function carryOut(
  runtime: Runtime,
  job: ClaimedJob,
  prepared: PreparedSimulation,
  number: number,
): Promise<string | null> {
  const { before, after, check } = prepared
  const simulated = await inThread(runtime, {
    kind: 'runSimulation',
    input: { prepared: { before, after, check: check?.run ?? null }, number },
    owner: job.workplaceId,
    time: runTime(runtime),
  })
  if (!simulated.ok) return simulated.broken.message
  await commit(runtime, job, {
    name: 'simulation_run_done',
    text: `with mine as (update simulation s set done_runs = $4 where ${isMine} returning s.id)
      insert into simulation_run (workplace_id, simulation_id, number, result) select $1, id, $4, $5 from mine on conflict do nothing`,
    values: [...mine(job), number, JSON.stringify(simulated.output)],
  })
  return null
}

async function end(runtime: Runtime, job: ClaimedJob, prepared: PreparedSimulation): Promise<void> {
  const [rows] = await runtime.db.read({ workplaceId: job.workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'simulation_runs',
        text: 'select result from simulation_run where workplace_id = $1 and simulation_id = $2 order by number',
        values: [job.workplaceId, job.id],
      },
    ]),
  )
  const runs = (rows ?? []).map(([result]) => JSON.parse(result ?? '{}') as SimulatedStates)
  await commit(runtime, job, {
    name: 'simulation_end',
    text: `with mine as (update simulation s set state = 'done', prepared = null, result = $4, ended_at = $5 where ${isMine} returning s.id),
        forgotten as (delete from simulation_run where workplace_id = $1 and simulation_id in (select id from mine))
      delete from job where workplace_id = $1 and id in (select id from mine)`,
    values: [...mine(job), JSON.stringify(compareRuns(prepared, runs)), runtime.clock().toISOString()],
  })
}

async function endFailed(runtime: Runtime, job: ClaimedJob, message: string): Promise<void> {
  await commit(runtime, job, {
    name: 'simulation_failed',
    text: `with mine as (update simulation s set state = 'failed', prepared = null, message = $4, ended_at = $5 where ${isMine} returning s.id),
        forgotten as (delete from simulation_run where workplace_id = $1 and simulation_id in (select id from mine))
      delete from job where workplace_id = $1 and id = $2 and locked_by = $3`,
    values: [...mine(job), message, runtime.clock().toISOString()],
  })
}

/** A simulation that was not cancelled, whose job this worker has. */
const isMine = `s.workplace_id = $1 and s.id = $2 and s.state in ('waiting', 'running')
  and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3)`

function mine({ workplaceId, id, workerId }: ClaimedJob): [string, string, string] {
  return [workplaceId, id, workerId]
}

async function commit({ db }: Runtime, job: ClaimedJob, statement: Statement): Promise<void> {
  await db.withTransaction(jobActor(job), (tx) => tx.commit([statement]))
}
