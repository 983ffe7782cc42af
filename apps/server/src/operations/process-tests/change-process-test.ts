import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { AppProcessRef } from '../app-processes/app-process.ts'
import { refuseProcessDesigner } from '../app-processes/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { NewProcessTest } from './create-process-test.ts'
import { findTest, loadTestedProcess, noSuchTest, testNames } from './process-test.ts'

export interface ProcessTestChange extends Omit<NewProcessTest, 'steps'> {
  readonly ref: AppProcessRef
  readonly id: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes the name and expectations of a test case. Returns null on success, otherwise a refusal. */
export async function changeProcessTest(
  { db, clock }: OperationContext,
  request: Request,
  { ref, id, revision, name, expected }: ProcessTestChange,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseProcessDesigner(user, ref)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return withFreeNames(testNames, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const process = await loadTestedProcess(tx, user, ref)
      if (process instanceof Refusal) return process
      const test = await findTest(tx, workplaceId, { id, processId: process.id })
      if (test === null) return noSuchTest()
      const changed = await refuseChangedMeanwhile(tx, test, revision)
      if (changed !== null) return changed
      await tx.batch([
        {
          name: 'app_process_test_change',
          text: `update app_process_test set name = $3, expected = $4, revision = revision + 1, updated_at = $5, updated_by = $6
            where workplace_id = $1 and id = $2`,
          values: [workplaceId, id, name, JSON.stringify(expected), clock().toISOString(), username],
        },
      ])
      return null
    }),
  )
}
