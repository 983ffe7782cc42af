import type { Runtime } from '../../runtime.ts'
import { inThread } from '../../threads/in-thread.ts'
import { readTime } from '../../threads/time-budget.ts'
import type { MailReading } from './read-mail.ts'

/** Reads a mail of a workplace in a thread. */
export async function readMailInThread(
  runtime: Pick<Runtime, 'threads' | 'budgets' | 'isForJobs'>,
  owner: string,
  source: Uint8Array,
): Promise<MailReading> {
  const read = await inThread(runtime, { kind: 'readMail', input: { source }, owner, time: readTime(runtime) })
  return read.ok ? read.output : { ok: false, message: read.broken.message }
}
