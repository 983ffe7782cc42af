import { startWorker } from '../../apps/server/src/jobs/worker.ts'
import { openSignals } from '../../apps/server/src/platform/db/signals.ts'
import type { BenchContext } from './bench.ts'

/** Calls a function with a context whose jobs a separate worker runs, without connections to external systems. */
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
