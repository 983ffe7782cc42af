import type { Decision } from '../model.ts'

/** How a process takes the result of a decision: one value, one map of outputs, a list of values, or a list of maps. */
export interface UsualResult {
  readonly as: 'singleEntry' | 'singleResult' | 'collectEntries' | 'resultList'
  /** The name of the only output; null where it has no name, or there are several. */
  readonly name: string | null
}

/** Returns how the result of a decision is usually taken: by the outputs and the hit policy of its table. */
export function findUsualResult({ logic, variable }: Decision): UsualResult | null {
  if (logic === null) return null
  if (logic.kind !== 'table') return { as: 'singleEntry', name: variable.name || null }
  const { outputs, hitPolicy, aggregation } = logic
  const isOne = aggregation !== null || oneRule.has(hitPolicy)
  if (outputs.length === 1) return { as: isOne ? 'singleEntry' : 'collectEntries', name: outputs[0]?.name || null }
  return { as: isOne ? 'singleResult' : 'resultList', name: null }
}

/** Hit policies by which one rule at most gives a result. */
const oneRule: ReadonlySet<string> = new Set(['UNIQUE', 'FIRST', 'ANY', 'PRIORITY'])
