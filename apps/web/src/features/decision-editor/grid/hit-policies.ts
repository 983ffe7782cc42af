import type { DecisionTableView } from './read-table.ts'

/** The hit policies to choose from: a policy, and for *Collect* the aggregation. */
export const hitPolicies = [
  'UNIQUE',
  'FIRST',
  'ANY',
  'PRIORITY',
  'COLLECT',
  'COLLECT SUM',
  'COLLECT MIN',
  'COLLECT MAX',
  'COLLECT COUNT',
  'RULE ORDER',
  'OUTPUT ORDER',
] as const
export type HitPolicyChoice = (typeof hitPolicies)[number]

const signs: Readonly<Record<string, string>> = { SUM: '+', MIN: '<', MAX: '>', COUNT: '#' }

export function choiceOf({ hitPolicy, aggregation }: Pick<DecisionTableView, 'hitPolicy' | 'aggregation'>): string {
  return hitPolicy === 'COLLECT' && aggregation !== '' ? `COLLECT ${aggregation}` : hitPolicy
}

/** Returns the abbreviation of a hit policy in the DMN standard, such as `C+`. */
export function letterOf({ hitPolicy, aggregation }: Pick<DecisionTableView, 'hitPolicy' | 'aggregation'>): string {
  return `${hitPolicy.charAt(0)}${hitPolicy === 'COLLECT' ? (signs[aggregation] ?? '') : ''}`
}

export function splitChoice(choice: string): readonly [policy: string, aggregation: string] {
  return choice.startsWith('COLLECT ') ? ['COLLECT', choice.slice('COLLECT '.length)] : [choice, '']
}
