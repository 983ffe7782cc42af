import { askWorker } from '../../../lib/workers/ask-worker.ts'
import type { Checks, Questions } from './questions.ts'

export interface RunningChecks {
  readonly checks: Checks
  readonly stop: () => void
}

/** Starts the worker thread of the checks. Requests are answered in their order. */
export function startChecks(): RunningChecks {
  const { ask, stop } = askWorker<Questions>(
    new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' }),
  )
  return { checks: ask, stop }
}
