import { createThreads, type Threads } from '../../platform/threads/create-threads.ts'
import type { Runtime } from '../runtime.ts'

/** Returns the threads of a server: none is started before it is needed. */
export function createRuntimeThreads({ threadMemory }: Pick<Runtime['budgets'], 'threadMemory'>): Threads {
  return createThreads({ script: new URL('../../thread-main.ts', import.meta.url), memory: threadMemory })
}
