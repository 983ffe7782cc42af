import { parseDmn, runSample, type Sample } from '@millrace/dmn'
import { createAllowance } from '@millrace/expressions'
import { compileForeign } from './compile-foreign.ts'

/** Steps that a sample may take: as many as a decision of a process. */
const work = 10_000_000

export interface SampleAnswer {
  readonly verdict: 'passed' | 'failed' | 'open'
  readonly result: readonly Readonly<Record<string, unknown>>[] | null
  /** Why it has no result. */
  readonly failure: string | null
  /** Rules of its table that count. */
  readonly rules: readonly { readonly id: string | null; readonly order: number }[]
}

/** Returns the results of a decision for some samples; none when the file cannot be read. */
export function runSamples(xml: string, decisionId: string, samples: readonly Sample[]): readonly SampleAnswer[] {
  const parsed = parseDmn(xml)
  if (!parsed.ok) return []
  return samples.map((sample) => {
    const options = { decisionId, sample, now: new Date(), allowance: createAllowance(work), compileForeign }
    const { verdict, result, problem, trace } = runSample(parsed.model, options)
    const own = trace.decisions.find((one) => one.decisionId === decisionId)
    const rules = own?.rules.map(({ id, order }) => ({ id, order })) ?? []
    return { verdict, result, failure: problem?.message ?? null, rules }
  })
}
