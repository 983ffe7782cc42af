import type { Request } from '../../platform/auth/request.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { lookStatement } from './look-statement.ts'

/** Makes a source with a schedule due after it was created, changed or restored. */
export async function makeDue(
  { db, clock, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'announceJobs'>,
  request: Request,
  id: string,
): Promise<void> {
  const { workplaceId } = request
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([lookStatement({ workplaceId, id, at: clock().toISOString(), isAsked: false })]),
  )
  announceJobs()
}
