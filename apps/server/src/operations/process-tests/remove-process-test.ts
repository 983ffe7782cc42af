import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { AppProcessRef } from '../app-processes/app-process.ts'
import { refuseProcessDesigner } from '../app-processes/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { findTest, loadTestedProcess, noSuchTest } from './process-test.ts'

/** Deletes a test case. The audit keeps its content. Returns null on success, otherwise a refusal. */
export async function removeProcessTest(
  { db }: OperationContext,
  request: Request,
  { ref, id }: { readonly ref: AppProcessRef; readonly id: string },
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseProcessDesigner(user, ref)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const process = await loadTestedProcess(tx, user, ref)
    if (process instanceof Refusal) return process
    const test = await findTest(tx, workplaceId, { id, processId: process.id })
    if (test === null) return noSuchTest()
    await tx.batch([
      {
        name: 'app_process_test_remove',
        text: 'delete from app_process_test where workplace_id = $1 and id = $2',
        values: [workplaceId, id],
      },
    ])
    return null
  })
}
