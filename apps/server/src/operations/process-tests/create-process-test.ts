import { type TrialExpectation, type TrialStep, trialLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { AppProcessRef } from '../app-processes/app-process.ts'
import { refuseProcessDesigner } from '../app-processes/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { loadTestedProcess, testNames } from './process-test.ts'

export interface NewProcessTest {
  readonly name: string
  readonly steps: readonly TrialStep[]
  readonly expected: TrialExpectation
}

/** Saves a trial of a process as a test case, with its steps and expectations. */
export async function createProcessTest(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { ref, test }: { readonly ref: AppProcessRef; readonly test: NewProcessTest },
): Promise<string | Refusal> {
  const { user } = request
  const refusal = refuseProcessDesigner(user, ref)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const id = runtime.newId()
  return withFreeNames(testNames, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const process = await loadTestedProcess(tx, user, ref)
      if (process instanceof Refusal) return process
      const { name, steps, expected } = test
      // The process is locked: nobody counts at the same time.
      const [counted] = await tx.batch([
        {
          name: 'app_process_test_count',
          text: 'select count(*) from app_process_test where workplace_id = $1 and process_id = $2',
          values: [workplaceId, process.id],
        },
      ])
      if (Number(counted?.[0]?.[0]) >= trialLimits.tests)
        return refuse(
          'process-test.too-many',
          `Expected fewer than ${trialLimits.tests} test cases of “${process.name}”, but it has that many. Delete one first.`,
        )
      await tx.batch([
        {
          name: 'app_process_test_add',
          text: `insert into app_process_test (workplace_id, id, process_id, name, steps, expected, created_at, created_by, updated_at, updated_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8)`,
          values: [
            workplaceId,
            id,
            process.id,
            name,
            JSON.stringify(steps),
            JSON.stringify(expected),
            clock().toISOString(),
            username,
          ],
        },
      ])
      return id
    }),
  )
}
