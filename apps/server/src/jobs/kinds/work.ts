import { runWork } from '../work/run-work.ts'
import { countFailure, settle } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** Executes the work of a service outside of any transaction. */
export const work: JobHandler = {
  run: async (context, job) => {
    const { runtime, services } = context
    const outcome = await runWork(runtime, services, job)
    switch (outcome.kind) {
      case 'answered':
        return settle(context, job, outcome.answer, 'failWork')
      case 'gone':
        return 'gone'
      case 'failed':
        await countFailure(runtime, job, 'failWork', outcome)
        return 'failed'
      default:
        return outcome satisfies never
    }
  },
  fail: ({ runtime }, job, failure) => countFailure(runtime, job, 'failWork', failure),
}
