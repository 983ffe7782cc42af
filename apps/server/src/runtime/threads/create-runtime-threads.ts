import { createThreads, type Threads, type ThreadsOptions } from '../../platform/threads/create-threads.ts'
import type { Runtime } from '../runtime.ts'

/** Creates the worker threads of a server. A thread starts when it is first needed. */
export function createRuntimeThreads(
  { threadMemory }: Pick<Runtime['budgets'], 'threadMemory'>,
  options: Pick<ThreadsOptions, 'idleMs'> = {},
): Threads {
  const script = new URL('../../thread-main.ts', import.meta.url)
  return createThreads({ ...options, script, memory: threadMemory })
}
