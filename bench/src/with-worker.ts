import { startWorker } from '../../apps/server/src/jobs/worker.ts'
import { openSignals } from '../../apps/server/src/platform/db/signals.ts'
import type { BenchContext } from './bench.ts'

/** Lends a context whose jobs are worked off by a worker of its own, which has nothing to do with the outside. */
export async function withWorker(context: BenchContext, run: (context: BenchContext) => Promise<void>): Promise<void> {
  const signals = await openSignals({ database: { connectionString: context.adminUrl } })
  const runtime = { ...context.runtime, announceJobs: () => signals.send('jobs') }
  const nothing = () => Promise.reject(new Error('Expected no work for the outside.'))
  const worker = startWorker({
    runtime: { ...runtime, isForJobs: true },
    services: { http: nothing, mail: nothing },
    signals,
    workerId: 'bench',
    onFault: (error) => console.error(error),
  })
  try {
    await run({ ...context, runtime })
  } finally {
    await worker.stop()
    await signals.close()
  }
}
