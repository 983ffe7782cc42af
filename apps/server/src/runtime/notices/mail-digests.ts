import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { digestStatement } from '../save/notice-statements.ts'

/** Orders the daily mails of a workplace that are due. */
export async function orderDigests({ db, clock, announceJobs }: Runtime, workplaceId: string): Promise<void> {
  const statement = digestStatement({ workplaceId, at: clock() })
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) => tx.commit([statement]))
  if ((rows ?? []).length > 0) announceJobs()
}
