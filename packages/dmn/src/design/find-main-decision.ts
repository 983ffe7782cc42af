import type { Decision, DmnModel } from '../model.ts'

/**
 * Finds the main decision of a file: the decision with the key, else a decision that no other requires, else the first.
 */
export function findMainDecision({ decisions }: DmnModel, key: string | null): Decision | null {
  const required = new Set(decisions.flatMap(({ requiredDecisions }) => requiredDecisions.map(({ id }) => id)))
  return decisions.find(({ id }) => id === key) ?? decisions.find(({ id }) => !required.has(id)) ?? decisions[0] ?? null
}
