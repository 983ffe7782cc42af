import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type AppProcessRef, findAppProcess, processRecord } from '../app-processes/app-process.ts'
import { refuseProcessTrier } from '../app-processes/policy.ts'
import { readTrialParts } from '../app-processes/trial-parts.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { listTestsOf } from './process-test.ts'
import { type ProcessTestRun, runTests, testTime } from './run-tests.ts'

/** Runs all test cases of a process against the drawn diagram, saved or not. Stores nothing. */
export async function runProcessTests(
  { db, runtime }: OperationContext,
  request: Request,
  { ref, xml }: { readonly ref: AppProcessRef; readonly xml: string },
): Promise<ProcessTestRun | Refusal> {
  const { user } = request
  const refusal = refuseProcessTrier(user, ref)
  if (refusal !== null) return refusal
  const found = await db.read(request, async (tx) => {
    const process = await findAppProcess(tx, user.workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const tests = await listTestsOf(tx, user.workplaceId, [process.id])
    return { key: process.process_key, tests, ...(await readTrialParts(tx, process, xml)) }
  })
  return found instanceof Refusal ? found : runTests(runtime, request, { ...found, time: testTime(runtime) })
}
