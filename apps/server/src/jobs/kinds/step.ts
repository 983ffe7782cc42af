import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { jobActor } from '../job-actor.ts'
import { countFailure, settle } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** Executes steps of the engine: a step of an instance, a delivery, the start of an instance. */
export const step: JobHandler = {
  run: async (context, job) => {
    const { id } = job
    const execution = { target: { by: 'job', id }, command: { type: 'runJob', jobId: id } } as const
    const answer = await executeCommand(context.runtime, jobActor(job), execution)
    return settle(context, job, answer, 'recordJobFailure')
  },
  fail: ({ runtime }, job, failure) => countFailure(runtime, job, 'recordJobFailure', failure),
}
