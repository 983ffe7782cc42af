import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../runtime.ts'
import { inThread } from '../threads/in-thread.ts'
import { readTime } from '../threads/time-budget.ts'

/** Creates the reader of workbooks for file adapters, which reads them in threads. */
export function createBookReader(runtime: Pick<Runtime, 'threads' | 'budgets' | 'isForJobs'>) {
  return async (owner: string, bytes: Uint8Array, maxRows: number): Promise<readonly (readonly string[])[]> => {
    const read = await inThread(runtime, {
      kind: 'readBook',
      input: { bytes, maxRows },
      owner,
      time: readTime(runtime),
    })
    if (!read.ok) throw new OutgoingFailure(read.broken.message, { isFinal: true })
    if (read.output.ok) return read.output.rows
    throw new OutgoingFailure(read.output.message, { isFinal: true })
  }
}
