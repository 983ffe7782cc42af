import type { Request } from '../../platform/auth/request.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { TimeBudget } from '../../runtime/threads/time-budget.ts'
import type { TrialDecision, TrialProcess } from '../../runtime/trial/trial-task.ts'
import { toEngineExpectation, toEngineStep } from '../../runtime/trial/trial-values.ts'
import { tryInThread } from '../../runtime/trial/try-in-thread.ts'
import type { ProcessTestRow } from './process-test.ts'

export interface ProcessTestRun {
  readonly results: readonly TestResult[]
  /** Elements and flows that some test case passes, of all that exist. */
  readonly coverage: { readonly passed: readonly string[]; readonly total: number }
}

export interface TestResult {
  readonly id: string
  readonly name: string
  /** The first difference as a sentence; null when the test case passed. */
  readonly difference: string | null
}

/** Returns the time budget for all test cases of one call: the budget of a job, because a call runs many. */
export function testTime({ budgets: { jobTime } }: Pick<Runtime, 'budgets'>): TimeBudget {
  return { name: 'jobTime', most: jobTime, left: jobTime }
}

/** Runs test cases of one process. @throws Refusal when they take more than the budgets allow. */
export async function runTests(
  runtime: Runtime,
  request: Request,
  {
    files,
    decisions,
    key,
    tests,
    time,
  }: {
    readonly files: readonly TrialProcess[]
    readonly decisions: readonly TrialDecision[]
    readonly key: string
    readonly tests: readonly ProcessTestRow[]
    readonly time: TimeBudget
  },
): Promise<ProcessTestRun> {
  const trials = tests.map(({ steps, expected }) => ({
    steps: steps.map(toEngineStep),
    show: null,
    expected: toEngineExpectation(expected),
  }))
  const { verdicts, total } = await tryInThread(runtime, actorOf(request), { files, decisions, key, trials }, time)
  return {
    results: tests.map(({ id, name }, index) => ({ id, name, difference: verdicts[index]?.difference ?? null })),
    coverage: { passed: [...new Set(verdicts.flatMap(({ passed }) => passed))], total },
  }
}
