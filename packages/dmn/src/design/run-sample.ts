import type { Allowance } from '@millrace/expressions'
import type { CompileForeign } from '../compile/compiler.ts'
import { evaluateDecision } from '../evaluate-decision.ts'
import type { DmnModel } from '../model.ts'
import type { DmnProblem } from '../problems.ts'
import type { DecisionTrace } from '../trace.ts'
import type { Sample } from './samples.ts'

export interface SampleOutcome {
  /** `open`: the sample has no expected result. */
  readonly verdict: 'passed' | 'failed' | 'open'
  /** The outputs of each matching rule as JSON; null when the evaluation failed. */
  readonly result: readonly Readonly<Record<string, unknown>>[] | null
  /** Why it has no result. */
  readonly problem: DmnProblem | null
  readonly trace: DecisionTrace
}

export interface SampleRun {
  readonly decisionId: string
  readonly sample: Pick<Sample, 'values' | 'expected'>
  readonly now: Date
  readonly allowance: Allowance
  readonly compileForeign?: CompileForeign
}

/**
 * Evaluates a decision with the values of a sample, as the engine does, and compares the result with the expected one.
 */
export function runSample(model: DmnModel, { decisionId, sample, ...options }: SampleRun): SampleOutcome {
  const outcome = evaluateDecision(model, { ...options, decisionId, mode: 'camunda', context: sample.values })
  const { trace } = outcome
  if (!outcome.ok) {
    const verdict = sample.expected === null ? 'open' : 'failed'
    return { verdict, result: null, problem: outcome.problem, trace }
  }
  const result = outcome.result.map((one) => present(one) as Record<string, unknown>)
  if (sample.expected === null) return { verdict: 'open', result, problem: null, trace }
  const isSame = isSameResult(sample.expected, result, isInOrder(model, decisionId))
  return { verdict: isSame ? 'passed' : 'failed', result, problem: null, trace }
}

/** Collected results have no order of their own. */
function isInOrder(model: DmnModel, decisionId: string): boolean {
  const logic = model.decisions.find(({ id }) => id === decisionId)?.logic
  return logic?.kind !== 'table' || logic.hitPolicy !== 'COLLECT'
}

function isSameResult(
  expected: readonly Readonly<Record<string, unknown>>[],
  result: readonly Readonly<Record<string, unknown>>[],
  isOrdered: boolean,
): boolean {
  const [one, other] = [expected, result].map((rows) => {
    const texts = rows.map(toText)
    return isOrdered ? texts : texts.toSorted()
  })
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a text for comparing outputs: outputs without a value count as missing ones, and the order does not matter. */
function toText(row: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify(given.map(([name, value]) => [name, sorted(value)]).toSorted(byName))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [name, sorted(one)])
    .toSorted(byName)
}

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1
}

/** Returns dates as users write them, with instants as local ones. */
function present(value: unknown): unknown {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/\.000Z$|Z$/, '')
      .replace(/T00:00:00$/, '')
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(present)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, present(one)]))
}
