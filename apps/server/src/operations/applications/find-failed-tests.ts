import type { DesignedDmn } from '@millrace/dmn'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { ReadFiles } from '../../runtime/deploy/read-files.ts'
import type { DecisionFile } from '../../runtime/deploy/test-decisions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import type { TrialDecision } from '../../runtime/trial/trial-task.ts'
import type { ProcessTestRow } from '../process-tests/process-test.ts'
import { runTests, testTime } from '../process-tests/run-tests.ts'
import { fileNameOf } from './deploy-parts.ts'
import type { PartWithDesign } from './parts.ts'

export interface FailedTest {
  /** Names of the process and of the test case, or of the decision and of the sample. */
  readonly where: string
  /** The first difference. */
  readonly message: string
}

/**
 * Runs all test cases of the processes and all samples of the decisions of a deployment, against the designs that are
 * deployed. Returns the failed ones.
 */
export async function findFailedTests(
  runtime: Runtime,
  request: Request,
  {
    parts,
    tests,
    known,
  }: {
    readonly parts: readonly PartWithDesign[]
    readonly tests: readonly ProcessTestRow[]
    /** The models of their files, which were read already. */
    readonly known: ReadFiles
  },
): Promise<FailedTest[]> {
  const processes = parts.filter(({ kind }) => kind === 'process')
  const files = processes.map((part) => ({ key: part.key, models: modelsOf(known, fileNameOf(part)) }))
  const decisions = parts.flatMap((part) => (part.kind === 'decision' ? [readOf(known, part)] : []))
  const designs = { files, decisions: decisions.map(toTrialDecision) }
  const time = testTime(runtime)
  const failed: FailedTest[] = []
  for (const { id, name, key } of processes) {
    const own = tests.filter((test) => test.process_id === id)
    if (own.length === 0) continue
    for (const result of await runOrFail(runtime, request, { ...designs, key, tests: own, time }))
      if (result.difference !== null) failed.push({ where: `${name}: ${result.name}`, message: result.difference })
  }
  return [...failed, ...(await findFailedSamples(runtime, request.user, decisions))]
}

function modelsOf({ processes }: ReadFiles, name: string) {
  return processes.flatMap(({ file, model }) => (file === name ? [model] : []))
}

/** A decision with what was read of its file; null where that stayed in its thread. */
interface ReadDecision {
  readonly part: PartWithDesign
  readonly design: DesignedDmn | null
}

function readOf({ decisions }: ReadFiles, part: PartWithDesign): ReadDecision {
  const name = fileNameOf(part)
  return { part, design: decisions.find(({ file }) => file === name)?.design ?? null }
}

function toTrialDecision({ part: { key, text: xml }, design }: ReadDecision): TrialDecision {
  return design === null ? { key, xml } : { key, model: design.model }
}

/** In a thread: samples evaluate what designers have written. */
async function findFailedSamples(
  runtime: Runtime,
  { workplaceId: owner }: Person,
  decisions: readonly ReadDecision[],
): Promise<readonly FailedTest[]> {
  const files = decisions.flatMap(({ part: { name, text: xml }, design }): DecisionFile[] => {
    if (design === null) return [{ name, xml }]
    return design.samples.length === 0 ? [] : [{ name, design }]
  })
  if (files.length === 0) return []
  const input = { files, now: runtime.clock(), budgets: runtime.budgets }
  return orRefusal(await inThread(runtime, { kind: 'testDecisions', input, owner, time: readTime(runtime) }))
}

/**
 * Counts a test that exceeds a limit as failed. A process that cannot be read is left to the deployment, which reports
 * each error.
 */
async function runOrFail(
  runtime: Runtime,
  request: Request,
  order: Parameters<typeof runTests>[2] & { readonly tests: readonly ProcessTestRow[] },
): Promise<readonly { readonly name: string; readonly difference: string | null }[]> {
  try {
    return (await runTests(runtime, request, order)).results
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'app-process.file-invalid') return []
    return order.tests.map(({ name }) => ({ name, difference: error.message }))
  }
}

/** Faults that a refusal lists. */
const maxListed = 100

export function refuseFailed(application: string, failed: readonly FailedTest[]): Refusal {
  const count = failed.length === 1 ? 'one fails' : `${failed.length} fail`
  return refuse(
    'application.tests-failed',
    `Expected all test cases and samples of “${application}” to pass, but ${count}. Nothing was deployed. Change the designs or the expected results, or give a reason to deploy anyway.`,
    failed.slice(0, maxListed).map((test) => ({ ...test, code: 'application.tests-failed' })),
  )
}
